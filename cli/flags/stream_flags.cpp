#include "cli/flags/stream_flags.hpp"

#include <fmt/format.h>

#include "cli/flags/described.hpp"
#include "cli/flags/exit.hpp"
#include "mahala/train/check_options.hpp"

namespace mahala::cli {
namespace {

std::filesystem::path path_of(const std::string& source) {
  return source == "-" ? "/dev/stdin" : source;
}

}  // namespace

void add_stream(Command& command, StreamArguments& stream) {
  command
      .add_option("--stream", stream.source,
                  "instead of DATA: samples that are read one by one and not kept, from a file or "
                  "pipe, - for standard input; for learners that can")
      .text("FILE")
      .group(stream_group);
  command
      .add_option("--checkpoint", stream.checkpoint,
                  "where --every saves the model so far; else the output itself")
      .text("MODEL")
      .group(stream_group);
  command
      .add_option("--label-names", stream.label_names,
                  "all labels there will be, one a line, for learners that rank labels")
      .text("FILE")
      .group(stream_group);
  Options options = describe(stream.options);
  options.push_back({"features", &stream.features,
                     "how many features samples have; needed if they are sparse", at_least(0)});
  add_described(command, options, stream_group);
}

void check_stream(const Command& command, const LearningArguments& arguments,
                  const StreamArguments& stream, const ConfiguredLearner& configured) {
  const LearnerEntry& entry = configured.entry;
  if (stream.source.empty()) {
    const std::string flag = first_given(command, stream_group);
    if (!flag.empty()) throw UsageError(flag + " is for --stream");
    if (arguments.data.name.empty()) throw UsageError("DATA is required, or --stream");
    return;
  }
  if (!arguments.data.name.empty()) throw UsageError("DATA and --stream cannot be used together");
  for (const auto* group : {constraint_group, sampling_group}) {
    refuse_together(command, "--stream", group);
  }
  if (entry.streams == ExampleKind::none) {
    throw UsageError(
        fmt::format("--stream: {} does not learn from one example at a time", entry.name));
  }
  as_usage([&] { check_stream_options(*configured.learner); });
  const std::string& plan = arguments.training.prepare;
  if (plan != "auto" && plan != "none" && plan != "unit") {
    throw UsageError(
        fmt::format("--prepare {}: a stream cannot be looked at beforehand; none and "
                    "unit need no look, others come with --from",
                    plan));
  }
  if (arguments.training.impute != "none") {
    throw UsageError(
        "--impute: a stream cannot be looked at beforehand; give --from a model that "
        "imputes");
  }
  if (!arguments.data.reading.labels_file.empty()) {
    throw UsageError("--labels-file: the labels of a stream come with its samples");
  }
  const bool ranks = entry.streams == ExampleKind::rankings, going_on = command.given("--from");
  if (ranks && !going_on && stream.label_names.empty()) {
    throw UsageError(fmt::format("{} ranks labels: name them with --label-names", entry.name));
  }
  if (!stream.label_names.empty() && (!ranks || going_on)) {
    throw UsageError(ranks ? "--label-names: the model of --from knows its labels"
                           : fmt::format("--label-names: {} ranks no labels", entry.name));
  }
  if (going_on && stream.features > 0) {
    throw UsageError("--features: the model of --from knows how many");
  }
  if (!stream.checkpoint.empty() && stream.options.every == 0) {
    throw UsageError("--checkpoint: --every says how often");
  }
}

std::vector<std::filesystem::path> input_files(const StreamArguments& stream) {
  return {path_of(stream.source), stream.label_names};
}

StreamTrainOptions stream_options(const Command& command, const LearningArguments& arguments,
                                  const StreamArguments& stream) {
  StreamTrainOptions options{.source = path_of(stream.source),
                             .name = stream.source,
                             .reading = arguments.data.reading,
                             .prepare = arguments.training.prepare,
                             .features = stream.features,
                             .label_names = stream.label_names,
                             .checkpoint = stream.checkpoint,
                             .stream = stream.options};
  if (!command.given("--max-bytes")) options.reading.max_bytes = 0;  // streams have no end
  return options;
}

}  // namespace mahala::cli
