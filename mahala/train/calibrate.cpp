#include "mahala/train/calibrate.hpp"

#include <algorithm>
#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/random.hpp"
#include "mahala/data/constraints/overlap.hpp"
#include "mahala/evaluate/by_constraints.hpp"
#include "mahala/evaluate/trial.hpp"
#include "mahala/model/apply.hpp"
#include "mahala/model/feature_check.hpp"

namespace mahala {
namespace {

/// Weights of pairs on either side of a threshold.
struct Counts {
  double true_positive = 0, false_positive = 0;
  double same = 0, different = 0;  ///< in all
};

double f_beta(const Counts& c, double beta) {
  const double b = beta * beta, hit = (1 + b) * c.true_positive;
  const double all = hit + b * (c.same - c.true_positive) + c.false_positive;
  return all > 0 ? hit / all : 0;
}

/// What a threshold is worth by the rule; below 0: it is not to be taken.
double worth(const Counts& c, const CalibrateOptions& options) {
  switch (options.threshold) {
    case ThresholdRule::f_beta:
      return f_beta(c, options.beta);
    case ThresholdRule::false_positive_rate:
      return c.false_positive <= options.rate * c.different ? c.true_positive : -1;
    case ThresholdRule::accuracy:
      break;
  }
  return c.true_positive + (c.different - c.false_positive);
}

std::string rule_in_words(const CalibrateOptions& options) {
  switch (options.threshold) {
    case ThresholdRule::f_beta:
      return fmt::format("largest F-beta, beta = {:g}", options.beta);
    case ThresholdRule::false_positive_rate:
      return fmt::format("at most {:g} % of different pairs called the same", 100 * options.rate);
    case ThresholdRule::accuracy:
      break;
  }
  return "most pairs predicted right";
}

/// The mean loss of a map on pairs held out from it; the folds hold out samples.
double held_out_loss(ProbabilityMap map, const Pairs& pairs, const std::vector<KnownPair>& known,
                     const std::vector<Fold>& folds, Index n) {
  double loss = 0, weight = 0;
  for (const Fold& fold : folds) {
    std::vector<char> out(static_cast<std::size_t>(n), 0);
    for (const Index i : fold.test) out[static_cast<std::size_t>(i)] = 1;
    std::vector<KnownPair> learned, judged;
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      const bool apart = out[static_cast<std::size_t>(pairs[k].i)] != 0 ||
                         out[static_cast<std::size_t>(pairs[k].j)] != 0;
      (apart ? judged : learned).push_back(known[k]);
    }
    const auto both = [](const std::vector<KnownPair>& some) {
      return std::ranges::any_of(some, [](const auto& p) { return p.same && p.weight > 0; }) &&
             std::ranges::any_of(some, [](const auto& p) { return !p.same && p.weight > 0; });
    };
    double here = 0;
    for (const KnownPair& pair : judged) here += pair.weight;
    if (!both(learned) || here == 0) continue;
    loss += here * mean_log_loss(fit_map(map, learned), judged);
    weight += here;
  }
  require(weight > 0,
          "too few pairs to choose a probability on: some have to be held out, and pairs of both "
          "sorts be left");
  return loss / weight;
}

}  // namespace

Options describe(CalibrateOptions& o) {
  return {
      {"threshold", &o.threshold,
       "what the threshold is for: most pairs predicted right, the largest F-beta, or a share of "
       "different pairs that may be called the same"},
      {"beta",
       &o.beta,
       "of F-beta: above 1 misses count more than false alarms",
       positive(),
       {},
       {if_is("threshold", ThresholdRule::f_beta)}},
      {"rate",
       &o.rate,
       "the share of different pairs that may be called the same",
       between(0, 1),
       {},
       {if_is("threshold", ThresholdRule::false_positive_rate)}},
      {"probability", &o.probability,
       "platt: a logistic curve; isotonic: any falling curve; auto: the smaller log loss on "
       "pairs held out"},
      {"folds", &o.folds, "over which auto holds out samples with all their pairs",
       between(2, 1000)}};
}

