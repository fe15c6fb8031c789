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
/// Given pairs or triplets, learners of those race: the Euclidean metric, rca (pairs), psd-flat
/// with a pull of 10, 1, 0.1 and 0.01, itml (pairs) or frobmetric (triplets), on folds that hold
/// out samples with all that is said about them, judged by AUC or by how many triplets are violated
/// (evaluate/by_constraints.hpp); of more than ten times `samples` constraints so many are drawn.
///
/// The race is as long as `budget` allows, in seconds of counted work: what each candidate costs is
/// told by formulas of samples, features and classes, so that a seed gives the same choice on every
/// machine. Candidates that do not fit in are left out, the last first, and said. A clock of
/// the processors' time ends a race that takes four times its budget, and says so.
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
