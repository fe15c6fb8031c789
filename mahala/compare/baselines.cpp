#include "mahala/compare/baselines.hpp"

#include <algorithm>

#include "mahala/compare/comparison.hpp"
#include "mahala/core/error.hpp"
#include "mahala/core/suggest.hpp"
#include "mahala/evaluate/significance.hpp"
#include "mahala/model/feature_check.hpp"
#include "mahala/train/choose_preparation.hpp"

namespace mahala {
namespace {

constexpr std::string_view known_baselines[] = {"euclidean_raw", "euclidean", "covariance", "lda"};

std::string p_text(double p) { return p < 0.001 ? "p < 0.001" : fmt::format("p = {:.3f}", p); }

/// Baselines are a courtesy: one that cannot be run says why and the others go on.
Baseline measure_baseline(std::string_view name, const Dataset& data, const Protocol& protocol,
                          const TrainOptions& training, const Watcher& watcher) {
  TrainOptions usual = training;
  if (training.prepare == "auto") usual.prepare = usual_preparation(data.x);
  const LearnerCandidate baseline =
      name == "euclidean_raw" ? euclidean_raw() : make_candidate(name);
  const Candidate candidate =
      learned_in_folds(baseline, given_for(baseline, protocol), usual, data.size(), watcher);
  return {measure_or_say(candidate, data, protocol, watcher)};
}

/// Fills in what learning in the folds has shown.
void add_record(const FoldRecord& record, bool given, BaselineComparison& comparison) {
  comparison.constraints_mean = record.constraints_mean();
  comparison.chosen = record.chosen();
  if (!given || record.without() == 0) return;
  comparison.note +=
      fmt::format("{}{} of {} folds had no constraint among their samples and learned nothing",
                  comparison.note.empty() ? "" : "; ", record.without(), record.folds());
}

}  // namespace

std::vector<std::string> baseline_names() {
  return {std::begin(known_baselines), std::end(known_baselines)};
}

std::vector<std::string> parse_baselines(std::string_view list) {
  if (list == "none") return {};
  if (list == "all") return baseline_names();
  std::vector<std::string> asked, chosen;
  while (true) {
    const std::size_t comma = list.find(',');
    asked.emplace_back(list.substr(0, comma));
    require(std::ranges::find(known_baselines, asked.back()) != std::end(known_baselines),
            "there is no baseline '{}'{} (there are: {}; or none, or all)", asked.back(),
            did_you_mean(asked.back(), known_baselines), fmt::join(known_baselines, ", "));
    if (comma == std::string_view::npos) break;
    list.remove_prefix(comma + 1);
  }
  for (const std::string_view name : known_baselines) {
    if (std::ranges::find(asked, name) != asked.end()) chosen.emplace_back(name);
  }
  return chosen;
}

const Baseline* better_euclidean(const std::vector<Baseline>& baselines) {
  const Baseline* better = nullptr;
  for (const Baseline& each : baselines) {
    if (!each.name.starts_with("euclidean") || !each.failure.empty()) continue;
    if (better == nullptr || each.score.error_mean < better->score.error_mean) better = &each;
  }
  return better;
}

namespace {

/// With all baselines but the one that is what was learned.
BaselineComparison compare_with_others(const Candidate& candidate, std::string_view itself,
                                       const Dataset& data, const Protocol& protocol,
                                       const TrainOptions& training, const Watcher& watcher) {
  check_truth(data, protocol, "evaluate");
  BaselineComparison comparison{.learned = measure(candidate, data, protocol, watcher)};
  if (protocol.by) {
    comparison.judged_by = kind(*protocol.by);
    comparison.note = note_on_judging(comparison.judged_by);
  }
  for (const std::string& name : protocol.baselines.value_or(baseline_names())) {
    if (name == itself) continue;
    if (protocol.by && name == "lda") continue;  // it learns from labels
    Baseline baseline = measure_baseline(name, data, protocol, training, watcher);
    if (baseline.failure.empty()) {
      baseline.p_value =
          paired_test(comparison.learned.errors, baseline.score.errors, protocol.folds);
    }
    comparison.baselines.push_back(std::move(baseline));
  }
  return comparison;
}

/// The baseline that a learner is, with the options it has there; "" if it is none.
std::string baseline_of(const LearnerCandidate& candidate) {
  const std::string name(candidate.learner->facts().name);
  if (std::ranges::find(known_baselines, name) == std::end(known_baselines)) return "";
  return candidate.settings == make_candidate(name).settings ? name : "";
}

}  // namespace

BaselineComparison compare_with_baselines(const Candidate& candidate, const Dataset& data,
                                          const Protocol& protocol, const TrainOptions& training,
                                          const Watcher& watcher) {
  return compare_with_others(candidate, "", data, protocol, training, watcher);
}

BaselineComparison compare_with_baselines(const LearnerCandidate& candidate, const Dataset& data,
                                          const Protocol& protocol, const TrainOptions& training,
                                          const std::optional<Constraints>& given,
                                          const Watcher& watcher) {
  if (given) check(*given, data);
  const auto record = std::make_shared<FoldRecord>();
  // Who learns from nothing can be judged by what is given all the same.
  const bool blind = protocol.by && candidate.learner->facts().needs == Supervision::nothing;
  const auto learned_from = blind ? std::nullopt : given;
  BaselineComparison comparison = compare_with_others(
      learned_in_folds(candidate, learned_from, training, data.size(), watcher, record),
      baseline_of(candidate), data, protocol, training, watcher);
  add_record(*record, learned_from.has_value(), comparison);
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
  const Baseline* euclidean = better_euclidean(comparison.baselines);
  if (euclidean == nullptr) return "";
  const std::string& name = comparison.learned.name;
  const std::string p = p_text(euclidean->p_value);
  const std::string_view other =
      euclidean->name == "euclidean_raw" ? "Euclidean on raw features" : "Euclidean";
  if (std::ssize(comparison.learned.errors) < least_differences) {
    return fmt::format("too few folds to tell whether {} is better than {}", name, other);
  }
  if (euclidean->p_value >= significant) {
    return fmt::format("the difference between {} and {} is within fold-to-fold noise ({})", name,
                       other, p);
  }
  const bool better = comparison.learned.error_mean < euclidean->score.error_mean;
  return fmt::format("{} is {} than {} ({})", name, better ? "better" : "worse", other, p);
}

}  // namespace mahala