void check(const CalibrateOptions& options) {
  CalibrateOptions described = options, untouched;
  check(describe(described));
  check_used(describe(described), describe(untouched));
}

double choose_threshold(std::vector<KnownPair> pairs, const CalibrateOptions& options) {
  std::ranges::stable_sort(pairs, {}, &KnownPair::u);
  Counts counts;
  for (const KnownPair& pair : pairs) (pair.same ? counts.same : counts.different) += pair.weight;
  require(counts.same > 0 && counts.different > 0,
          "a threshold takes pairs that are the same and others");
  double threshold = std::nextafter(pairs.front().u, -std::numeric_limits<double>::infinity());
  double most = worth(counts, options);  // where nothing is called the same
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    (pairs[k].same ? counts.true_positive : counts.false_positive) += pairs[k].weight;
    const bool last = k + 1 == pairs.size();
    if (!last && pairs[k + 1].u == pairs[k].u) continue;
    const double here = worth(counts, options);
    if (here <= most) continue;
    most = here;
    threshold = last ? pairs[k].u : pairs[k].u + (pairs[k + 1].u - pairs[k].u) / 2;
  }
  return threshold;
}

std::vector<KnownPair> known_pairs(const Model& model, const Dataset& data, const Pairs& pairs) {
  std::vector<std::pair<Index, Index>> ends;
  for (const Pair& pair : pairs) ends.emplace_back(pair.i, pair.j);
  const std::vector<LabelledPair> labelled = same_or_different(pairs);
  const Vector numbers = compare_pairs(model, data.x, data.x, ends);
  const double sign = model.kind == ModelKind::metric ? 1 : -1;
  std::vector<KnownPair> known;
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    known.push_back({sign * numbers[static_cast<Index>(k)], labelled[k].same, labelled[k].weight});
    require(std::isfinite(known.back().u), "the model gives pair {} no finite number", k);
  }
  return known;
}

Calibrated calibrate(const Model& model, const Dataset& data, const Pairs& pairs,
                     const CalibrateOptions& options) {
  check(options);
  check(pairs, data);
  check_judges(pairs);
  const std::vector<KnownPair> known = known_pairs(model, data, pairs);
  const Index n = data.size();
  Rng rng = make_rng(options.seed, RandomStream::race_folds);
  const auto folds = sample_folds(data, std::min(options.folds, group_count(data)), rng);
  Calibrated found{
      .log_loss_platt = held_out_loss(ProbabilityMap::platt, pairs, known, folds, n),
      .log_loss_isotonic = held_out_loss(ProbabilityMap::isotonic, pairs, known, folds, n)};
  const bool isotonic = options.probability == MapChoice::automatic
                            ? found.log_loss_isotonic < found.log_loss_platt
                            : options.probability == MapChoice::isotonic;
  found.calibration = fit_map(isotonic ? ProbabilityMap::isotonic : ProbabilityMap::platt, known);
  Calibration& c = found.calibration;
  c.threshold = choose_threshold(known, options);
  c.rule = rule_in_words(options);
  c.pairs = std::ssize(pairs);
  c.log_loss = isotonic ? found.log_loss_isotonic : found.log_loss_platt;
  double same = 0, all = 0;
  for (const KnownPair& pair : known) {
    all += pair.weight;
    if (pair.same) same += pair.weight;
  }
  c.same_share = same / all;
  c.sketch = sketch(pairs, data.x);
  found.note = learned_here(model, data, pairs);
  return found;
}

std::string calibrated_here(const Model& model, const Dataset& data, const Constraints& pairs) {
  if (!model.calibration) return "";
  const double share = share_in(model.calibration->sketch, pairs, data.x);
  if (share == 0) return "";
  return fmt::format(
      "the model was calibrated on {}: its decisions and probabilities look better here than they "
      "are",
      share_in_words(share, kind(pairs)));
}

}  // namespace mahala
