/// @file
/// Learning from samples that pass by once and are not kept.
///
/// What comes is prepared as the model says, turned into an example of what the learner streams
/// (its output, its labels, a triplet with samples remembered) and stepped on. Labels and numbers
/// that do not fit are Errors that name the place in the stream.
///
/// A step size that is left open is chosen by cross-validation on the first `prefix` samples
/// (choose_step.hpp), which are kept until then and learned from like the others.
#pragma once

#include <functional>

#include "mahala/data/prepare/prepare.hpp"
#include "mahala/data/read/stream.hpp"
#include "mahala/learn/learner.hpp"

namespace mahala {

struct StreamOptions {
  Index every = 0;         ///< examples between checkpoints; 0 = none
  Index window = 1000;     ///< examples whose loss is averaged and after which it is looked at
  Index reservoir = 1000;  ///< samples remembered for triplets; >= 2
  Index most = 0;          ///< examples to learn from; 0 = all that come
  Index prefix = 2000;     ///< samples a step size is chosen on, if it is left open; >= 2
};

Options describe(StreamOptions& options);

/// Called with the model so far.
using Checkpoint = std::function<void(const Fit&)>;

/// Learns until the samples end, `most` examples were learned from or the monitor asks to stop; it
/// is asked after every example that completes a window. Error if the learner cannot, or no example
/// came of the samples.
Fit learn_stream(const Learner& learner, SampleStream& samples, const Prepare& prepare,
                 const StreamShape& shape, const StreamOptions& options,
                 const Checkpoint& checkpoint, const Run& run);

}  // namespace mahala
