/// @file
/// The step size of an online learner, by cross-validation on a prefix.
///
/// Each of 0.0001, 0.0003, 0.001 ... 100 (1 and 3 of every decade) makes `prefix` steps on the
/// training part of every fold and is judged on the rest: by mean average precision where there
/// are labels, else by the given triplets it satisfies, or by the AUC of the given pairs. The best
/// mean wins, of equal ones the smallest. With `votes` it is judged by votes, and with it how much
/// of the plain comparison is kept (learn/identity_share.hpp). Where nothing can be judged (a fold
/// without two samples of a label) it is the least mean loss over the second half of the prefix. A
/// size whose loss ran away in any fold is out; if all are, the smallest is taken. The monitor is
/// asked every 100 steps.
#pragma once

#include "mahala/learn/stream/learn_steps.hpp"

namespace mahala {

struct ChooseOptions {
  Index prefix = 2000;       ///< >= 1
  Index folds = 5;           ///< >= 2; no more than there is to fold
  Index most_judged = 500;   ///< samples of a fold that are judged; >= 2
  bool votes = false;        ///< of neighbours judge, and a share of the identity is chosen
  Index most_voting = 2000;  ///< samples learned from that vote
};

struct StepChoice {
  /// What a step size was worth, larger being better; NaN: it diverged, or was not tried.
  struct Entry {
    double step = 0, quality = 0;
    double share = 0;  ///< of the identity, the best there

    void keep(Archive& archive) {
      archive("step", step);
      archive("quality", quality);
      archive("share", share);
    }
  };
  double step = 1;
  double share = 0;         ///< of the identity; 0 where votes do not judge
  std::string reason = {};  ///< why it is this one, in words
  bool stopped = false;     ///< the monitor asked to stop; there is no choice
  std::vector<Entry> table = {};
};

/// 0.0001 ... 100, ascending.
std::vector<double> step_grid();

/// Arguments as of learn_steps.
StepChoice choose_step(ExampleKind kind, const Dataset& data, const Constraints& given,
                       const StateMaker& make, const ChooseOptions& options, const Run& run);

}  // namespace mahala
