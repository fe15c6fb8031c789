#include "mahala/data/constraints/sample_constraints.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>

#include "mahala/core/error.hpp"
#include "mahala/data/constraints/local_pairs.hpp"
#include "mahala/data/constraints/triplet_sampler.hpp"
#include "mahala/data/labels/label_neighbours.hpp"
#include "mahala/data/samples/samples.hpp"

namespace mahala {
namespace {

/// No option asks for more: counts multiplied by classes stay far from overflow.
constexpr double most_constraints = 1 << 30;

/// Two different entries of `members`, of which there are at least two.
std::pair<Index, Index> random_two(const std::vector<Index>& members, Rng& rng) {
  const Index a = random_index(std::ssize(members), rng);
  const Index b = random_other(std::ssize(members), a, rng);
  return {members[static_cast<std::size_t>(a)], members[static_cast<std::size_t>(b)]};
}

Index number_to_draw(const Members& members, const SampleOptions& options) {
  const Index c = std::max<Index>(2, members.classes);
  return options.count > 0 ? options.count : 40 * c * (c - 1);
}

/// What is asked of a pair, by its BoundRule.
class Asking {
 public:
  Asking(const Labels& labels, const Samples& embedded, const SampleOptions& options, Rng& rng)
      : labels_(labels), embedded_(embedded), margin_(options.margin) {
    relative_ = options.bounds == BoundRule::relative;
    if (options.bounds == BoundRule::none) {
      bounds_ = {open_bound, open_bound};
    } else if (relative_) {
      require(!coincide(embedded), "the samples coincide, so their distances give no bounds");
    } else {
      bounds_ = draw_bounds(embedded, options.low_percentile, options.high_percentile, rng);
    }
  }

  Pair operator()(Index i, Index j) const {
    const bool same = labels_.share(i, j);
    const Relation relation = same ? Relation::at_most : Relation::at_least;
    if (!relative_) return {i, j, relation, same ? bounds_.low : bounds_.high};
    const double factor = same ? 1 - margin_ : 1 + margin_;
    return {i, j, relation, factor * embedded_.squared_distance(i, j)};
  }

