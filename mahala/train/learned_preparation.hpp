/// @file
/// The preparation chosen by what a learner makes of it, where only pairs or triplets are given.
///
/// The plain distance is a poor judge here: on wdbc it agrees with pairs best on raw features (AUC
/// .82, standardised .79), and psd-flat does from standardised ones (.93 against .83). So the
/// learner is tried with each preparation on three folds of the samples, and of 5,000 constraints
/// where there are more, judged by the constraints that are held out (evaluate/by_constraints.hpp).
#pragma once

#include "mahala/train/choose_preparation.hpp"
#include "mahala/train/train.hpp"

namespace mahala {

/// Can it be chosen that way: "auto" is asked for, votes cannot tell, these can, and the learner
/// gives a metric for any sample?
bool learning_can_choose(const Learner& learner, const Dataset& data, const Constraints& given,
                         const TrainOptions& options);

/// The first of the least error. A preparation that the learner cannot be run with is not chosen.
PreparationChoice choose_by_learning(const Learner& learner, const Dataset& data,
                                     const Constraints& given, const TrainOptions& options,
                                     const Run& run);

}  // namespace mahala
