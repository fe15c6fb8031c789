/// @file
/// The flags of `mahala fit --stream`: samples that pass by once, with checkpoints.
#pragma once

#include "cli/flags/command.hpp"
#include "cli/flags/learning.hpp"
#include "mahala/train/train_stream.hpp"

namespace mahala::cli {

inline constexpr auto stream_group = "Learning from a stream";

struct StreamArguments {
  std::string source;  ///< a file or pipe, "-" = standard input
  std::string label_names;
  Index features = 0;
  StreamOptions options = {};
};

void add_stream(Command& command, StreamArguments& stream);

/// UsageError unless there is one of DATA and --stream, and flags go with it.
void check_stream(const Command& command, const LearningArguments& arguments,
                  const StreamArguments& stream, const CheckpointArguments& checkpoint,
                  const ConfiguredLearner& configured);

/// The files that learning from the stream reads.
std::vector<std::filesystem::path> input_files(const StreamArguments& stream);

/// What train_stream is asked for, but for the model to continue from.
StreamTrainOptions stream_options(const Command& command, const LearningArguments& arguments,
                                  const StreamArguments& stream,
                                  const CheckpointArguments& checkpoint);

}  // namespace mahala::cli