 private:
  const Labels& labels_;
  const Samples& embedded_;
  double margin_;
  bool relative_;
  PairBounds bounds_ = {};
};

Pairs uniform_pairs(const Members& members, const Asking& ask, const SampleOptions& options,
                    Rng& rng) {
  Pairs pairs;
  for (Index k = number_to_draw(members, options); k > 0; --k) {
    const auto [i, j] = random_two(members.labelled, rng);
    pairs.push_back(ask(i, j));
  }
  return pairs;
}

/// The labelled samples that lack `label`; both lists ascend.
std::vector<Index> outsiders(const Members& members, Index label) {
  std::vector<Index> others;
  std::set_difference(members.labelled.begin(), members.labelled.end(), members.with(label).begin(),
                      members.with(label).end(), std::back_inserter(others));
  return others;
}

Pairs per_class_pairs(const Labels& labels, const Members& members, const Asking& ask,
                      const SampleOptions& options, Rng& rng) {
  Pairs pairs;
  for (Index label = 0; label < labels.label_count(); ++label) {
    const auto& inside = members.with(label);
    const auto outside = outsiders(members, label);
    for (Index k = 0; k < options.per_class && inside.size() > 1; ++k) {
      const auto [i, j] = random_two(inside, rng);
      pairs.push_back(ask(i, j));
    }
    for (Index k = 0; k < options.per_class && !inside.empty() && !outside.empty(); ++k) {
      const Index i = random_member(inside, rng);
      pairs.push_back(ask(i, random_member(outside, rng)));
    }
  }
  return pairs;
}

Pairs neighbour_pairs(const Labels& labels, const Samples& embedded, const Asking& ask,
                      const SampleOptions& options) {
  const auto lists = label_neighbours(labels, embedded, options.neighbours, options.impostors);
  std::vector<std::pair<Index, Index>> joined;
  for (std::size_t k = 0; k < lists.size(); ++k) {
    for (const auto* list : {&lists[k].same, &lists[k].other}) {
      for (const Index j : *list) joined.push_back(std::minmax({static_cast<Index>(k), j}));
    }
  }
  std::sort(joined.begin(), joined.end());
  joined.erase(std::unique(joined.begin(), joined.end()), joined.end());
  Pairs pairs;
  for (const auto& [i, j] : joined) pairs.push_back(ask(i, j));
  return pairs;
}

Pairs sample_pairs(const Labels& labels, const Samples& embedded, const SampleOptions& options,
                   Rng& rng, std::vector<LabelNeighbours>* near) {
  const Members members(labels);
  require(members.labelled.size() > 1, "pairs need two labelled samples, there is {}",
          members.labelled.size());
  if (options.bounds == BoundRule::local) return local_pairs(labels, embedded, options, near);
  const Asking ask(labels, embedded, options, rng);
  switch (options.protocol) {
    case PairProtocol::per_class:
      return per_class_pairs(labels, members, ask, options, rng);
    case PairProtocol::neighbours:
      return neighbour_pairs(labels, embedded, ask, options);
    case PairProtocol::automatic:
    case PairProtocol::uniform:
    case PairProtocol::paper:
      break;
  }
  return uniform_pairs(members, ask, options, rng);
}

Triplets sample_triplets(const Labels& labels, const SampleOptions& options, Rng& rng) {
  const TripletSampler sampler(labels);
  Triplets triplets;
  if (!sampler.possible()) return triplets;
  for (Index k = number_to_draw(sampler.members(), options); k > 0; --k) {
    triplets.push_back(sampler.draw(rng));
  }
  return triplets;
}

NearFarSets sample_sets(const Labels& labels, const Samples& embedded,
                        const SampleOptions& options) {
  auto lists = label_neighbours(labels, embedded, options.neighbours, options.neighbours);
  NearFarSets sets;
  for (std::size_t k = 0; k < lists.size(); ++k) {
    auto& [same, other] = lists[k];
    if (same.empty() || other.empty()) continue;
    sets.push_back({static_cast<Index>(k), std::move(same), std::move(other)});
  }
  return sets;
}

Rankings sample_rankings(const Labels& labels) {
  Rankings rankings;
  for (Index i = 0; i < labels.size(); ++i) {
    if (!labels[i].empty()) rankings.push_back({i, {labels[i].begin(), labels[i].end()}});
  }
  return rankings;
}

Constraints sample_kind(Supervision kind, const Labels& labels, const Samples& embedded,
                        const SampleOptions& options, Rng& rng,
                        std::vector<LabelNeighbours>* near) {
  if (looks_at_samples(kind)) {
    require(labels.size() == embedded.size(), "{} samples are embedded, {} have labels",
            embedded.size(), labels.size());
  }
  switch (kind) {
    case Supervision::pairs:
      return sample_pairs(labels, embedded, options, rng, near);
    case Supervision::triplets:
      return sample_triplets(labels, options, rng);
    case Supervision::sets:
      return sample_sets(labels, embedded, options);
    case Supervision::rankings:
      return sample_rankings(labels);
    case Supervision::nothing:
    case Supervision::labels:
    case Supervision::outputs:
    case Supervision::forms:
      break;
  }
  fail("{} are no constraints that could be drawn", kind);
}

constexpr std::string_view protocol_option = "protocol";

/// An option with the protocol it counts with where pairs are drawn.
Option for_pairs(Option option) {
  using enum PairProtocol;
  const std::pair<std::string_view, Condition> protocols[] = {
      {"count", if_is(protocol_option, uniform, automatic, paper)},
      {"per_class", if_is(protocol_option, per_class, automatic)},
      {"neighbours", if_is(protocol_option, neighbours, automatic)},
      {"impostors", if_is(protocol_option, neighbours, automatic)}};
  for (const auto& [name, protocol] : protocols) {
    if (option.name == name) option.counts_if.push_back(protocol);
  }
  return option;
}

const Condition* protocol_condition(const Option& option) {
  const auto found = std::find_if(option.counts_if.begin(), option.counts_if.end(),
                                  [](const Condition& c) { return c.option == protocol_option; });
  return found == option.counts_if.end() ? nullptr : &*found;
}

}  // namespace

std::string where_it_counts(std::string_view option) {
  std::vector<std::string> places;
  for (const Supervision kind : {Supervision::pairs, Supervision::triplets, Supervision::sets}) {
    SampleOptions any;
    for (const Option& each : describe(any, kind)) {
      if (each.name != option) continue;
      const Condition* protocol = protocol_condition(each);
      places.push_back(protocol == nullptr
                           ? fmt::format("{}", kind)
                           : fmt::format("{} of protocol {}", kind, protocol->values.front()));
    }
  }
  return fmt::format("{}", fmt::join(places, " and "));
}

Options describe(SampleOptions& o, Supervision kind) {
  Options counting;
  for (Option& option : describe(o)) {
    if (kind == Supervision::pairs) {
      counting.push_back(for_pairs(std::move(option)));
    } else if ((kind == Supervision::triplets && option.name == "count") ||
               (kind == Supervision::sets && option.name == "neighbours")) {
      counting.push_back(std::move(option));
    }
  }
  return counting;
}

Options describe(SampleOptions& o) {
  return {
      {"protocol", &o.protocol,
       "how pairs are chosen: at random (uniform), as many of each class (per-class), each sample "
       "with those around it (neighbours), or as in the papers (uniform, bounds by percentiles); "
       "auto: as the learner does best with"},
      {"count", &o.count, "pairs or triplets; 0 = 40 c (c-1) for c classes",
       between(0, most_constraints)},
      {"per_class", &o.per_class, "pairs of each sort for a class", between(1, most_constraints)},
      {"bounds", &o.bounds,
       "of pairs: percentiles of all distances, relative to the distance of each pair, local, by "
       "the distances around each sample, or none: same or different is all that is said; auto: as "
       "the learner does best with"},
      {"margin",
       &o.margin,
       "relative bounds: how much nearer similar pairs and farther dissimilar ones have to be",
       between(0, 1),
       {},
       {if_is("bounds", BoundRule::relative, BoundRule::automatic)}},
      {"low_percentile",
       &o.low_percentile,
       "of squared distances; bounds similar pairs",
       between(0, 100),
       {},
       {if_is("bounds", BoundRule::percentile, BoundRule::automatic)}},
      {"high_percentile",
       &o.high_percentile,
       "of squared distances; bounds dissimilar pairs",
       between(0, 100),
       {},
       {if_is("bounds", BoundRule::percentile, BoundRule::automatic)}},
      {"neighbours", &o.neighbours, "nearest of the same label, or of each sort in a set",
       between(1, most_constraints)},
      {"impostors", &o.impostors,
       "nearest of other labels, for protocol neighbours; 0 = 10 with local bounds, else 30",
       between(0, most_constraints)}};
}

void check(const SampleOptions& options) {
  SampleOptions described = options, untouched;
  check(describe(described));
  check_used(describe(described), describe(untouched));
  require(options.low_percentile < options.high_percentile,
          "option low_percentile {} is not below option high_percentile {}", options.low_percentile,
          options.high_percentile);
  resolved(options);
}

namespace {

/// The one of several choices that options were set for; `otherwise` if none was. Error if there
/// are two.
template <class E>
E implied(std::initializer_list<std::pair<bool, E>> set, std::string_view option, E otherwise) {
  std::optional<E> found;
  for (const auto& [given, choice] : set) {
    if (!given) continue;
    require(!found || *found == choice,
            "options for {} {} and {} are set: say which with option {}", option,
            found.value_or(choice), choice, option);
    found = choice;
  }
  return found.value_or(otherwise);
}

}  // namespace

SampleOptions resolved(SampleOptions options, const PairRecipe& recipe) {
  const SampleOptions usual;
  if (options.protocol == PairProtocol::automatic) {
    options.protocol =
        implied<PairProtocol>({{options.count > 0, PairProtocol::uniform},
                               {options.per_class != usual.per_class, PairProtocol::per_class},
                               {options.neighbours != usual.neighbours, PairProtocol::neighbours},
                               {options.impostors != usual.impostors, PairProtocol::neighbours},
                               {options.bounds == BoundRule::local, PairProtocol::neighbours}},
                              "protocol", recipe.protocol);
  }
  if (options.bounds == BoundRule::automatic) {
    const bool own = options.protocol == recipe.protocol;
    options.bounds = implied<BoundRule>(
        {{options.margin != usual.margin, BoundRule::relative},
         {options.low_percentile != usual.low_percentile, BoundRule::percentile},
         {options.high_percentile != usual.high_percentile, BoundRule::percentile}},
        "bounds", own ? recipe.bounds : BoundRule::percentile);
  }
  require(options.protocol != PairProtocol::paper || options.bounds == BoundRule::percentile,
          "option bounds: {} are not those of protocol paper", options.bounds);
  require(options.bounds != BoundRule::local || options.protocol == PairProtocol::neighbours,
          "option bounds: local is for protocol neighbours, not {}", options.protocol);
  if (options.impostors == 0) options.impostors = options.bounds == BoundRule::local ? 10 : 30;
  return options;
}

bool looks_at_samples(Supervision kind) {
  return kind == Supervision::pairs || kind == Supervision::sets;
}

Constraints sample_constraints(Supervision kind, const Labels& labels, const Samples& embedded,
                               const SampleOptions& asked, Rng& rng,
                               std::vector<LabelNeighbours>* near) {
  if (kind == Supervision::nothing) return Nothing{};
  check(asked);
  const SampleOptions options = resolved(asked);
  require(!labels.empty(), "{} are drawn from labels, and the samples have none", kind);
  Constraints constraints = sample_kind(kind, labels, embedded, options, rng, near);
  require(count(constraints) > 0,
          "the labels allow no {}: no sample shares a label with one and none with another", kind);
  return constraints;
}

}  // namespace mahala
