/// @file
/// Learners that are set up, as candidates of cross-validation.
///
/// A learner can be compared if its models are metrics that embed any sample and it learns from
/// classes: then the vote of nearest neighbours says how good it is.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mahala/compare/watcher.hpp"
#include "mahala/evaluate/cross_validate.hpp"
#include "mahala/train/registry.hpp"
#include "mahala/train/train.hpp"

namespace mahala {

/// A learner with its options.
///
/// ```cpp
/// #include "mahala/compare/candidate.hpp"
/// const LearnerCandidate plain = make_candidate("euclidean");
/// const LearnerCandidate learned = make_candidate("psd-flat", {{"rank", "2"}});
/// ```
struct LearnerCandidate {
  std::string title;     ///< "psd-flat", "psd-flat rank 5", "itml gamma=10"
  std::string settings;  ///< every option as name=value, separated by blanks
  std::shared_ptr<Learner> learner = {};
};

/// Values by option.
using Settings = std::map<std::string, std::string>;

/// Error for a name or an option that does not exist, a value out of its range, or an option that
/// does not count beside the others.
LearnerCandidate make_candidate(std::string_view learner, const Settings& settings = {});

/// One that is set up already; its title is its name.
LearnerCandidate make_candidate(std::shared_ptr<Learner> learner);

bool can_be_compared(const LearnerFacts& learner);

/// The values each option is tried with.
using OptionGrid = std::map<std::string, std::vector<std::string>>;

/// Which learners, with which options.
struct CandidateGrid {
  std::vector<std::string> learners = {};  ///< empty = all that can be compared
  std::vector<Index> ranks = {};           ///< for those that have one; empty = their default
  std::map<std::string, OptionGrid> settings = {};  ///< by learner
};

/// The Euclidean metric and LDA first, which are always beside the others, then all combinations
/// of the grid; ranks above `dim` are left out. Error for names, options and numbers that do not
/// exist or learners that cannot be compared.
std::vector<LearnerCandidate> make_candidates(const CandidateGrid& grid, Index dim);

/// How many constraints the folds had; they run in parallel.
struct ConstraintCount {
  std::atomic<Index> constraints = 0, folds = 0, without = 0;

  void add(Index count);
};

/// What cross-validation asks for: learns inside the fold, from the constraints among its samples
/// where some are `given` for all `n`. Diverged if learning does.
Candidate learned_in_folds(const LearnerCandidate& candidate, std::optional<Constraints> given,
                           const TrainOptions& training, Index n, const Watcher& watcher = {},
                           std::shared_ptr<ConstraintCount> count = nullptr);

}  // namespace mahala
