/// @file
/// What the sub-commands that learn take: samples, a learner, and what it learns from.
#pragma once

#include "cli/flags/arguments.hpp"
#include "cli/flags/command.hpp"
#include "cli/flags/common.hpp"

namespace mahala::cli {

struct LearningArguments {
  Common common = {};
  DataArguments data = {};
  LearnerArguments learner = {};
  TrainOptions training = {};
  ConstraintArguments constraints = {};

  std::uint64_t seed() const { return static_cast<std::uint64_t>(common.seed); }
};

/// All flags but those of DATA; to be called last.
void add_learning(Command& command, LearningArguments& arguments);

/// The learner that was asked for; UsageError for flags that are wrong or exclude each other.
ConfiguredLearner check_learning(const Command& command, const LearningArguments& arguments);

/// UsageError if models of the learner place their own samples alone and so cannot be judged by
/// held-out ones.
void check_maps_others(const LearnerEntry& entry);

/// DATA and the constraints that were given for it; Error if they do not fit it.
struct Material {
  Dataset data;
  std::optional<Constraints> given;
};

Material read_material(const LearningArguments& arguments);

}  // namespace mahala::cli
