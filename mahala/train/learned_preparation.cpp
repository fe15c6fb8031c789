#include "mahala/train/learned_preparation.hpp"

#include <atomic>

#include "mahala/core/error.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/core/watch.hpp"
#include "mahala/evaluate/by_constraints.hpp"
#include "mahala/train/choice.hpp"
#include "mahala/train/stratified_sample.hpp"

namespace mahala {
namespace {

constexpr Index choosing_folds = 3, most_choosing = 5000;
constexpr Index choosing_steps = 100;  ///< they tell preparations apart long before an optimum

/// The error of a fold; 1 if nothing can be learned or judged there. Interrupted if learning was:
/// it would end with what it has, and the next fold would be learned from.
/// Folds at work on other threads are told by `interrupted`, since a watch tells one thread alone.
double error_in_fold(const Learner& learner, const GivenSample& sample, const Fold& fold,
                     const TrainOptions& training, std::uint64_t seed,
                     std::atomic<bool>& interrupted) {
  const Index n = sample.data.size();
  bool cut = false;
  const bool counted = learner.facts().steps != Stepping::online;
  const Run run{.monitor =
                    [&](const Progress& progress) {
                      cut = counted && progress.step >= choosing_steps;
                      return !cut && !interrupted;
                    },
                .seed = seed};
  try {
    const Trained trained = train(learner, sample.data.select(fold.train),
                                  restrict_to(sample.given, fold.train, n), training, run);
    if (trained.fit.status == Status::stopped && !cut) throw Interrupted();
    if (trained.fit.status == Status::diverged) return 1;
    return constraint_error(embed_samples(trained.fit.model, sample.data.x),
                            held_out_among(sample.given, fold.test, sample.data))
        .value_or(1);
  } catch (const Interrupted&) {
    interrupted = true;
    throw;
  } catch (const Error&) {
    return 1;
  }
}

}  // namespace

bool learning_can_choose(const Learner& learner, const Dataset& data, const Constraints& given,
                         const TrainOptions& options) {
  const LearnerFacts& facts = learner.facts();
  return options.prepare == "auto" && options.from == nullptr && !can_vote(data) &&
         takes(learner, kind(given)) && can_judge(given) && group_count(data) >= choosing_folds &&
         facts.gives == ModelKind::metric && facts.domain == Domain::features;
}

PreparationChoice choose_by_learning(const Learner& learner, const Dataset& data,
                                     const Constraints& given, const TrainOptions& options,
                                     const Run& run) {
  const auto plans = preparations_for(data.x, impute_step(options));
  if (plans.size() == 1) return {plans.front()};
  const GivenSample sample = few_constraints(data, given, most_choosing, run.seed);
  Rng rng = make_rng(run.seed, RandomStream::race_folds);
  const auto folds = sample_folds(sample.data, choosing_folds, rng);
  Matrix errors(choosing_folds, std::ssize(plans));
  std::atomic<bool> interrupted = false;
  parallel_for(errors.size(), [&](Index k) {
    TrainOptions training = options;
    training.prepare = plans[static_cast<std::size_t>(k / choosing_folds)];
    training.impute = "none";  // the plan does
    errors(k) = error_in_fold(learner, sample, folds[static_cast<std::size_t>(k % choosing_folds)],
                              training, run.seed, interrupted);
  });
  PreparationChoice choice;
  const Vector means = errors.colwise().mean();
  Index best = 0;
  means.minCoeff(&best);
  for (std::size_t p = 0; p < plans.size(); ++p) {
    choice.tried.push_back({plans[p], means[static_cast<Index>(p)]});
  }
  choice.plan = plans[static_cast<std::size_t>(best)];
  return choice;
}

}  // namespace mahala
