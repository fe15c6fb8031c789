/// @file
/// A learned metric beside those that come for free, on the same folds: does learning help?
///
///   euclidean_raw   the plain distance of samples as they are
///   euclidean       that of prepared samples: standardised, or as was asked for
///   covariance      the inverse covariance
///   lda             linear discriminants
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mahala/compare/candidate.hpp"
#include "mahala/compare/measure.hpp"

namespace mahala {

/// Those above.
std::vector<std::string> baseline_names();

/// The baselines of a list such as "euclidean,lda", in the order above, or of "none" and "all".
/// Error for another name.
std::vector<std::string> parse_baselines(std::string_view list);

struct Baseline : CandidateScore {
  double p_value = 1;  ///< of the paired test against what was learned
};

struct BaselineComparison {
  Score learned = {};
  std::vector<Baseline> baselines = {};
  std::optional<double> constraints_mean = {};  ///< learned from, over folds; of a learner
  std::vector<ChosenInFolds> chosen = {};       ///< by a learner that chooses
  std::string note = {};                        ///< what a reader of the numbers should know
  Supervision judged_by = Supervision::labels;  ///< or the constraints of Protocol::by
};

/// A candidate of any kind; the baselines prepare samples as `training` says.
BaselineComparison compare_with_baselines(const Candidate& candidate, const Dataset& data,
                                          const Protocol& protocol, const TrainOptions& training,
                                          const Watcher& watcher = {});

/// A learner, which learns in every fold from the constraints `given` among its samples, or from
/// drawn ones. A baseline is not compared with itself. Error if more neighbours are to vote than a
/// fold has, or learning fails.
///
/// ```cpp
/// #include "mahala/compare/baselines.hpp"
/// #include "mahala/data/read/read.hpp"
/// const Dataset data = read_dataset("wine.csv", {.label = "label"});
/// const BaselineComparison found =
///     compare_with_baselines(make_candidate("lda"), data, {.folds = 5, .repeats = 2});
/// const std::string sentence = verdict(found);  // "lda is better than Euclidean (p = 0.001)"
/// ```
BaselineComparison compare_with_baselines(const LearnerCandidate& candidate, const Dataset& data,
                                          const Protocol& protocol,
                                          const TrainOptions& training = {},
                                          const std::optional<Constraints>& given = {},
                                          const Watcher& watcher = {});

/// A model that stays as it is in all folds, called `name`.
BaselineComparison compare_with_baselines(const Model& model, const std::string& name,
                                          const Dataset& data, const Protocol& protocol,
                                          const Watcher& watcher = {});

/// The better of the two plain distances that could be run; null if there is none.
const Baseline* better_euclidean(const std::vector<Baseline>& baselines);

/// One plain sentence about the learned metric and the better of the Euclidean ones; "" if neither
/// could be run.
std::string verdict(const BaselineComparison& comparison);

}  // namespace mahala
