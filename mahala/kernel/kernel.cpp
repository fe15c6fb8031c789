#include "mahala/kernel/kernel.hpp"

#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg.hpp"

namespace mahala {
namespace {

constexpr Index most_samples = 20'000;  // 3.2 GB

Matrix inner_products(const Samples& x) {
  if (const auto* sparse = std::get_if<SparseMatrix>(&x.storage())) {
    return Matrix(SparseMatrix::Base(sparse->transpose() * *sparse));
  }
  Matrix k(x.size(), x.size());
  x.for_each_block([&](Index begin, const MatrixView& block) {
    x.project(block, k.middleRows(begin, block.cols()));
  });
  return k;
}

double default_gamma(const Samples& x) {
  const double variance = standard_deviation(x, mean(x)).squaredNorm();
  return variance > 0 ? 1 / variance : 1;
}

}  // namespace

Options describe(KernelOptions& o) {
  return {
      {"kernel",
       &o.kernel,
       "similarity of samples before learning",
       {},
       {"linear", "gaussian", "polynomial"}},
      {"gamma",
       &o.gamma,
       "gaussian and polynomial: scale of the kernel; 0 = 1 / the sum of the variances",
       at_least(0),
       {},
       {{"kernel", {"gaussian", "polynomial"}}}},
      {"degree",
       &o.degree,
       "polynomial: its degree",
       at_least(1),
       {},
       {{"kernel", {"polynomial"}}}},
      {"offset",
       &o.offset,
       "polynomial: added before the power is taken",
       at_least(0),
       {},
       {{"kernel", {"polynomial"}}}},
  };
}

Matrix kernel_matrix(const Samples& x, const KernelOptions& options) {
  require(x.size() <= most_samples,
          "a kernel over {} samples would be a {} x {} matrix; at most "
          "{} are possible",
          x.size(), x.size(), x.size(), most_samples);
  Matrix k = inner_products(x);
  if (options.kernel == "linear") return k;
  const double gamma = options.gamma > 0 ? options.gamma : default_gamma(x);
  if (options.kernel == "polynomial") {
    return (gamma * k.array() + options.offset).pow(static_cast<double>(options.degree));
  }
  const Vector squares = k.diagonal();
  for (Index j = 0; j < k.cols(); ++j) {
    k.col(j) = (-gamma * (squares.array() + squares[j] - 2 * k.col(j).array()).max(0)).exp();
  }
  return k;
}

Matrix centred_kernel(const Matrix& k) {
  const Eigen::RowVectorXd columns = k.colwise().mean();
  return ((k.rowwise() - columns).colwise() - columns.transpose()).array() + columns.mean();
}

Matrix kernel_components(const Matrix& k, Index rank) {
  const auto [values, vectors] = symmetric_eigen(k);
  return vectors.leftCols(rank) * values.head(rank).cwiseMax(0).cwiseSqrt().asDiagonal();
}

}  // namespace mahala
