/// @file
/// A learner, its rank and its options chosen by cross-validation, and fitted on all samples.
///
/// The race of `auto` with a larger budget and a wider grid: more learners, ranks and pulls to the
/// start, and what `auto` chooses in each fold among them. Candidates take turns, the first of
/// every learner, then the second, and those that a budget of counted work does not hold are left
/// out, so that a seed gives one choice on every machine. All are measured on the folds of one
/// repeat; those worse than the best by more than two standard errors of the difference go, the
/// others are measured on all repeats. Doing nothing (the Euclidean metric) wins unless something
/// is better by more than fold-to-fold noise.
#pragma once

#include "mahala/compare/comparison.hpp"

namespace mahala {

struct TuneOptions {
  CandidateGrid grid = {.learners = {"rca", "lfda", "covariance", "itml", "psd-flat", "auto", "nca",
                                     "lmnn", "frobmetric"},  // strong ones, the quick first
                        .ranks = {2, 5, 10, 20, 50},
                        .settings = {{"psd-flat", {{"lambda", {"0.2", "0.05", "1"}}}}}};
  Protocol protocol = {.folds = 5, .repeats = 2};
  TrainOptions training = {};
  double budget = 60;          ///< seconds of counted work, Euclidean and LDA beside them; > 0
  std::string data_name = {};  ///< what the notes call the data; "" = its source
  std::string constraints_name = {};  ///< what they call Protocol::by
  std::string fingerprint = {};       ///< of the data as it was read; "" = as it is here
};

struct Tuned {
  Comparison comparison = {};
  Index candidates = 0, tried = 0;
  ComparedMethod winner = {};
  std::string verdict = {};  ///< one sentence: what is best, and whether that is more than luck
  Trained trained = {};  ///< the winner on all samples, with provenance and verdict in its notes
};

/// Error if the data has no labels to choose by, more neighbours are to vote than there are, or
/// the grid is wrong (make_candidates); Stopped if the watcher asks to before there is a winner.
///
/// ```cpp
/// #include <fmt/format.h>
/// #include "mahala/compare/tune.hpp"
/// #include "mahala/data/read/read.hpp"
/// #include "mahala/model/model_file.hpp"
/// const Dataset data = read_dataset("wine.csv", {.label = "label"});
/// const Tuned tuned = tune(data, {.grid = {.learners = {"rca", "psd-flat"}, .ranks = {2, 4}}});
/// fmt::print("{}\n", tuned.verdict);
/// save(tuned.trained.fit.model, "wine.model");
/// ```
Tuned tune(const Dataset& data, const TuneOptions& options = {}, const Watcher& watcher = {});

/// The same among these candidates, in the order of their turns, instead of those of the grid.
Tuned tune(const Dataset& data, const std::vector<LearnerCandidate>& candidates,
           const TuneOptions& options, const Watcher& watcher = {});

/// Grid and order of turns of `tune` for samples of so many features.
std::vector<LearnerCandidate> tuning_candidates(const CandidateGrid& grid, Index dim);

/// In one sentence: what is best, and whether that is more than fold-to-fold noise.
std::string tuning_verdict(const Comparison& comparison);

}  // namespace mahala
