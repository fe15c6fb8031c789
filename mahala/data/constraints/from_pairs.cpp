#include "mahala/data/constraints/from_pairs.hpp"

#include <algorithm>
#include <map>

#include "mahala/core/error.hpp"

namespace mahala {

NearFarSets sets_from(const Pairs& pairs) {
  std::map<Index, NearFarSet> by_query;
  for (const Pair& pair : pairs) {
    require(pair.relation != Relation::equal && pair.j != origin,
            "pairs must be the same (<=) or different (>=) here, not measured distances (=)");
    for (const auto& [query, other] : {std::pair(pair.i, pair.j), std::pair(pair.j, pair.i)}) {
      NearFarSet& set = by_query[query];
      auto& members = pair.relation == Relation::at_most ? set.near : set.far;
      if (std::ranges::find(members, other) == members.end()) members.push_back(other);
    }
  }
  NearFarSets sets;
  for (auto& [query, set] : by_query) {
    if (set.near.empty() || set.far.empty()) continue;
    set.query = query;
    sets.push_back(std::move(set));
  }
  require(!sets.empty(), "no sample is the same as one and different from another");
  return sets;
}

// Of what is left, each is taken with the probability that leaves as many as are wanted.
Triplets triplets_from(const Pairs& pairs, Index most, Rng& rng) {
  const NearFarSets sets = sets_from(pairs);
  Index left = 0;
  for (const NearFarSet& set : sets) left += std::ssize(set.near) * std::ssize(set.far);
  Index wanted = most > 0 ? std::min(most, left) : left;
  Triplets triplets;
  for (const auto& [query, near, far] : sets) {
    for (const Index a : near) {
      for (const Index b : far) {
        if (random_index(left--, rng) >= wanted) continue;
        triplets.push_back({query, a, b});
        --wanted;
      }
    }
  }
  return triplets;
}

}  // namespace mahala
