#include "mahala/learn/stream/choose_step.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "mahala/core/checkpoint/checkpoint.hpp"
#include "mahala/core/error.hpp"
#include "mahala/evaluate/quality.hpp"
#include "mahala/learn/identity_share.hpp"
#include "mahala/learn/stream/example_source.hpp"
#include "mahala/learn/stream/loss_watch.hpp"

namespace mahala {
namespace {

/// NaN also where the step was so large that scores leave the range of numbers.
double quality_or_none(const Model& model, const Dataset& data) {
  try {
    return mean_average_precision(model, data);
  } catch (const Error&) {
    return std::numeric_limits<double>::quiet_NaN();
  }
}

constexpr Index steps_unwatched = 100;
constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

/// One fold: what is learned from, and what a model is worth on the rest: one number, or one for
/// each share of the identity.
struct StepFold {
  Dataset train;
  Constraints given;
  std::function<std::vector<double>(const Model&)> judge;
};

/// Samples of one fold in their order, and all others.
std::pair<std::vector<Index>, std::vector<Index>> parted(const std::vector<Index>& order,
                                                         Index folds, Index fold) {
  std::pair<std::vector<Index>, std::vector<Index>> parts;
  for (std::size_t k = 0; k < order.size(); ++k) {
    const bool here = static_cast<Index>(k) % folds == fold;
    (here ? parts.first : parts.second).push_back(order[k]);
  }
  std::sort(parts.first.begin(), parts.first.end());
  std::sort(parts.second.begin(), parts.second.end());
  return parts;
}

/// Folds of samples, judged by their labels.
StepFold sample_trial(const Dataset& data, const Constraints& given,
                      const std::vector<Index>& order, const ChooseOptions& options, Index fold,
                      const Run& run) {
  auto [judged, rest] = parted(order, options.folds, fold);
  if (std::ssize(judged) > options.most_judged) {
    judged.resize(static_cast<std::size_t>(options.most_judged));
  }
  Dataset learned = data.select(rest), held_out = data.select(judged);
  if (run.prepared_by && !rest.empty()) {
    const Samples all = run.prepared_by(rest);
    learned.x = all.select(rest);
    held_out.x = all.select(judged);
  }
  const Constraints own = restrict_to(given, rest, data.size());
  const auto part = std::make_shared<const Dataset>(in_one_place(std::move(held_out)));
  if (!options.votes) {
    return {std::move(learned), own,
            [part](const Model& model) { return std::vector{quality_or_none(model, *part)}; }};
  }
  const auto voting = std::make_shared<const Dataset>(
      in_one_place(learned.select(evenly_spaced(learned.size(), options.most_voting))));
  return {std::move(learned), own,
          [part, voting](const Model& model) { return vote_by_shares(model, *voting, *part); }};
}

double worth(const Model& model, const Samples& x, const Triplets& held_out) {
  return triplet_accuracy(model, x, held_out);
}
double worth(const Model& model, const Samples& x, const Pairs& held_out) {
  return pair_auc(model, x, held_out);
}

/// Folds of given triplets or pairs among samples without labels.
template <class Given>
StepFold constraint_trial(const Dataset& data, const Given& given, const std::vector<Index>& order,
                          const ChooseOptions& options, Index fold) {
  const auto [judged, rest] = parted(order, options.folds, fold);
  Given tested, learned;
  for (const Index k : judged) tested.push_back(given[static_cast<std::size_t>(k)]);
  for (const Index k : rest) learned.push_back(given[static_cast<std::size_t>(k)]);
  return {data, std::move(learned), [&data, tested](const Model& model) {
            return std::vector{worth(model, data.x, tested)};
          }};
}

/// NaN: there was nothing to learn from, or to judge by.
struct StepOutcome {
  std::vector<double> qualities = {};
  double loss = nothing;
  bool diverged = false, stopped = false;

