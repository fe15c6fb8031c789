#include "mahala/optimize/sparse_pairs.hpp"

namespace mahala {

SparseView sparse_column(const SparseMatrix& x, Index i) {
  const Index begin = x.outerIndexPtr()[i];
  const Index end = x.isCompressed() ? x.outerIndexPtr()[i + 1] : begin + x.innerNonZeroPtr()[i];
  const auto count = static_cast<std::size_t>(end - begin);
  return {{x.innerIndexPtr() + begin, count}, {x.valuePtr() + begin, count}};
}

void assign_difference(const SparseMatrix& x, Index i, Index j, SparseVector& out) {
  const SparseView a = sparse_column(x, i);
  const SparseView b = j == origin ? SparseView{} : sparse_column(x, j);
  out.at.clear();
  out.value.clear();
  const auto push = [&](Index at, double value) {
    if (value == 0) return;
    out.at.push_back(at);
    out.value.push_back(value);
  };
  std::size_t p = 0, q = 0;
  while (p < a.at.size() || q < b.at.size()) {
    if (q == b.at.size() || (p < a.at.size() && a.at[p] < b.at[q])) {
      push(a.at[p], a.value[p]);
      ++p;
    } else if (p == a.at.size() || b.at[q] < a.at[p]) {
      push(b.at[q], -b.value[q]);
      ++q;
    } else {
      push(a.at[p], a.value[p] - b.value[q]);
      ++p, ++q;
    }
  }
}

}  // namespace mahala
