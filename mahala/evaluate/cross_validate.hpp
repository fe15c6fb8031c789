/// @file
/// k-NN error, and other measures, by repeated cross-validation; where there are no labels, how
/// well distances agree with pairs or triplets. Everything that learns (preprocessing, constraint
/// sampling, the metric) happens inside the fold, on its training part only.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "mahala/core/run.hpp"
#include "mahala/data/constraints/constraints.hpp"
#include "mahala/data/dataset.hpp"
#include "mahala/evaluate/bootstrap.hpp"
#include "mahala/evaluate/folds.hpp"
#include "mahala/evaluate/measures.hpp"
#include "mahala/model/model.hpp"

namespace mahala {

struct Protocol {
  Index folds = 2;
  Index repeats = 10;
  Index first_repeat = 0;  ///< those before it were measured already; < repeats
  Index k = 5;             ///< neighbours that vote
  std::uint64_t seed = 0;
  std::vector<Measure> measures = {};  ///< besides the k-NN error
  std::vector<Index> cuts = {5};       ///< of retrieval
  double confidence = 0.95;            ///< of intervals; in (0, 1)

  /// Learns from one part and is judged by the other, once, in place of folds.
  std::optional<Fold> split = {};

  /// What a learner is measured beside (compare/baselines.hpp); nothing = all there are.
  std::optional<std::vector<std::string>> baselines = {};

  /// Judges by these pairs, triplets or sets instead of by votes, which takes no labels: errors are
  /// 1 - AUC or the share of violated triplets (by_constraints.hpp), and no other measure is taken.
  /// Folds hold out samples and are judged by all that touches one; where the data has groups they
  /// hold out those, and are judged by what is among their samples alone.
  std::optional<Constraints> by = {};

  /// This fold alone, of those from `first_repeat` on.
  std::optional<Index> only = {};

  Checkpoint* checkpoint = nullptr;  ///< keeps what folds gave (core/checkpoint/); null: nobody
};

/// The names of the numbers a fold gives beside its error.
std::vector<std::string> number_names(const Protocol& protocol);

/// "2x10" -> two folds, ten repeats; "5" -> five folds once. Error otherwise, and
/// for more than 10,000 folds in all.
void parse_cv(std::string_view text, Protocol& protocol);

/// The raw training part of a fold.
struct TrainingPart {
  Dataset data;
  std::vector<Index> samples;  ///< where they are in the whole data set
  std::uint64_t seed = 0;      ///< the fold's own
};

/// A way to get a model from a training part.
struct Candidate {
  std::string name;
  std::function<Model(const TrainingPart&)> fit;
};

/// One number of a measure over the folds where it is defined.
struct Measured {
  std::string name;
  std::vector<double> values = {};
  double mean = 0, sd = 0;
  Interval interval = {};  ///< of the mean, by the bootstrap over folds
};

/// One candidate's errors, fold by fold in the order of the repeats.
struct Score {
  std::string name;
  std::vector<double> errors;
  double error_mean = 0, error_sd = 0;
  Interval error_interval = {};         ///< of the mean, by the bootstrap over folds
  double fit_seconds = 0;               ///< mean over folds
  Index rank = 0;                       ///< of the last model
  std::vector<Measured> measured = {};  ///< in the order of the protocol's measures
};

/// All candidates on the same folds, in parallel over folds; the result depends on the
/// protocol only, not on the number of threads. `progress` is called after every fold, one
/// fold at a time, with the error of the last candidate as objective; if it returns false the
/// folds not yet begun are left out and an Error says so.
std::vector<Score> cross_validate(const Dataset& data, const std::vector<Candidate>& candidates,
                                  const Protocol& protocol, const Monitor& progress = {});

}  // namespace mahala
