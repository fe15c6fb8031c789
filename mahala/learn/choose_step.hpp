/// @file
/// The step size of an online learner, by cross-validation on a prefix.
///
/// Each of 0.001, 0.003, 0.01 ... 100 (1 and 3 of every decade) makes `prefix` steps on the
/// training part of every fold and is judged on the rest: by mean average precision where there
/// are labels, else by the given triplets it satisfies. The best mean wins, of equal ones the
/// smallest. Where nothing can be judged (a fold without two samples of a label) it is the least
/// mean loss over the second half of the prefix.
#pragma once

#include "mahala/learn/learn_steps.hpp"

namespace mahala {

struct ChooseOptions {
  Index prefix = 2000;      ///< >= 1
  Index folds = 5;          ///< >= 2; no more than there is to fold
  Index most_judged = 500;  ///< samples of a fold that are judged; >= 2
};

struct StepChoice {
  /// What a step size was worth, larger being better; NaN or infinite: it diverged.
  struct Entry {
    double step = 0, quality = 0;
  };
  double step = 1;
  std::string criterion = {};  ///< in words, with the value of the winner
  std::vector<Entry> table = {};
};

/// 0.001 ... 100, ascending.
std::vector<double> step_grid();

/// Arguments as of learn_steps.
StepChoice choose_step(std::string_view kind, const Dataset& data, const Constraints& given,
                       const StateMaker& make, const ChooseOptions& options, const Run& run);

}  // namespace mahala
