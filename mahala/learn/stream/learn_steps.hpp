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
/// A step size of 0 is chosen (choose_step.hpp). Where that is, labels draw the triplets and
/// samples are dense, the rest is chosen for votes of neighbours too: triplets are those of
/// neighbours, and a share of the plain comparison is kept beside what is learned
/// (learn/identity_share.hpp). A run whose step size is given is set by hand and does what the
/// papers do. If the loss runs away (loss_watch.hpp), or its mean at a check has, as they may where
/// classes cannot be told apart, the run is begun again with half the step size; the message says
/// how often. After 100 halvings, or if the first loss is no number, it ends as diverged, with the
/// model of the last check and the loss that ran away as its objective.
#pragma once

#include "mahala/learn/learner.hpp"

namespace mahala {

/// Where triplets that are not given come from. Of any samples they teach which class comes first
/// among all, as mean average precision counts; of neighbours, which come first among the nearest,
/// as votes count: every sample with its 5 nearest that share a label and its 10 nearest that do
/// not, before learning. "auto": neighbours where votes choose (`chosen_by_votes`), else what is
/// usual for the learner.
enum class TripletDraw { automatic, anywhere, neighbours };

template <>
inline constexpr std::array<std::string_view, 3> names_of<TripletDraw> = {"auto", "anywhere",
                                                                          "neighbours"};

struct StepOptions {
  Index steps = 0;      ///< 0 = usual_steps
  double step = 0;      ///< step size; 0 = chosen
  Index window = 1000;  ///< examples whose loss is averaged; >= 1
  Index checks = 20;    ///< points of the learning curve; >= 1
  double held_out = 0;  ///< share of samples kept to judge by; in [0, 0.9]
  Index prefix = 2000;  ///< steps of each trial in choosing the step size; >= 1
  Index folds = 5;      ///< of choosing the step size; >= 2
  TripletDraw draw = TripletDraw::automatic;       ///< of triplets from labels
  TripletDraw usual_draw = TripletDraw::anywhere;  ///< of the learner
  double identity = -1;  ///< share of the identity; -1 = chosen where votes choose, else 0
};

/// Of a run: 100,000, or 64 for each of more sparse samples, at most 1,000,000, since documents
/// tell little each. Where votes choose, those of a trial, so that what was judged is what is made:
/// without a pull a longer run goes on to fit what cannot be fitted.
Index usual_steps(const Samples& x, bool votes = false);

/// Of a trial: 2,000, or where votes choose 4 for each of more samples, at most 5,000.
Index usual_prefix(const Samples& x, bool votes);

/// Do votes choose what is open: the step size, triplets of one label a dense sample, the share?
bool chosen_by_votes(const Dataset& data, const Constraints& given, const StepOptions& options);

/// For learners of rankings, which draw no triplets.
Options describe(StepOptions& options);

/// With `draw` and `identity`.
Options describe_triplets(StepOptions& options);

/// Which samples are learned from and which are kept to judge by, ascending.
struct HeldOutSplit {
  std::vector<Index> learned, judged;
};

/// Error unless `share` of n samples leaves some of both.
HeldOutSplit held_out_split(Index n, double share, std::uint64_t seed);

/// Makes the state that learning starts from, for a step size and a number of features, which
/// depends on the fold where preparation selects them.
using StateMaker = std::function<std::unique_ptr<OnlineState>(double step, Index dim)>;

/// What comes of a run that was stopped before its first step.
Fit stopped_start(Model start);

/// What may help a run whose loss ran away, at its first example or later.
std::string_view advice_to_diverged(bool at_start);

/// Learns from examples of `kind` (triplets or rankings): the given ones, or drawn from the
/// labels. If there are none the start comes back. Indices of given constraints refer to data.
Fit learn_steps(ExampleKind kind, const Dataset& data, const Constraints& given,
                const StateMaker& make, const StepOptions& options, const Run& run);

}  // namespace mahala
