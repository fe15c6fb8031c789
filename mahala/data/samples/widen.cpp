#include "mahala/data/samples/widen.hpp"

#include "mahala/core/linalg/vector_units.hpp"

namespace mahala {
namespace {

MAHALA_WIDEST_VECTORS
void widen_numbers(const float* from, Index count, double* to) {
  for (Index i = 0; i < count; ++i) to[i] = static_cast<double>(from[i]);
}

}  // namespace

void widen(const Eigen::Ref<const MatrixF>& from, Eigen::Ref<Matrix> to) {
  eigen_assert(from.rows() == to.rows() && from.cols() == to.cols());
  for (Index i = 0; i < from.cols(); ++i) {
    widen_numbers(from.col(i).data(), from.rows(), to.col(i).data());
  }
}

}  // namespace mahala
