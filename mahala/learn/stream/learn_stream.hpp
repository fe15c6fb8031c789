/// @file
/// Learning from samples that pass by once and are not kept.
///
/// What comes is prepared as the model says, turned into an example of what the learner streams
/// (stream_examples.hpp) and stepped on. Labels and numbers that do not fit are Errors that name
/// the place in the stream.
///
/// A step size that is left open is chosen by cross-validation on the first `prefix` samples
/// (choose_step.hpp), which are kept until then and learned from like the others.
///
/// The model of every stream has the state of learning in it: weights as the learner holds them,
/// step size, counters, what is remembered of samples and losses, and the state of random
/// generators. Learning that is given this state goes on as if it had never stopped, to the last
/// bit.
#pragma once

#include <functional>

#include "mahala/data/prepare/prepare.hpp"
#include "mahala/data/read/stream.hpp"
#include "mahala/learn/learner.hpp"

namespace mahala {

struct StreamOptions {
  Index every = 0;           ///< examples between checkpoints; 0 = none
  double every_seconds = 0;  ///< where `every` is 0, seconds; 0 = none
  Index window = 1000;       ///< examples whose loss is averaged and after which it is looked at
  Index reservoir = 1000;    ///< samples remembered for triplets; >= 2
  Index most = 0;            ///< examples to learn from; 0 = all that come
  Index prefix = 2000;       ///< samples a step size is chosen on, if it is left open; >= 2
};

Options describe(StreamOptions& options);

/// What is learned from, and by whom. All references must outlive the learning.
struct StreamTask {
  const Learner& learner;
  SampleStream& samples;
  const Prepare& prepare;
  StreamShape shape = {};
  std::function<void(const Fit&)> checkpoint = {};  ///< called with the model so far
  const ArchiveParts* state = nullptr;              ///< of a model that is continued, or none
  std::vector<Progress> past = {};                  ///< the learning curve up to that state
};

/// Learns until the samples end, `most` examples were learned from or the monitor asks to stop; it
/// is asked after every example that completes a window. Error if the learner cannot, or no example
/// came of the samples. A stream that is cut while its step size is still to be chosen gives the
/// start, whose state holds the samples that came.
Fit learn_stream(const StreamTask& task, const StreamOptions& options, const Run& run);

/// How many samples (triplets or pairs, if the stream carries those) such a state has seen.
Index samples_seen(const ArchiveParts& state);

}  // namespace mahala
