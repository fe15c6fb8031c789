/// @file
/// Learners measured one after the other on the same folds, in one table; what was measured before
/// on the same data by the same protocol can be read from a file that keeps it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "mahala/compare/candidate.hpp"

namespace mahala {

/// Folds from which on a paired test means anything: two differences that happen to be alike would
/// be called certain.
constexpr Index least_differences = 4;

/// One line of the table.
struct ComparedMethod {
  std::string title = {}, settings = {};
  std::vector<double> errors = {};  ///< k-NN error, or by constraints (Protocol::by), by fold
  std::map<std::string, double> means = {};  ///< over folds, of numbers by constraints: "auc"
  double error_mean = 0, error_sd = 0;
  double fit_seconds = 0;  ///< mean over folds
  double megabytes = 0;    ///< most memory held while it was measured, above what was held before;
                           ///< NaN: measured beside others
  Index rank = 0;          ///< of the last model
  std::string failure = {};  ///< why it could not be run, if so
  /// Of the paired test against the best, and Euclidean; 1 where differences are too few to tell.
  double p_best = 1, p_euclidean = 1;

  bool ran() const { return failure.empty(); }
  bool dropped() const { return !ran() && !errors.empty(); }  ///< out of a race, after some folds
};

struct CompareOptions {
  Protocol protocol = {};
  TrainOptions training = {};
  std::filesystem::path results = {};  ///< a file that keeps what was measured; "" = none
};

struct Comparison {
  std::vector<ComparedMethod> table = {};  ///< the least error first; those that failed last
  Index known = 0;                         ///< of them were read from the file of results
  Supervision judged_by = Supervision::labels;

  /// The best that could be run, and the better of the Euclidean metrics among them, of raw or
  /// prepared samples; Error if there is none.
  const ComparedMethod& best() const;
  const ComparedMethod& euclidean() const;
};

/// Measures all candidates, the Euclidean metric among them. Where the protocol judges by
/// constraints, those that take such constraints learn from them. Error if there is nothing to
/// judge by, more neighbours are to vote than there are, or the file holds something else; Stopped
/// if the watcher asks to. A candidate that cannot be run says why in its line.
///
/// ```cpp
/// #include <fmt/format.h>
/// #include "mahala/compare/comparison.hpp"
/// #include "mahala/data/read/read.hpp"
/// const Dataset data = read_dataset("wine.csv", {.label = "label"});
/// const Comparison found = compare(
///     data, {make_candidate("euclidean"), make_candidate("lda"), make_candidate("rca")},
///     {.protocol = {.folds = 5, .repeats = 2}});
/// for (const ComparedMethod& each : found.table) fmt::print("{}: {}\n", each.title,
/// each.error_mean);
/// ```
Comparison compare(const Dataset& data, const std::vector<LearnerCandidate>& candidates,
                   const CompareOptions& options = {}, const Watcher& watcher = {});

/// One of them, measured by itself.
ComparedMethod measure(const LearnerCandidate& candidate, const Dataset& data,
                       const CompareOptions& options = {}, const Watcher& watcher = {});

/// Puts the folds of `more`, which followed, behind those of the same method.
void append(ComparedMethod& method, ComparedMethod more);

/// Labels, or the kind of the constraints that judge.
Supervision judged_by(const Protocol& protocol);

/// Error unless titles differ and doing nothing takes part.
void check_candidates(const std::vector<LearnerCandidate>& candidates);

/// The methods as a table, with p-values.
Comparison ranked(std::vector<ComparedMethod> methods, const Protocol& protocol);

/// An error as people know it: "3.20 %" of votes, "AUC 0.968" of pairs, "3.20 % of triplets
/// violated".
std::string error_in_words(double error, Supervision judged_by);

/// What AUC does not tell of neighbourhoods, for whoever judges by pairs; "" for others.
std::string note_on_judging(Supervision judged_by);

/// "*" for worse than the best, "+" or "-" for better or worse than Euclidean, by more than
/// fold-to-fold noise.
std::string marks(const ComparedMethod& method, const ComparedMethod& euclidean);

}  // namespace mahala
