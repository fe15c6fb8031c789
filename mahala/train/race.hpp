/// @file
/// A race of learners by held-out errors: folds are run for all, those clearly beaten on the first
/// go, and of those as good as the best the simplest is chosen.
///
///   fold 1      all; those go whose error exceeds the best one's by more than 2 standard errors of
///               the paired difference, but never the Euclidean metric
///   the others  whoever is left
///
/// The first in the order given whose error exceeds the best one's by at most half a standard error
/// is chosen.
#pragma once

#include "mahala/evaluate/by_constraints.hpp"
#include "mahala/evaluate/folds.hpp"
#include "mahala/train/choice.hpp"

namespace mahala {

constexpr Index race_folds = 3;

/// One that takes part.
struct Racer {
  std::string title;
  std::string prepare;
  std::shared_ptr<const Learner> learner = {};
  double work = 0;        ///< of a fit, in seconds
  UnitErrors wrong = {};  ///< of each held-out sample so far (1 or 0), pair or triplet
  Index folds = 0;
  std::string remark = {};

  bool runs() const { return remark.empty(); }
  bool does_nothing() const { return title == "euclidean"; }
  double error() const {
    double sum = 0;
    for (const double each : wrong.same) sum += each;
    return wrong.same.empty() ? 1 : sum / static_cast<double>(wrong.same.size());
  }

  void keep(Archive& archive) {
    archive("same", wrong.same);
    archive("different", wrong.different);
    archive("folds", folds);
    archive("remark", remark);
  }
};

/// What is raced on: samples with labels, or what is given for them.
struct Track {
  Dataset data;
  std::optional<Constraints> given = {};
  std::vector<Fold> folds = {};
};

/// Runs all that a budget of counted work holds, and chooses. A clock ends what takes four times
/// the budget, the monitor of the run what it is asked to; that is said in LearnerChoice::why.
/// Error if none could be run.
LearnerChoice race(const Track& track, std::vector<Racer> racers, double budget,
                   const TrainOptions& options, const Run& run);

/// A choice made without a race.
LearnerChoice chosen_alone(const Racer& racer, std::string why);

}  // namespace mahala
