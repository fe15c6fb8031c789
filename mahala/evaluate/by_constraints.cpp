#include "mahala/evaluate/by_constraints.hpp"

#include <algorithm>
#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/evaluate/trial.hpp"

namespace mahala {
namespace {

/// Triplets as they are, or those that sets stand for; null for pairs.
std::optional<Triplets> as_triplets(const Constraints& constraints) {
  if (const auto* triplets = std::get_if<Triplets>(&constraints)) return *triplets;
  if (const auto* sets = std::get_if<NearFarSets>(&constraints)) return triplets_of(*sets);
  return std::nullopt;
}

/// Whether some, or all, of a constraint's samples are held out.
class HeldOut {
 public:
  HeldOut(std::span<const Index> samples, Index n, bool all)
      : held_out_(static_cast<std::size_t>(n), 0), all_(all) {
    for (const Index sample : samples) held_out_[static_cast<std::size_t>(sample)] = 1;
  }

  bool operator()(const Pair& pair) const { return counts({pair.i, pair.j}); }
  bool operator()(const Triplet& t) const { return counts({t.query, t.near, t.far}); }
  bool operator()(const Ranking& ranking) const { return counts({ranking.sample}); }
  bool operator()(const Form& form) const { return counts(samples_of(Forms{form})); }
  bool operator()(const NearFarSet& set) const {
    std::vector<Index> samples = {set.query};
    for (const auto* list : {&set.near, &set.far}) {
      samples.insert(samples.end(), list->begin(), list->end());
    }
    return counts(samples);
  }

 private:
  bool counts(std::span<const Index> samples) const {
    const auto is_out = [this](Index i) {
      return i == origin || held_out_[static_cast<std::size_t>(i)] != 0;
    };
    return all_ ? std::ranges::all_of(samples, is_out)
                : std::ranges::any_of(samples, [&](Index i) { return i != origin && is_out(i); });
  }
  bool counts(std::initializer_list<Index> samples) const {
    return counts(std::span(samples.begin(), samples.size()));
  }

  std::vector<char> held_out_;
  bool all_;
};

Constraints kept_if(const Constraints& constraints, const HeldOut& counts) {
  return std::visit(
      [&](const auto& some) -> Constraints {
        std::decay_t<decltype(some)> kept;
        if constexpr (requires { some.size(); }) {
          std::ranges::copy_if(some, std::back_inserter(kept), counts);
        }
        return kept;
      },
      constraints);
}

/// For each of `from` the share of `others` that are smaller; equal ones count one half.
std::vector<double> shares_below(const std::vector<double>& from, std::vector<double> others) {
  std::ranges::sort(others);
  std::vector<double> shares;
  for (const double each : from) {
    const auto [low, high] = std::ranges::equal_range(others, each);
    const auto below = static_cast<double>(low - others.begin()),
               equal = static_cast<double>(high - low);
    shares.push_back((below + equal / 2) / static_cast<double>(others.size()));
  }
  return shares;
}

/// The distances of same and of different pairs.
std::pair<std::vector<double>, std::vector<double>> sorted_by_kind(
    const Samples& embedded, const std::vector<LabelledPair>& pairs) {
  std::pair<std::vector<double>, std::vector<double>> sorts;
  const std::vector<double> distances = pair_distances(embedded, pairs);
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    (pairs[k].same ? sorts.first : sorts.second).push_back(distances[k]);
  }
  return sorts;
}

std::optional<Verification> verified(const Samples& embedded, const Pairs& pairs) {
  const auto labelled = same_or_different(pairs);
  std::vector<double> weights;
  for (const LabelledPair& pair : labelled) weights.push_back(pair.weight);
  return SortedPairs(pair_distances(embedded, labelled), labelled).verify(weights);
}

/// The weighted share of pairs that a threshold predicts right.
double accuracy_at(double threshold, const Samples& embedded, const Pairs& pairs) {
  double right = 0, all = 0;
  for (const LabelledPair& pair : same_or_different(pairs)) {
    const bool near = embedded.squared_distance(pair.i, pair.j) <= threshold;
    if (near == pair.same) right += pair.weight;
    all += pair.weight;
  }
  return right / all;
}

}  // namespace

