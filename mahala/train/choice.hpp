/// @file
/// Learners that choose a learner: what they tried, and what they chose.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "mahala/train/train.hpp"

namespace mahala {

/// One that was tried.
struct TriedLearner {
  std::string title;        ///< "euclidean", "psd-flat lambda=0.05"
  std::string prepare;      ///< a plan
  double error = 0;         ///< over the folds it was tried on, by what judged: share of samples in
                            ///< error, 1 - AUC of pairs, share of violated triplets
  Index folds = 0;          ///< so many; 0: it could not be run
  std::string remark = {};  ///< "dropped after one fold", or why it could not be run
};

struct LearnerChoice {
  std::shared_ptr<const Learner> learner = {};
  std::string title = {};
  std::string prepare = {};
  std::string why = {};  ///< one sentence
  std::vector<TriedLearner> tried = {};
  Supervision judged_by = Supervision::labels;  ///< or pairs, or triplets
};

/// A learner whose models are another's, chosen by the samples it learns from alone.
class ChoosingLearner : public Learner {
 public:
  using Learner::Learner;

  /// The samples are raw.
  virtual LearnerChoice choose(const Dataset& data, const std::optional<Constraints>& given,
                               const TrainOptions& options, const Run& run) const = 0;
};

/// Does it learn from constraints of this kind? One that chooses does from pairs and triplets.
bool takes(const Learner& learner, Supervision kind);

/// Writes the choice into the notes of a model: "chosen" by whom, "chosen.why", "chosen.judged_by"
/// (labels, pairs or triplets) and "chosen.tried", a line each of title, preparation, error, folds
/// and remark, separated by tabs.
void note_choice(const LearnerChoice& choice, Model& model);

/// What was tried, as noted; none of a model that was not chosen.
std::vector<TriedLearner> noted_trials(const Model& model);

/// What judged the trials of a model that was chosen, as noted; labels where nothing is.
Supervision noted_judge(const Model& model);

/// "error %" of votes, "AUC" of pairs, "violated %" of triplets.
std::string_view judged_measure(Supervision judged_by);

/// An error as a number of that measure.
double judged_number(double error, Supervision judged_by);

/// Title, preparation, the measure, folds and remark: a row of a table with that header.
std::vector<std::string> trial_cells(const TriedLearner& tried, Supervision judged_by);
std::vector<std::string> trial_header(Supervision judged_by);

}  // namespace mahala
