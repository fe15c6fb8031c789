/// @file
/// What `mahala sample` takes.
#pragma once

#include <string>

#include "cli/flags/arguments.hpp"
#include "cli/flags/common.hpp"

namespace mahala::cli {

struct SampleArguments {
  Common common;
  DataArguments data;
  LearnerArguments learner{.name = "euclidean"};
  TrainOptions training;
  std::string kind, pairs, output;

  std::uint64_t seed() const { return static_cast<std::uint64_t>(common.seed); }

  /// --kind is checked against its choices when it is parsed.
  Supervision drawn() const { return named<Supervision>(kind).value(); }

  bool looks_at_samples() const { return pairs.empty() && mahala::looks_at_samples(drawn()); }
};

void add_sample_flags(Command& command, SampleArguments& arguments);

/// UsageError for flags that do not go together; Error if the output cannot be written.
ConfiguredLearner check_sample(const Command& command, const SampleArguments& arguments);

}  // namespace mahala::cli
