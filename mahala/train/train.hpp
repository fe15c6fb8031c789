/// @file
/// The whole road from raw samples to a model that can be applied to raw samples:
/// prepare, sample constraints (unless given), learn.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "mahala/data/constraints/sample_constraints.hpp"
#include "mahala/learn/learner.hpp"

namespace mahala {

struct TrainOptions {
  std::string prepare = "auto";  ///< a plan; "auto" = chosen by validation (choose_preparation.hpp)
  std::string impute = "none";   ///< median or mean: fills missing cells before the plan
  SampleOptions sampling = {};
  const Model* from = nullptr;  ///< goes on from this model and prepares samples as it does
  std::span<const double> weights = {};  ///< of samples, for what is drawn from labels (weigh.hpp)
};

/// Preparation and imputation; those of sampling are described by themselves.
Options describe(TrainOptions& options);

/// Error unless preparation and sampling are well formed, which shows without looking at data.
void check(const TrainOptions& options);

/// The preparation will fill missing cells.
bool fills_missing(const TrainOptions& options);

/// The step of a plan that fills missing cells, "impute:median"; "" = none.
std::string impute_step(const TrainOptions& options);

/// The plan with imputation in front, "auto" chosen by these samples and their labels, or by what
/// is `given` where they have none.
std::string preparation_plan(const TrainOptions& options, const Dataset& data,
                             std::uint64_t seed = 0, const Constraints& given = {});

/// The same without a look at labels.
std::string preparation_plan(const TrainOptions& options, const Samples& x);

/// The same where "auto" is left to be chosen in each fold.
std::string preparation_asked(const TrainOptions& options);

/// Constraints of `kind` from the labels of prepared samples, with bounds in the metric the
/// learner starts from: what `train` learns from where none are given.
Constraints draw_constraints(Supervision kind, const Learner& learner, const Dataset& data,
                             const SampleOptions& options, const Run& run);

/// What learning goes on from (Run::start): a factor of a metric's W, or its objects' coordinates;
/// the left factor of other models.
Matrix factor_of(const Model& model, const Samples& prepared = {});

/// Error unless such a learner can continue from this model.
void check_from(const LearnerFacts& learner, const Model& from);

/// Error if the model is of another space (regression targets w^T x, or distances) than a learner
/// with these options works in: its factor would be taken for something it is not.
void check_space(const Options& options, const Model& from);

struct LearnerChoice;

struct Trained {
  Fit fit = {};                                      ///< its model carries the fitted preprocessing
  Index constraints = 0;                             ///< how many it learned from
  double seconds = 0;                                ///< of learning alone
  std::optional<DerivedBounds> bounds = {};          ///< of pairs that had no values
  std::shared_ptr<const LearnerChoice> choice = {};  ///< of a learner that chooses (choice.hpp)
};

/// ```cpp
/// #include <fmt/format.h>
/// #include "mahala/data/read/read.hpp"
/// #include "mahala/train/registry.hpp"
/// #include "mahala/train/train.hpp"
/// const auto learner = find_learner("psd-flat").make();
/// set(learner->options(), "rank=2");
/// const Dataset data = read_dataset("wine.csv", {.label = "label"});
/// const Trained trained = train(*learner, data, std::nullopt, {.prepare = "standardise"});
/// fmt::print("{}: {}\n", name(trained.fit.status), trained.fit.message);
/// ```
///
/// `given` replaces sampling; its indices refer to `data`. Pairs without values get bounds in the
/// metric the learner starts from (open_bounds.hpp). Error if the learner needs
/// constraints, none are given and the data has no labels to sample them from, or if it cannot
/// continue from a model and one is given.
Trained train(const Learner& learner, Dataset data, const std::optional<Constraints>& given,
              const TrainOptions& options, const Run& run = {});

}  // namespace mahala
