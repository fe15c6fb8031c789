/// @file
/// Learning by one step an example: the loop that online learners of similarities and rankings
/// share.
///
///   repeat `steps` times:  loss_t = state.update(next example)
///
/// The objective that is reported is the mean loss of the last `window` examples, each taken
/// before its step. If `held_out` is above 0 that share of the labelled samples is not learned
/// from, and the mean average precision on it (evaluate/quality.hpp) joins the learning curve,
/// which has `checks` points.
///
/// A step size of 0 is chosen (choose_step.hpp). If the loss runs away, as it may where classes
/// cannot be told apart, the run is begun again with half the step size; the message says how
/// often. After 30 halvings it ends as diverged, with the model of the last check.
#pragma once

#include "mahala/learn/learner.hpp"

namespace mahala {

struct StepOptions {
  Index steps = 100'000;  ///< >= 1
  double step = 0;        ///< step size; 0 = chosen
  Index window = 1000;    ///< examples whose loss is averaged; >= 1
  Index checks = 20;      ///< points of the learning curve; >= 1
  double held_out = 0;    ///< share of samples kept to judge by; in [0, 0.9]
  Index prefix = 2000;    ///< steps of each trial in choosing the step size; >= 1
  Index folds = 5;        ///< of choosing the step size; >= 2
};

Options describe(StepOptions& options);

/// Makes the state that learning starts from, for a step size.
using StateMaker = std::function<std::unique_ptr<OnlineState>(double step)>;

/// No number, or beyond all sense where examples ask for a margin of 1.
inline bool ran_away(double loss) { return !(loss < 1e9); }

/// The mean of the last so many numbers.
class MovingMean {
 public:
  explicit MovingMean(Index window) : numbers_(static_cast<std::size_t>(window)) {}
  void add(double number);
  double value() const;  ///< NaN before the first

 private:
  std::vector<double> numbers_;
  std::size_t count_ = 0;
};

/// Learns from examples of `kind` ("triplets" or "rankings"): the given ones, or drawn from the
/// labels. If there are none the start comes back. Indices of given constraints refer to data.
Fit learn_steps(std::string_view kind, const Dataset& data, const Constraints& given,
                const StateMaker& make, const StepOptions& options, const Run& run);

}  // namespace mahala
