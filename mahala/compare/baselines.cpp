#include "mahala/compare/baselines.hpp"

#include <algorithm>

#include "mahala/evaluate/significance.hpp"
#include "mahala/model/feature_check.hpp"

namespace mahala {
namespace {

constexpr std::string_view baseline_names[] = {"euclidean", "covariance", "lda"};

std::string p_text(double p) { return p < 0.001 ? "p < 0.001" : fmt::format("p = {:.3f}", p); }

/// Baselines are a courtesy: one that cannot be run says why and the others go on.
Baseline measure_baseline(std::string_view name, const Dataset& data, const Protocol& protocol,
                          const TrainOptions& training, const Watcher& watcher) {
  const Candidate candidate =
      learned_in_folds(make_candidate(name), std::nullopt, training, data.size(), watcher);
  return {measure_or_say(candidate, data, protocol, watcher)};
}

/// Fills in what learning in the folds has shown.
void count_constraints(const ConstraintCount& count, bool given, BaselineComparison& comparison) {
  const Index folds = count.folds, without = count.without;
  comparison.constraints_mean = static_cast<double>(count.constraints) / static_cast<double>(folds);
  if (!given || without == 0) return;
  comparison.note = fmt::format(
      "{} of {} folds had no constraint among their samples and learned nothing", without, folds);
}

}  // namespace

BaselineComparison compare_with_baselines(const Candidate& candidate, const Dataset& data,
                                          const Protocol& protocol, const TrainOptions& training,
                                          const Watcher& watcher) {
  check_votes(protocol, data.size());
  BaselineComparison comparison{.learned = measure(candidate, data, protocol, watcher)};
  for (const std::string_view name : baseline_names) {
    Baseline baseline = measure_baseline(name, data, protocol, training, watcher);
    if (baseline.failure.empty()) {
      baseline.p_value =
          paired_test(comparison.learned.errors, baseline.score.errors, protocol.folds);
    }
    comparison.baselines.push_back(std::move(baseline));
  }
  return comparison;
}

BaselineComparison compare_with_baselines(const LearnerCandidate& candidate, const Dataset& data,
                                          const Protocol& protocol, const TrainOptions& training,
                                          const std::optional<Constraints>& given,
                                          const Watcher& watcher) {
  if (given) check(*given, data);
  const auto count = std::make_shared<ConstraintCount>();
  BaselineComparison comparison = compare_with_baselines(
      learned_in_folds(candidate, given, training, data.size(), watcher, count), data, protocol,
      training, watcher);
  count_constraints(*count, given.has_value(), comparison);
  return comparison;
}

BaselineComparison compare_with_baselines(const Model& model, const std::string& name,
                                          const Dataset& data, const Protocol& protocol,
                                          const Watcher& watcher) {
  BaselineComparison comparison =
      compare_with_baselines(Candidate{name, [&](const TrainingPart&) { return model; }}, data,
                             protocol, {.prepare = model.prepare.plan()}, watcher);
  comparison.note = learned_here(model, data);
  return comparison;
}

std::string verdict(const BaselineComparison& comparison) {
  const auto& baselines = comparison.baselines;
  const auto euclidean = std::find_if(baselines.begin(), baselines.end(),
                                      [](const Baseline& b) { return b.name == "euclidean"; });
  if (euclidean == baselines.end() || !euclidean->failure.empty()) return "";
  const std::string& name = comparison.learned.name;
  const std::string p = p_text(euclidean->p_value);
  if (euclidean->p_value >= significant) {
    return fmt::format("no difference between {} and Euclidean that the folds can show ({})", name,
                       p);
  }
  const bool better = comparison.learned.error_mean < euclidean->score.error_mean;
  return fmt::format("{} is {} than Euclidean ({})", name, better ? "better" : "worse", p);
}

}  // namespace mahala
