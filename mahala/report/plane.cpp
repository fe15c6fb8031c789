#include "mahala/report/plane.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "mahala/core/error.hpp"
#include "mahala/data/samples/columns.hpp"

namespace mahala {
namespace {

/// The samples that have a say in the axes.
Samples central(const Samples& x) {
  constexpr Index fewest = 100;
  if (x.size() < fewest) return x;
  const Vector centre = mean(x);
  const Vector far = squared_norms(x) - 2 * x.project(centre).transpose();
  std::vector<Index> order(static_cast<std::size_t>(x.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return far[a] < far[b]; });
  order.resize(order.size() - order.size() / 50);
  return x.select(order);
}

/// Dense samples lose their mean first, which would swallow digits of the projection.
Matrix project_centred(const Samples& x, Index count) {
  if (x.is_sparse()) {
    const Matrix axes = principal_axes(central(x), count);
    return x.project(axes).colwise() - axes.transpose() * mean(x);
  }
  const Matrix dense = x.block(0, x.size());
  const Samples centred(Matrix(dense.colwise() - dense.rowwise().mean()));
  return centred.project(principal_axes(central(centred), count));
}

}  // namespace

Matrix plane(const Samples& embedded) {
  require(embedded.dim() > 0 && embedded.size() > 0, "a {} x {} embedding cannot be laid out",
          embedded.dim(), embedded.size());
  const Index known = std::min<Index>(2, embedded.dim());
  Matrix out = Matrix::Zero(2, embedded.size());
  out.topRows(known) = project_centred(embedded, known);
  return out;
}

}  // namespace mahala
