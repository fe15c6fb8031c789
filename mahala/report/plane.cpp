#include "mahala/report/plane.hpp"

#include <algorithm>

#include "mahala/core/error.hpp"
#include "mahala/data/samples.hpp"

namespace mahala {

Matrix plane(const MatrixView& embedded) {
  require(embedded.rows() > 0 && embedded.cols() > 0, "a {} x {} embedding cannot be laid out",
          embedded.rows(), embedded.cols());
  const Samples centred(Matrix(embedded.colwise() - embedded.rowwise().mean()));
  const Index known = std::min<Index>(2, embedded.rows());
  Matrix out = Matrix::Zero(2, embedded.cols());
  out.topRows(known) = centred.project(principal_axes(centred, known));
  return out;
}

}  // namespace mahala