Triplets triplets_of(const NearFarSets& sets) {
  Triplets triplets;
  for (const auto& [query, near, far] : sets) {
    for (const Index a : near) {
      for (const Index b : far) triplets.push_back({query, a, b});
    }
  }
  return triplets;
}

void check_judges(const Constraints& constraints) {
  if (const auto* pairs = std::get_if<Pairs>(&constraints)) {
    const auto labelled = same_or_different(*pairs);
    for (const bool same : {true, false}) {
      const bool any = std::ranges::any_of(
          labelled, [&](const LabelledPair& pair) { return pair.same == same && pair.weight > 0; });
      require(any, "there is no pair that is {}: nothing can be judged by such pairs",
              same ? "the same" : "different");
    }
    return;
  }
  const auto triplets = as_triplets(constraints);
  require(triplets.has_value(), "{} are nothing that distances can be judged by",
          kind(constraints));
  require(!triplets->empty(), "there are no {} to judge by", kind(constraints));
}

bool can_judge(const Constraints& constraints) {
  try {
    check_judges(constraints);
  } catch (const Error&) {
    return false;
  }
  return true;
}

std::vector<Fold> sample_folds(const Dataset& data, Index folds, Rng& rng) {
  const std::vector<Index> one_class(static_cast<std::size_t>(data.size()), 0);
  if (data.groups.empty()) return stratified_folds(one_class, folds, rng);
  return grouped_folds(one_class, data.groups.classes(), folds, rng);
}

Constraints held_out_among(const Constraints& constraints, std::span<const Index> samples,
                           const Dataset& data) {
  return kept_if(constraints, HeldOut(samples, data.size(), !data.groups.empty()));
}

Constraints among(const Constraints& constraints, std::span<const Index> samples, Index n) {
  return kept_if(constraints, HeldOut(samples, n, true));
}

UnitErrors unit_errors(const Samples& embedded, const Constraints& constraints) {
  UnitErrors errors;
  if (const auto* pairs = std::get_if<Pairs>(&constraints)) {
    const auto [same, different] = sorted_by_kind(embedded, same_or_different(*pairs));
    if (same.empty() || different.empty()) return errors;
    errors.same = shares_below(same, different);
    errors.different = shares_below(different, same);
    for (double& share : errors.different) share = 1 - share;
    return errors;
  }
  for (const Triplet& t : as_triplets(constraints).value_or(Triplets{})) {
    const double near = embedded.squared_distance(t.query, t.near),
                 far = embedded.squared_distance(t.query, t.far);
    errors.same.push_back(near < far ? 0 : near == far ? 0.5 : 1);
  }
  return errors;
}

std::optional<double> constraint_error(const Samples& embedded, const Constraints& constraints) {
  if (const auto* pairs = std::get_if<Pairs>(&constraints)) {
    const auto found = verified(embedded, *pairs);
    return found ? std::optional(1 - found->auc) : std::nullopt;
  }
  const auto triplets = as_triplets(constraints);
  if (!triplets || triplets->empty()) return std::nullopt;
  const double right = values(measure_triplets(embedded, *triplets)).front();
  return std::isnan(right) ? std::nullopt : std::optional(1 - right);
}

std::vector<std::string> constraint_names(Supervision kind) {
  if (kind == Supervision::pairs) return {"auc", "equal_error_rate", "accuracy"};
  return {"triplet_accuracy"};
}

std::vector<std::optional<double>> measure_constraints(const Samples& embedded,
                                                       const Constraints& held_out,
                                                       const Constraints& learned) {
  const auto* pairs = std::get_if<Pairs>(&held_out);
  if (pairs == nullptr) {
    const auto error = constraint_error(embedded, held_out);
    return {error ? std::optional(1 - *error) : std::nullopt};
  }
  const auto found = verified(embedded, *pairs);
  if (!found) return std::vector<std::optional<double>>(3);
  const auto chosen = verified(embedded, std::get<Pairs>(learned));
  return {found->auc, found->equal_error_rate,
          chosen ? std::optional(accuracy_at(chosen->threshold, embedded, *pairs)) : std::nullopt};
}

}  // namespace mahala
