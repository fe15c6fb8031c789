#include "mahala/optimize/regression/pair_differences.hpp"

#include <algorithm>

#include "mahala/core/ranks.hpp"
#include "mahala/data/samples/columns.hpp"
#include "mahala/data/samples/shared_columns.hpp"

namespace mahala {
namespace {

/// All first ends of pairs, then all second ones that are samples.
void append_ends(std::span<const Pair> pairs, std::vector<Index>& ends) {
  for (const Pair& pair : pairs) ends.push_back(pair.i);
  for (const Pair& pair : pairs) {
    if (pair.j != origin) ends.push_back(pair.j);
  }
}

/// out = the differences of pairs whose ends are these columns.
void subtract_ends(const Matrix& columns, std::span<const Pair> pairs, Eigen::Ref<Matrix> out) {
  out = columns.leftCols(out.cols());
  for (Index k = 0, next = out.cols(); k < out.cols(); ++k) {
    if (pairs[static_cast<std::size_t>(k)].j != origin) out.col(k) -= columns.col(next++);
  }
}

}  // namespace

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
    assign_differences(
        x, pairs.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(count)),
        d.leftCols(count));
    visit(begin, d.leftCols(count));
  }
}

void assign_differences(const Samples& x, std::span<const Pair> pairs, Eigen::Ref<Matrix> out) {
  if (!x.is_shared()) {
    for (Index k = 0; k < out.cols(); ++k) {
      assign_difference(x, pairs[static_cast<std::size_t>(k)], out.col(k));
    }
    return;
  }
  std::vector<Index> ends;  // one exchange for all of them
  append_ends(pairs, ends);
  subtract_ends(x.columns(ends), pairs, out);
}

void for_each_dealt_difference(const Samples& x, std::span<const std::span<const Pair>> dealt,
                               const std::function<void(const MatrixView&)>& visit) {
  constexpr auto at_once = static_cast<std::size_t>(differences_at_once);
  std::size_t most = 0;
  for (const auto& pairs : dealt) most = std::max(most, pairs.size());
  Matrix d(x.dim(), differences_at_once);
  for (std::size_t first = 0; first < most; first += at_once) {
    const auto block = [&](std::span<const Pair> pairs) {
      const auto rest = pairs.subspan(std::min(first, pairs.size()));
      return rest.first(std::min(at_once, rest.size()));
    };
    std::vector<Index> ends, begin(1, 0);
    for (const auto& pairs : dealt) {
      append_ends(block(pairs), ends);
      begin.push_back(std::ssize(ends));
    }
    const Matrix columns = dealt_columns(x, ends, begin);
    const auto own = block(dealt[static_cast<std::size_t>(rank())]);
    if (own.empty()) continue;
    subtract_ends(columns, own, d.leftCols(std::ssize(own)));
    visit(d.leftCols(std::ssize(own)));
  }
}

}  // namespace mahala
