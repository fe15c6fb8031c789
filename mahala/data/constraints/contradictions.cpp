#include "mahala/data/constraints/contradictions.hpp"

#include <algorithm>
#include <limits>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace mahala {
namespace {

std::pair<Index, Index> ends_of(const Pair& pair) { return std::minmax({pair.i, pair.j}); }

/// The query is closer to `near` than to `far`, says the constraint at a place.
struct Claim {
  Index query, near, far;
  std::size_t place;
};

// Claims about the same three samples become neighbours in an order, and among them those that say
// the same.
std::optional<Contradiction> find_opposites(LargeList<Claim> claims) {
  const auto key = [](const Claim& c) {
    return std::tuple(c.query, std::min(c.near, c.far), std::max(c.near, c.far), c.near, c.place);
  };
  std::ranges::sort(claims, {}, key);
  const auto found = std::ranges::adjacent_find(claims, [](const Claim& a, const Claim& b) {
    return a.query == b.query && a.near == b.far && a.far == b.near;
  });
  if (found == claims.end()) return std::nullopt;
  return std::minmax(found->place, (found + 1)->place);
}

}  // namespace

std::string bound_in_words(const Pair& pair) {
  const bool same = pair.relation == Relation::at_most;
  if (pair.is_open()) return same ? "the same" : "different";
  return fmt::format("{} {}", same ? "at most" : "at least", pair.value);
}

// Pairs of the same samples become neighbours in an order, the upper bounds before the lower ones
// and each by value; then the least upper bound opens its group. An open one stands for a value
// that contradicts whatever is said the other way: below all values as an upper bound, above all
// of them as a lower one.
std::optional<Contradiction> find_contradiction(const Pairs& pairs) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const auto value = [&](std::size_t k) {
    if (!pairs[k].is_open()) return pairs[k].value;
    return pairs[k].relation == Relation::at_most ? -infinity : infinity;
  };
  LargeList<std::size_t> order;
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    if (pairs[k].relation != Relation::equal) order.push_back(k);
  }
  const auto key = [&](std::size_t k) {
    return std::tuple(ends_of(pairs[k]), pairs[k].relation, value(k), k);
  };
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
  std::size_t opener = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    const Pair &first = pairs[order[opener]], &pair = pairs[order[k]];
    if (ends_of(pair) != ends_of(first)) {
      opener = k;
    } else if (first.relation == Relation::at_most && pair.relation == Relation::at_least &&
               value(order[k]) > value(order[opener])) {
      return std::minmax(order[opener], order[k]);
    }
  }
  return std::nullopt;
}

std::optional<Contradiction> find_contradiction(const Triplets& triplets) {
  LargeList<Claim> claims;
  for (std::size_t k = 0; k < triplets.size(); ++k) {
    claims.push_back({triplets[k].query, triplets[k].near, triplets[k].far, k});
  }
  return find_opposites(std::move(claims));
}

// A set alone cannot contradict itself: only queries that several are about are looked at.
std::optional<Contradiction> find_contradiction(const NearFarSets& sets) {
  std::unordered_map<Index, int> times;
  for (const NearFarSet& set : sets) ++times[set.query];
  LargeList<Claim> claims;
  for (std::size_t k = 0; k < sets.size(); ++k) {
    if (times[sets[k].query] == 1) continue;
    for (const Index near : sets[k].near) {
      for (const Index far : sets[k].far) claims.push_back({sets[k].query, near, far, k});
    }
  }
  return find_opposites(std::move(claims));
}

}  // namespace mahala
