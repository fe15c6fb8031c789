#include "mahala/report/plane.hpp"

#include <algorithm>

#include "mahala/core/error.hpp"

namespace mahala {
namespace {

/// Dense samples lose their mean first, which would swallow digits of the projection.
Matrix project_centred(const Samples& x, Index count) {
  if (x.is_sparse()) {
    const Matrix axes = principal_axes(x, count);
    return x.project(axes).colwise() - axes.transpose() * mean(x);
  }
  const Matrix dense = x.block(0, x.size());
  const Samples centred(Matrix(dense.colwise() - dense.rowwise().mean()));
  return centred.project(principal_axes(centred, count));
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