  double quality(std::size_t k) const { return k < qualities.size() ? qualities[k] : nothing; }
};

bool asked_to_stop(const Run& run, Index prefix, double loss) {
  return run.monitor && !run.monitor({.last_step = prefix, .objective = loss});
}

StepOutcome run_prefix(ExampleKind kind, const StepFold& trial, const StateMaker& make, double step,
                       Index prefix, const Run& run) {
  const auto source =
      example_source(kind, trial.train, trial.given, make_rng(run.seed, RandomStream::step_trials));
  if (source == nullptr) return {};
  const auto state = make(step, trial.train.dim());
  Runaway runaway;
  double sum = 0;
  for (Index t = 0; t < prefix; ++t) {
    const double loss = state->update(source->next());
    if (runaway.in(loss)) return {.diverged = true};
    if (t >= prefix / 2) sum += loss;
    if (t % steps_unwatched == 0 && asked_to_stop(run, prefix, loss)) return {.stopped = true};
  }
  return {trial.judge(state->model()), sum / static_cast<double>(prefix - prefix / 2)};
}

/// The mean of those that are defined; NaN if none is, or one diverged.
template <class NumberOf>
double mean_defined(const std::vector<StepOutcome>& all, const NumberOf& number_of) {
  double sum = 0, count = 0;
  for (const StepOutcome& each : all) {
    if (each.diverged) return nothing;
    const double number = number_of(each);
    if (std::isnan(number)) continue;
    sum += number;
    ++count;
  }
  return sum / count;
}

/// What a step size is worth, with the share of the identity that suits it best.
StepChoice::Entry entry_of(double step, const std::vector<StepOutcome>& outcomes, bool votes) {
  const auto mean = [&](std::size_t k) {
    return mean_defined(outcomes, [k](const StepOutcome& each) { return each.quality(k); });
  };
  if (!votes) return {step, mean(0)};
  StepChoice::Entry best{step, mean(0), identity_shares[0]};
  for (std::size_t k = 1; k < identity_shares.size(); ++k) {
    const double quality = mean(k);
    if (quality > best.quality) best = {step, quality, identity_shares[k]};
  }
  return best;
}

std::vector<StepFold> trials_of(ExampleKind kind, const Dataset& data, const Constraints& given,
                                ChooseOptions options, const Run& run) {
  const bool by_labels = !data.labels.empty();
  const Index size = by_labels ? data.size() : count(given);
  options.folds = std::min(options.folds, std::max<Index>(size, 1));
  Rng rng = make_rng(run.seed, RandomStream::step_folds);
  const std::vector<Index> order = random_order(size, rng);
  std::vector<StepFold> trials;
  for (Index fold = 0; fold < options.folds; ++fold) {
    if (by_labels) {
      trials.push_back(sample_trial(data, given, order, options, fold, run));
    } else if (kind == ExampleKind::triplets) {
      trials.push_back(constraint_trial(data, std::get<Triplets>(given), order, options, fold));
    } else if (kind == ExampleKind::pairs) {
      trials.push_back(constraint_trial(data, std::get<Pairs>(given), order, options, fold));
    }
  }
  return trials;
}

/// The entry of the largest quality, the first of equal ones; the smallest size if none has any.
StepChoice best(std::vector<StepChoice::Entry> table, std::string_view criterion, double sign) {
  StepChoice choice{.reason = {}, .table = std::move(table)};
  const StepChoice::Entry* winner = nullptr;
  for (const StepChoice::Entry& entry : choice.table) {
    if (std::isfinite(entry.quality) && (winner == nullptr || entry.quality > winner->quality)) {
      winner = &entry;
    }
  }
  choice.step = winner != nullptr ? winner->step : choice.table.front().step;
  choice.share = winner != nullptr ? winner->share : 0;
  choice.reason = winner != nullptr
                      ? fmt::format("chosen by {} {:.4g}", criterion, sign * winner->quality)
                      : "the smallest tried: every size ran away or had nothing to learn from";
  return choice;
}

/// A size in every fold; none if the monitor asked to stop.
std::optional<std::vector<StepOutcome>> outcomes_of(ExampleKind kind,
                                                    const std::vector<StepFold>& trials,
                                                    const StateMaker& make, double step,
                                                    Index prefix, const Run& run) {
  std::vector<StepOutcome> outcomes;
  for (const StepFold& trial : trials) {
    outcomes.push_back(run_prefix(kind, trial, make, step, prefix, run));
    if (outcomes.back().stopped) return std::nullopt;
    if (outcomes.back().diverged) break;
  }
  return outcomes;
}

}  // namespace

std::vector<double> step_grid() {
  return {0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100};
}

StepChoice choose_step(ExampleKind kind, const Dataset& data, const Constraints& given,
                       const StateMaker& make, const ChooseOptions& options, const Run& run) {
  const std::vector<StepFold> trials = trials_of(kind, data, given, options, run);
  std::vector<StepChoice::Entry> by_quality, by_loss;
  KeptLoop loop(run, [&](Archive& archive) {
    keep_list(archive, "by_quality", by_quality);
    keep_list(archive, "by_loss", by_loss);
  });
  const std::vector<double> grid = step_grid();
  for (std::size_t k = by_loss.size(); k < grid.size(); ++k) {
    const double step = grid[k];
    const auto outcomes = outcomes_of(kind, trials, make, step, options.prefix, run);
    if (!outcomes) return {.reason = {}, .stopped = true, .table = std::move(by_quality)};
    by_quality.push_back(entry_of(step, *outcomes, options.votes));
    by_loss.push_back(
        {step, -mean_defined(*outcomes, [](const StepOutcome& each) { return each.loss; })});
    loop.mark(options.prefix * std::ssize(trials));
  }
  const bool judged = std::any_of(by_quality.begin(), by_quality.end(),
                                  [](const auto& entry) { return std::isfinite(entry.quality); });
  if (!judged) return best(std::move(by_loss), "the mean loss of a prefix,", -1);
  const std::string_view criterion = options.votes                ? "right votes"
                                     : !data.labels.empty()       ? "mAP"
                                     : kind == ExampleKind::pairs ? "AUC of pairs"
                                                                  : "triplets right";
  return best(std::move(by_quality), fmt::format("{}, cross-validated:", criterion), 1);
}

}  // namespace mahala
