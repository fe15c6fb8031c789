/// @file
/// `mahala fit --stream`: learning from samples that pass by once, with checkpoints.
#pragma once

#include "cli/flags/command.hpp"
#include "cli/flags/learning.hpp"
#include "mahala/learn/stream/learn_stream.hpp"

namespace mahala::cli {

inline constexpr auto stream_group = "Learning from a stream";

struct StreamArguments {
  std::string source;      ///< a file or pipe, "-" = standard input
  std::string checkpoint;  ///< "" = the output
  std::string label_names;
  Index features = 0;
  StreamOptions options = {};
};

void add_stream(Command& command, StreamArguments& stream);

/// UsageError unless there is one of DATA and --stream, and flags go with it.
void check_stream(const Command& command, const LearningArguments& arguments,
                  const StreamArguments& stream, const ConfiguredLearner& configured);

/// The files that learning from the stream reads.
std::vector<std::filesystem::path> input_files(const StreamArguments& stream);

struct StreamedFit {
  Trained trained;
  Index dim = 0;           ///< features of raw samples
  std::string checkpoint;  ///< where the last one is, if any was saved
};

/// `from` may be null.
StreamedFit fit_stream(const Command& command, const LearningArguments& arguments,
                       const StreamArguments& stream, const ConfiguredLearner& configured,
                       const Model* from, const std::string& output);

}  // namespace mahala::cli
