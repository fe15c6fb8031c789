/// @file
/// Learners that are set up, as candidates of cross-validation.
///
/// A learner can be compared if its models are metrics that embed any sample and it learns from
/// classes: then the vote of nearest neighbours says how good it is.
#pragma once

#include <map>
#include <memory>
#include <mutex>
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
  std::string prepare = {};  ///< its own preparation; "" = that of the others
};

/// The plain distance on samples as they are.
LearnerCandidate euclidean_raw();

/// Values by option.
using Settings = std::map<std::string, std::string>;

/// Error for a name or an option that does not exist, a value out of its range, or an option that
/// does not count beside the others.
LearnerCandidate make_candidate(std::string_view learner, const Settings& settings = {});

/// One that is set up already; its title is its name.
LearnerCandidate make_candidate(std::shared_ptr<Learner> learner);

bool can_be_compared(const LearnerFacts& learner);

/// In a sentence, of one that cannot.
std::string why_not_compared(const LearnerFacts& learner);

/// The values each option is tried with.
using OptionGrid = std::map<std::string, std::vector<std::string>>;

/// Which learners, with which options.
struct CandidateGrid {
  std::vector<std::string> learners = {};  ///< empty = all that can be compared
  std::vector<Index> ranks = {};           ///< for those that have one; empty = their default
  std::map<std::string, OptionGrid> settings = {};  ///< by learner
  std::optional<Supervision> given = {};            ///< learns from these alone, without labels
  bool lda = true;                                  ///< takes part unasked, where there are labels
};

/// Strong ones for learning from pairs or triplets alone.
CandidateGrid grid_given(Supervision kind);

/// The Euclidean metric, of samples as they are and prepared, and LDA first (where there are
/// labels), which are always beside the others, then all combinations of the grid; ranks above
/// `dim` are left out. Error for names, options and numbers that do not exist or learners that
/// cannot be compared.
std::vector<LearnerCandidate> make_candidates(const CandidateGrid& grid, Index dim);

/// What a learner that chooses chose in some folds.
struct ChosenInFolds {
  std::string learner, prepare;
  Settings options = {};
  Index folds = 0;
  std::string title = {};  ///< the learner and what was chosen of its options
};

/// What learning in the folds has shown; they run in parallel.
class FoldRecord {
 public:
  void add(const Trained& trained);

  Index folds() const { return folds_; }
  Index without() const { return without_; }  ///< constraints
  double constraints_mean() const {
    return static_cast<double>(constraints_) / static_cast<double>(folds_);
  }

  /// The most frequent first; none of a learner that does not choose.
  std::vector<ChosenInFolds> chosen() const;

 private:
  std::mutex mutex_;
  Index constraints_ = 0, folds_ = 0, without_ = 0;
  std::map<std::string, ChosenInFolds> chosen_ = {};
};

/// What a learner that chooses chose for a model, by its notes; nothing of others.
std::optional<ChosenInFolds> chosen_for(const Model& model);

/// What a candidate learns from where a protocol judges by constraints: those, if it takes them.
std::optional<Constraints> given_for(const LearnerCandidate& candidate, const Protocol& protocol);

/// What cross-validation asks for: learns inside the fold, from the constraints among its samples
/// where some are `given` for all `n`. Diverged if learning does.
Candidate learned_in_folds(const LearnerCandidate& candidate, std::optional<Constraints> given,
                           const TrainOptions& training, Index n, const Watcher& watcher = {},
                           std::shared_ptr<FoldRecord> record = nullptr);

}  // namespace mahala
