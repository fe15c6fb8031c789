#include "mahala/train/auto_learner.hpp"

#include <algorithm>

#include "mahala/core/error.hpp"
#include "mahala/core/random.hpp"
#include "mahala/train/choose_preparation.hpp"
#include "mahala/train/race_candidates.hpp"
#include "mahala/train/stratified_sample.hpp"

namespace mahala {
namespace {

class AutoLearner final : public ChoosingLearner {
 public:
  using ChoosingLearner::ChoosingLearner;

  Options options() override { return describe(options_); }

  Model prior(const Dataset& data, const Run&) const override { return identity_model(data.dim()); }

  Fit fit(const Dataset& data, const Constraints& constraints, const Run& run) const override {
    const bool none = std::holds_alternative<Nothing>(constraints);
    const LearnerChoice choice =
        choose(data, none ? std::nullopt : std::optional(constraints), {.prepare = "none"}, run);
    const bool learns = takes(*choice.learner, kind(constraints));
    return choice.learner->fit(data, learns ? constraints : Constraints(Nothing{}), run);
  }

  std::unique_ptr<OnlineState> stream(const StreamShape&, const Run&) const override {
    fail("auto does not learn from one example at a time");
  }
  bool leaves_step_open() const override { return false; }
  void note(Fit&) const override {}

  LearnerChoice choose(const Dataset& data, const std::optional<Constraints>& given,
                       const TrainOptions& options, const Run& run) const override {
    const auto plans = options.prepare == "auto" ? preparations_for(data.x, impute_step(options))
                                                 : std::vector{preparation_asked(options)};
    if (given) return choose_given(data, *given, plans, options, run);
    require(!data.labels.empty(),
            "{}: has no labels to choose a learner by, and no pairs or triplets are given",
            data.source);
    if (!can_vote(data)) {
      return chosen_alone(
          make_racer("euclidean", "euclidean", {}, plans.front(), {}),
          "nothing to choose by: a vote needs one label for each sample, two classes and "
          "12 samples; the Euclidean metric is kept");
    }
    Track track{stratified_sample(data, options_.samples, run.seed)};
    Rng rng = make_rng(run.seed, RandomStream::race_folds);
    track.folds = dataset_folds(track.data, std::min(race_folds, group_count(track.data)), rng);
    return race(track, racers_for(track.data, plans), options_.budget, options, run);
  }

 private:
  LearnerChoice choose_given(const Dataset& data, const Constraints& given,
                             const std::vector<std::string>& plans, const TrainOptions& options,
                             const Run& run) const {
    constexpr Index least = 12, for_each_sample = 10;
    require(std::holds_alternative<Pairs>(given) || std::holds_alternative<Triplets>(given),
            "auto chooses by labels, pairs or triplets, not by {}: name a learner", kind(given));
    check(given, data);
    if (count(given) < least || !can_judge(given)) {
      return chosen_alone(make_racer("euclidean", "euclidean", {}, plans.front(), {}),
                          fmt::format("nothing to choose by: that takes {} pairs of both sorts, or "
                                      "triplets; the Euclidean metric is kept",
                                      least));
    }
    auto [few, about] = few_constraints(data, given, for_each_sample * options_.samples, run.seed);
    Track track{std::move(few), std::move(about)};
    Rng rng = make_rng(run.seed, RandomStream::race_folds);
    track.folds = sample_folds(track.data, std::min(race_folds, group_count(track.data)), rng);
    return race(track, racers_given(track.data, *track.given, plans), options_.budget, options,
                run);
  }

  AutoOptions options_;
};

}  // namespace

Options describe(AutoOptions& o) {
  return {{"budget", &o.budget,
           "work of the race, in seconds: counted, not measured, so that a seed gives one choice",
           positive()},
          {"samples", &o.samples, "to race on, at most", at_least(12)}};
}

const LearnerEntry& auto_learner() {
  static const LearnerEntry entry = [] {
    LearnerEntry made{{.name = "auto",
                       .needs = Supervision::labels,
                       .summary = "what suits the data best by held-out error: a learner and a "
                                  "preparation, or the Euclidean metric"}};
    made.make_with = [](const LearnerFacts& facts) -> std::unique_ptr<Learner> {
      return std::make_unique<AutoLearner>(facts);
    };
    return made;
  }();
  return entry;
}

}  // namespace mahala