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

/// Inner products become the kernel, given the squared lengths of both sides.
Matrix kernel_of(Matrix k, const Vector& rows, const Vector& columns,
                 const KernelOptions& options) {
  if (options.kernel == "linear") return k;
  if (options.kernel == "polynomial") {
    return (options.gamma * k.array() + options.offset).pow(static_cast<double>(options.degree));
  }
  for (Index j = 0; j < k.cols(); ++j) {
    k.col(j) = (-options.gamma * (rows.array() + columns[j] - 2 * k.col(j).array()).max(0)).exp();
  }
  return k;
}

/// Samples that are rows of a kernel, checked.
Matrix precomputed_kernel(const Samples& x) {
  const Index n = x.size();
  require(x.dim() == n, "a precomputed kernel of {} samples has {} numbers a sample, not {}", n,
          x.dim(), n);
  const Matrix k = x.block(0, n);
  const double size = k.cwiseAbs().maxCoeff();
  for (Index j = 0; j < n; ++j) {
    for (Index i = 0; i < j; ++i) {
      require(std::abs(k(i, j) - k(j, i)) <= 1e-8 * size,
              "the precomputed kernel is not symmetric: entries {},{} and {},{} are {} and {} "
              "(prepared samples are no kernel: --prepare none)",
              i, j, j, i, k(i, j), k(j, i));
      require(k(i, i) + k(j, j) - 2 * k(i, j) >= -1e-8 * size,
              "the precomputed kernel gives samples {} and {} a negative squared distance", i, j);
    }
  }
  return (k + k.transpose()) / 2;
}

Vector squared_lengths(const Samples& x) {
  Vector lengths(x.size());
  x.for_each_block([&](Index begin, const MatrixView& block) {
    lengths.segment(begin, block.cols()) = block.colwise().squaredNorm().transpose();
  });
  return lengths;
}

}  // namespace

Options describe(KernelOptions& o) {
  return {
      {"kernel",
       &o.kernel,
       "similarity of samples before learning",
       {},
       {"linear", "gaussian", "polynomial", "precomputed"}},
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
  if (options.kernel == "precomputed") return precomputed_kernel(x);
  const Matrix k = inner_products(x);
  return kernel_of(k, k.diagonal(), k.diagonal(), fitted(options, x));
}

KernelOptions fitted(KernelOptions options, const Samples& x) {
  const bool scaled = options.kernel == "gaussian" || options.kernel == "polynomial";
  if (scaled && options.gamma == 0) options.gamma = default_gamma(x);
  return options;
}

Matrix cross_kernel(const Samples& x, const Samples& z, const KernelOptions& options) {
  require(options.kernel != "precomputed", "a precomputed kernel knows its own samples alone");
  require(x.dim() == z.dim(), "samples of {} and of {} features have no kernel", x.dim(), z.dim());
  Matrix k(x.size(), z.size());
  x.for_each_block([&](Index begin, const MatrixView& block) {
    z.project(block, k.middleRows(begin, block.cols()));
  });
  return kernel_of(std::move(k), squared_lengths(x), squared_lengths(z), options);
}

Vector self_kernel(const Samples& x, const KernelOptions& options) {
  require(options.kernel != "precomputed", "a precomputed kernel knows its own samples alone");
  const Vector squares = squared_lengths(x);
  if (options.kernel == "linear") return squares;
  if (options.kernel == "gaussian") return Vector::Ones(x.size());
  return (options.gamma * squares.array() + options.offset)
      .pow(static_cast<double>(options.degree));
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
