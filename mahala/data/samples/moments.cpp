// Mean, spread and principal axes of samples.

#include <Spectra/SymEigsSolver.h>

#include <algorithm>
#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/data/samples/parts.hpp"
#include "mahala/data/samples/products.hpp"

namespace mahala {
namespace {

/// Up to this dimension the covariance is formed and decomposed whole.
constexpr Index largest_dense_dim = 1000;

/// Up to this many samples, the matrix of their inner products is.
constexpr Index largest_dense_size = 1000;

/// v -> (X - mean 1^T)(X - mean 1^T)^T v, which never fills sparse samples in.
class CentredScatter {
 public:
  using Scalar = double;
  CentredScatter(const Samples& x, Vector mean) : x_(x), mean_(std::move(mean)) {}
  Index rows() const { return x_.dim(); }
  Index cols() const { return x_.dim(); }
  void perform_op(const double* in, double* out) const {
    const Eigen::Map<const Vector> v(in, x_.dim());
    const Matrix weights = (x_.project(v).array() - mean_.dot(v)).matrix();
    Eigen::Map<Vector>(out, x_.dim()) = x_.back_project(weights) - mean_ * weights.sum();
  }

 private:
  const Samples& x_;
  Vector mean_;
};

/// X^T X, n x n.
Matrix inner_products(const Samples& x) {
  constexpr Index at_once = 256;
  Matrix gram(x.size(), x.size());
  for (Index begin = 0; begin < x.size(); begin += at_once) {
    const Index end = std::min(begin + at_once, x.size());
    gram.middleRows(begin, end - begin) = products(x, begin, end);
  }
  return gram;
}

/// With X^T X = V diag(s) V^T the axes are X V / sqrt(s); where s is zero any orthonormal
/// completion is as good as another.
Matrix axes_by_gram(const Samples& x, Index count, bool around_mean) {
  const Matrix gram = inner_products(x);
  const auto [values, vectors] = symmetric_eigen(around_mean ? without_mean(gram) : gram);
  // Below this, an eigenvalue is the rounding of the products or of their centring.
  const double floor = 1e-14 * static_cast<double>(x.size()) * gram.diagonal().maxCoeff();
  Index known = 0;
  while (known < std::min(count, x.size()) && values[known] > floor) ++known;
  const Vector roots = values.head(known).cwiseSqrt().cwiseInverse();
  const Matrix found = x.back_project((vectors.leftCols(known) * roots.asDiagonal()).transpose());
  Matrix axes = Qr(found).q(count);
  axes.leftCols(known) = found;
  fix_signs(axes);
  return axes;
}

Matrix axes_by_lanczos(const Samples& x, Index count, const Vector& centre) {
  CentredScatter scatter(x, centre);
  const Index basis = std::min(x.dim(), std::max<Index>(2 * count + 1, 20));
  Spectra::SymEigsSolver<CentredScatter> solver(scatter, count, basis);
  // A fixed start makes the result repeatable; its entries favour no coordinate.
  const Vector start = Vector::LinSpaced(x.dim(), 1, 2);
  try {
    solver.init(start.data());
    solver.compute(Spectra::SortRule::LargestAlge, 1000, 1e-10);
  } catch (const std::exception& error) {
    fail("the {} leading principal axes of {} features could not be found: {}", count, x.dim(),
         error.what());
  }
  require(solver.info() == Spectra::CompInfo::Successful,
          "the {} leading principal axes of {} features could not be found", count, x.dim());
  Matrix axes = solver.eigenvectors();
  fix_signs(axes);
  return axes;
}

Matrix leading_axes(const Samples& x, Index count, bool around_mean) {
  require(1 <= count && count <= x.dim(), "{} principal axes were asked of {} features", count,
          x.dim());
  const Vector centre = around_mean ? mean(x) : Vector(Vector::Zero(x.dim()));
  if (x.dim() <= largest_dense_dim || count >= x.dim() - 1) {
    return symmetric_eigen(scatter(x, centre)).vectors.leftCols(count);
  }
  return x.size() <= largest_dense_size ? axes_by_gram(x, count, around_mean)
                                        : axes_by_lanczos(x, count, centre);
}

}  // namespace

Vector mean(const Samples& x) {
  require(x.size() > 0, "the mean of no samples is undefined");
  return x.back_project(Matrix::Constant(1, x.size(), 1.0 / static_cast<double>(x.size())));
}

Matrix scatter(const Samples& x, const Vector& shift) {
  return sum_blocks(x, x.dim(), x.dim(), [&](Index, const MatrixView& block, auto sums) {
    const Matrix centred = block.colwise() - shift;
    multiply_a_bt(centred, centred, sums, true);
  });
}

Vector standard_deviation(const Samples& x, const Vector& mean) {
  const double freedom = std::max(1.0, static_cast<double>(x.size() - 1));
  Vector squares = Vector::Zero(x.dim());
  if (const auto* sparse = x.sparse()) {
    // The zeros of a feature contribute mean^2 each. Subtracting from n mean^2 instead of
    // counting them would leave a constant feature with the rounding error as its spread.
    Vector zeros = Vector::Constant(x.dim(), static_cast<double>(x.size()));
    for (Index i = 0; i < x.size(); ++i) {
      for (SparseMatrix::InnerIterator it(*sparse, i); it; ++it) {
        const double deviation = it.value() - mean[it.row()];
        squares[it.row()] += deviation * deviation;
        zeros[it.row()] -= 1;
      }
    }
    squares.array() += zeros.array() * mean.array().square();
  } else {
    squares = sum_blocks(x, x.dim(), 1, [&](Index, const MatrixView& block, auto sums) {
      sums += (block.colwise() - mean).rowwise().squaredNorm();
    });
  }
  return (squares.array().max(0) / freedom).sqrt();
}

Matrix principal_axes(const Samples& x, Index count) { return leading_axes(x, count, true); }

Matrix singular_axes(const Samples& x, Index count) { return leading_axes(x, count, false); }

}  // namespace mahala
