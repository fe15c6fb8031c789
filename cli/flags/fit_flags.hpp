/// @file
/// The flags of `mahala fit`.
#pragma once

#include <optional>

#include "cli/flags/stream_flags.hpp"

namespace mahala::cli {

struct FitArguments : LearningArguments {
  std::string output;
  std::string from;  ///< a model to continue from
  StreamArguments stream;
  CheckpointArguments checkpoint = {};
  std::string outputs = {};  ///< a file of real outputs
  bool single = false;       ///< samples are kept in single precision

  bool streams() const { return !stream.source.empty(); }
};

void add_fit_flags(Command& command, FitArguments& arguments);

/// The learner that was asked for, or that of the stream that is continued `from` a model; null =
/// not known yet, or none. UsageError for flags that are wrong or exclude each other, Error if a
/// file cannot be written.
ConfiguredLearner check_fit(const Command& command, const FitArguments& arguments,
                            const Model* from);

/// DATA, as the model it goes on from takes it if there is one, and what was given for it.
Material read_to_fit(const Command& command, const FitArguments& arguments, const Model* from);

/// The model of --from, if there is one.
std::optional<Model> load_from(const FitArguments& arguments);

/// Remarks that a stream is not continued to the last bit, and why, if that is so.
void tell_continued(const FitArguments& arguments, const Learner& learner, const Model& from);

}  // namespace mahala::cli
