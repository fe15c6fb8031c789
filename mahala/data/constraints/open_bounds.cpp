#include "mahala/data/constraints/open_bounds.hpp"

#include <algorithm>

#include "mahala/core/error.hpp"
#include "mahala/data/constraints/pair_bounds.hpp"

namespace mahala {
namespace {

constexpr double low_share = 5, high_share = 95;  ///< percentiles

bool is_same(const Pair& pair) { return pair.relation == Relation::at_most; }

struct PairDistances {
  LargeList<double> same = {}, different = {};  ///< the positive ones
  LargeList<double> all = {};
};

PairDistances distances_of(const Pairs& pairs, const Samples& embedded) {
  PairDistances found;
  for (const Pair& pair : pairs) {
    const double distance = embedded.squared_distance(pair.i, pair.j);
    found.all.push_back(distance);
    if (distance > 0) (is_same(pair) ? found.same : found.different).push_back(distance);
  }
  require(!found.same.empty() || !found.different.empty(),
          "the samples of each pair coincide, so their distances give no bounds");
  return found;
}

DerivedBounds percentiles(PairDistances found) {
  DerivedBounds bounds{OpenBounds::percentile, percentile_among(found.all, low_share),
                       percentile_among(found.all, high_share)};
  double smallest = std::numeric_limits<double>::infinity();
  for (const double each : found.all) {
    if (each > 0) smallest = std::min(smallest, each);
  }
  bounds.low = std::max(bounds.low, smallest);
  bounds.high = std::max(bounds.high, bounds.low);
  return bounds;
}

double unit_of(PairDistances found) {
  const auto median = [](LargeList<double>& one, LargeList<double>& other) {
    return percentile_among(one.empty() ? other : one, 50);
  };
  return std::sqrt(median(found.same, found.different)) *
         std::sqrt(median(found.different, found.same));
}

/// Both sorts of the same total weight, in squared units.
void weigh_alike(Pairs& pairs, double unit) {
  double same = 0, different = 0;
  for (const Pair& pair : pairs) (is_same(pair) ? same : different) += pair.weight;
  const double all = static_cast<double>(pairs.size()) / (unit * unit);
  for (Pair& pair : pairs) {
    const double sort = is_same(pair) ? same : different;
    if (sort > 0) pair.weight *= all / sort;
  }
}

}  // namespace

std::string in_words(const DerivedBounds& bounds) {
  if (bounds.rule == OpenBounds::none) return "";
  return fmt::format("same at most {:.4g}, different at least {:.4g} ({})", bounds.low, bounds.high,
                     bounds.rule == OpenBounds::unit
                         ? "by the medians of the pairs' squared distances"
                         : fmt::format("percentiles {} and {} of the pairs' squared distances",
                                       low_share, high_share));
}

bool has_open_bounds(const Constraints& constraints) {
  const auto* pairs = std::get_if<Pairs>(&constraints);
  return pairs != nullptr && std::ranges::any_of(*pairs, &Pair::is_open);
}

DerivedBounds derive_bounds(Pairs& pairs, const Samples& embedded, OpenBounds rule) {
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    require(pairs[k].is_open(), "pair {} has a value and others have none: all of them or none", k);
  }
  DerivedBounds bounds{.rule = rule};
  if (rule == OpenBounds::percentile) bounds = percentiles(distances_of(pairs, embedded));
  if (rule == OpenBounds::unit) {
    const double unit = unit_of(distances_of(pairs, embedded));
    bounds.high = 2 * unit;
    weigh_alike(pairs, unit);
  }
  for (Pair& pair : pairs) pair.value = is_same(pair) ? bounds.low : bounds.high;
  return bounds;
}

}  // namespace mahala
