#include "mahala/data/constraints/joined_samples.hpp"

#include <algorithm>
#include <numeric>

#include "mahala/core/error.hpp"

namespace mahala {

std::vector<Index> joined_samples(const Pairs& pairs, Index n) {
  std::vector<Index> parent(static_cast<std::size_t>(n));
  std::iota(parent.begin(), parent.end(), Index{0});
  const auto root = [&](Index i) {
    while (parent[static_cast<std::size_t>(i)] != i) {
      Index& up = parent[static_cast<std::size_t>(i)];
      up = parent[static_cast<std::size_t>(up)];
      i = up;
    }
    return i;
  };
  for (const Pair& pair : pairs) {
    require(pair.relation != Relation::equal && pair.j != origin,
            "pairs must be alike (<=) or not (>=) here, not measured distances (=)");
    if (pair.relation == Relation::at_least) continue;
    const Index a = root(pair.i), b = root(pair.j);
    parent[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
  }
  std::vector<Index> roots;
  for (Index i = 0; i < n; ++i) roots.push_back(root(i));
  return roots;
}

}  // namespace mahala
