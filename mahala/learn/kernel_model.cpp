#include "mahala/learn/kernel_model.hpp"

#include <algorithm>

#include "mahala/core/error.hpp"

namespace mahala {
namespace {

constexpr double component_floor = 1e-12;  ///< of an eigenvalue, relative to the largest
constexpr double most_numbers = 2e8;       ///< of support samples in a model: 1.6 GB

std::vector<Index> support_of(const Matrix& left, const Matrix& middle) {
  std::vector<Index> kept;
  for (Index i = 0; i < left.rows(); ++i) {
    if (!left.row(i).isZero(0) || !middle.row(i).isZero(0)) kept.push_back(i);
  }
  if (kept.empty()) kept.push_back(0);
  return kept;
}

/// E of x -> E^T k(x), from the components C = V diag(w)^{1/2} of the samples themselves:
/// E = V diag(w)^{-1/2} = C diag(w)^{-1}, and w are the squared lengths of C's columns. Components
/// of no extent stay 0.
Matrix component_map(const Matrix& components) {
  const Vector w = components.colwise().squaredNorm();
  const double floor = component_floor * w.maxCoeff();
  Matrix map = components;
  for (Index k = 0; k < w.size(); ++k) {
    if (w[k] > floor) {
      map.col(k) /= w[k];
    } else {
      map.col(k).setZero();
    }
  }
  return map;
}

/// How many leading columns have any extent; at least one.
Index extended_columns(const Matrix& components) {
  const Vector w = components.colwise().squaredNorm();
  const double floor = component_floor * w.maxCoeff();
  return std::max<Index>(1, (w.array() > floor).count());
}

}  // namespace

KernelCoordinates kernel_coordinates(const Samples& x, const KernelOptions& kernel, Index rank) {
  KernelCoordinates found{.kernel = fitted(kernel, x)};
  const Matrix k = centred_kernel(kernel_matrix(x, found.kernel));
  Matrix components = kernel_components(k, rank > 0 ? rank : x.size());
  if (rank == 0) components = components.leftCols(extended_columns(components)).eval();
  found.left_out = std::max(0.0, k.trace() - components.squaredNorm());
  found.map = component_map(components);
  found.samples = components.transpose();
  return found;
}

Model kernel_model(const Samples& x, const KernelCoordinates& coordinates, const Matrix& factor) {
  Matrix left = coordinates.map * factor, middle = left * left.transpose();
  return kernel_model(x, coordinates.kernel, std::move(left), std::move(middle), 0);
}

Model kernel_model(const Samples& x, const KernelOptions& kernel, Matrix left, Matrix middle,
                   double weight) {
  Model model{.domain = Domain::kernel};
  if (is_precomputed(kernel)) {
    model.left = std::move(left);
    model.kernel.emplace(Samples(Matrix(x.size(), 0)), std::move(middle), kernel, weight);
    return model;
  }
  const auto kept = support_of(left, middle);
  require(static_cast<double>(x.dim()) * static_cast<double>(kept.size()) <= most_numbers,
          "a kernel model would hold {} samples of {} features; reduce the dimension first "
          "(option prepare=pca:N)",
          kept.size(), x.dim());
  const Samples support = x.select(kept);
  model.left = left(kept, Eigen::all);
  model.kernel.emplace(Samples(support.block(0, support.size())), middle(kept, kept), kernel,
                       weight);
  return model;
}

}  // namespace mahala
