#include "mahala/optimize/regression/sparse_pairs.hpp"

namespace mahala {

SparseView sparse_column(const SparseMatrix& x, Index i) {
  const Index begin = x.outerIndexPtr()[i];
  const Index end = x.isCompressed() ? x.outerIndexPtr()[i + 1] : begin + x.innerNonZeroPtr()[i];
  const auto count = static_cast<std::size_t>(end - begin);
  return {{x.innerIndexPtr() + begin, count}, {x.valuePtr() + begin, count}};
}

void assign_difference(const SparseMatrix& x, Index i, Index j, SparseVector& out) {
  assign_difference(sparse_column(x, i), j == origin ? SparseView{} : sparse_column(x, j), out);
}

}  // namespace mahala
