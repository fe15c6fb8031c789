#include "mahala/optimize/regression/pair_differences.hpp"

#include <algorithm>

#include "mahala/data/samples/columns.hpp"

namespace mahala {

Pairs spread_pairs(const Pairs& pairs, Index count) {
  const Index n = std::ssize(pairs);
  count = std::min(n, count);
  Pairs chosen;
  for (Index k = 0; k < count; ++k) {
    chosen.push_back(pairs[static_cast<std::size_t>(k * n / count)]);
  }
  return chosen;
}

void assign_difference(const Samples& x, const Pair& pair, Eigen::Ref<Vector> out) {
  with_columns(x, [&](const auto& columns) {
    const auto column = [&](Index i) {
      if constexpr (is_sparse_v<decltype(columns)>) {
        return columns.col(i);
      } else {
        return columns.col(i).template cast<double>();
      }
    };
    out = column(pair.i);
    if (pair.j != origin) out -= column(pair.j);
  });
}

void for_each_difference(const Samples& x, std::span<const Pair> pairs,
                         const std::function<void(Index, const MatrixView&)>& visit) {
  Matrix d(x.dim(), differences_at_once);
  for (Index begin = 0; begin < std::ssize(pairs); begin += differences_at_once) {
    const Index count = std::min(differences_at_once, std::ssize(pairs) - begin);
    for (Index k = 0; k < count; ++k) {
      assign_difference(x, pairs[static_cast<std::size_t>(begin + k)], d.col(k));
    }
    visit(begin, d.leftCols(count));
  }
}

}  // namespace mahala
