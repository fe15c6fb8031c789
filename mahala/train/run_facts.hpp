/// @file
/// What the result of learning depends on, by name, for checkpoints (core/checkpoint/): a run that
/// differs in any of it is another one.
#pragma once

#include "mahala/core/checkpoint/checkpoint.hpp"
#include "mahala/train/train.hpp"

namespace mahala {

/// The version of the library, samples, labels, outputs and groups.
void add_facts(RunFacts& facts, const Dataset& data);

/// Preparation, sampling, weights and the model to go on from.
void add_facts(RunFacts& facts, const TrainOptions& options);

/// Constraints, unless they are drawn.
void add_facts(RunFacts& facts, const std::optional<Constraints>& given);

/// Of `train` with these arguments; `learner` is only read.
RunFacts facts_of(Learner& learner, const Dataset& data, const std::optional<Constraints>& given,
                  const TrainOptions& options, std::uint64_t seed);

}  // namespace mahala
