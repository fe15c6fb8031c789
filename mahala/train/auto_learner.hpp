/// @file
/// The learner that chooses a learner: a race by held-out errors, doing nothing included.
///
/// Candidates, the simplest first: the Euclidean metric of samples as they are and standardised,
/// lda, rca, lfda, psd-flat from the same preparations, from the start that rca gives and with a
/// weaker pull, frobmetric. They race on three stratified folds of the samples (of 2,000 of them
/// where there are more), judged by the vote of 5 neighbours:
///
///   fold 1      all; those go whose error exceeds the best one's by more than 2 standard errors of
///               the paired difference, but never the Euclidean metric
///   folds 2, 3  the others
///
/// The first in the order above whose error exceeds the best one's by at most half a standard error
/// is chosen, and fitted on all samples. Doing nothing comes back where nothing beats it.
///
/// The race is as long as `budget` allows, in seconds of counted work: what each candidate costs is
/// told by formulas of samples, features and classes, so that a seed gives the same choice on every
/// machine. Candidates that do not fit in are left out, the last first, and said. A clock ends a
/// race that takes four times its budget, and says so.
#pragma once

#include "mahala/train/choice.hpp"
#include "mahala/train/registry.hpp"

namespace mahala {

struct AutoOptions {
  double budget = 20;    ///< seconds of counted work; > 0
  Index samples = 2000;  ///< to race on, at most; >= 12
};

Options describe(AutoOptions& options);

/// The entry "auto", which find_learner knows and the list of methods leaves out.
const LearnerEntry& auto_learner();

}  // namespace mahala
