#include "cli/flags/stream_flags.hpp"

#include <fmt/format.h>

#include <tuple>

#include "cli/flags/described.hpp"
#include "cli/flags/exit.hpp"
#include "mahala/core/checkpoint/checkpoint.hpp"
#include "mahala/train/check_options.hpp"

namespace mahala::cli {
namespace {

std::filesystem::path path_of(const std::string& source) {
  return source == "-" ? "/dev/stdin" : source;
}

/// What lines of the stream carry, where a flag of constraints names the stream itself.
Supervision carried(const LearningArguments& arguments) {
  const auto& files = arguments.constraints.files;
  return files.empty() ? Supervision::nothing : files.front().first;
}

/// UsageError unless the learner learns from what comes, one at a time.
void check_examples(const LearningArguments& arguments, const StreamArguments& stream,
                    const LearnerEntry& entry) {
  if (entry.streams == ExampleKind::none) {
    throw UsageError(
        fmt::format("--stream: {} does not learn from one example at a time", entry.name));
  }
  for (const auto& [kind, file] : arguments.constraints.files) {
    if (name(kind) != name(entry.streams)) {
      throw UsageError(fmt::format("--{}: {} learns from {} one at a time, not from {}", kind,
                                   entry.name, entry.streams, kind));
    }
    if (file == stream.source && kind != Supervision::rankings) continue;
    throw UsageError(
        fmt::format("--{0} {1}: a stream carries its {0} in its own lines, so this has to be the "
                    "stream: --{0} {2}",
                    kind, file, stream.source));
  }
  const std::string& format = arguments.data.reading.format;
  if (!arguments.constraints.files.empty() && format != "auto" && format != "jsonl") {
    throw UsageError(fmt::format("--format {}: {} on a stream are JSON lines", format,
                                 arguments.constraints.files.front().first));
  }
  if (entry.streams == ExampleKind::pairs && arguments.constraints.files.empty()) {
    throw UsageError(fmt::format("{} learns from pairs, which the stream has to carry: --pairs {}",
                                 entry.name, stream.source));
  }
}

/// UsageError for what would need a look at samples that have not come yet.
void check_preparation(const LearningArguments& arguments) {
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
  for (const auto& [file, flag, what] :
       {std::tuple{&arguments.data.reading.labels_file, "--labels-file", "labels"},
        std::tuple{&arguments.data.reading.ids_file, "--ids-file", "ids"}}) {
    if (file->empty()) continue;
    throw UsageError(fmt::format("{}: the {} of a stream come with its samples", flag, what));
  }
}

void check_labels(const Command& command, const StreamArguments& stream,
                  const LearnerEntry& entry) {
  const bool ranks = entry.streams == ExampleKind::rankings, going_on = command.given("--from");
  if (ranks && !going_on && stream.label_names.empty()) {
    throw UsageError(fmt::format("{} ranks labels: name them with --label-names", entry.name));
  }
  if (!stream.label_names.empty() && (!ranks || going_on)) {
    throw UsageError(ranks ? "--label-names: the model of --from knows its labels"
                           : fmt::format("--label-names: {} ranks no labels", entry.name));
  }
}

void check_continuing(const Command& command, const StreamArguments& stream, bool resume) {
  const bool going_on = command.given("--from");
  if (going_on && stream.features > 0) {
    throw UsageError("--features: the model of --from knows how many");
  }
  if (resume && !going_on) {
    throw UsageError("--resume: --from names the model that has seen the samples to pass over");
  }
}

}  // namespace

void add_stream(Command& command, StreamArguments& stream) {
  command
      .add_option("--stream", stream.source,
                  "instead of DATA: samples that are read one by one and not kept, from a file or "
                  "pipe, - for standard input; with --triplets or --pairs naming the same, JSON "
                  "lines that carry those; for learners that can")
      .text("FILE")
      .group(stream_group);
  command
      .add_option("--label-names", stream.label_names,
                  "all labels there will be, one a line, for learners that rank labels")
      .text("FILE")
      .group(stream_group);
  Options options = describe(stream.options);
  // A flag of its own, of the checkpoints, which takes seconds as well.
  std::erase_if(options, [](const Option& option) { return option.name == "every"; });
  options.push_back({"features", &stream.features,
                     "how many features samples have; needed if they are sparse", at_least(0)});
  add_described(command, options, stream_group);
}

void check_stream(const Command& command, const LearningArguments& arguments,
                  const StreamArguments& stream, const CheckpointArguments& checkpoint,
                  const ConfiguredLearner& configured) {
  if (stream.source.empty()) {
    const std::string flag = first_given(command, stream_group);
    if (!flag.empty()) throw UsageError(flag + " is for --stream");
    if (arguments.data.name.empty()) throw UsageError("DATA is required, or --stream");
    return;
  }
  if (!arguments.data.name.empty()) throw UsageError("DATA and --stream cannot be used together");
  refuse_together(command, "--stream", sampling_group);
  check_examples(arguments, stream, configured.entry);
  as_usage([&] { check_stream_options(*configured.learner); });
  check_preparation(arguments);
  check_labels(command, stream, configured.entry);
  check_continuing(command, stream, checkpoint.resume);
  check_every(checkpoint);
}

std::vector<std::filesystem::path> input_files(const StreamArguments& stream) {
  return {path_of(stream.source), stream.label_names};
}

StreamTrainOptions stream_options(const Command& command, const LearningArguments& arguments,
                                  const StreamArguments& stream,
                                  const CheckpointArguments& checkpoint) {
  StreamTrainOptions options{.source = path_of(stream.source),
                             .name = stream.source,
                             .reading = arguments.data.reading,
                             .prepare = arguments.training.prepare,
                             .carries = carried(arguments),
                             .resume = checkpoint.resume,
                             .features = stream.features,
                             .label_names = stream.label_names,
                             .checkpoint = checkpoint.file,
                             .stream = stream.options};
  if (!checkpoint.file.empty() || command.given("--every")) {
    const Every every = parse_every(checkpoint.every);
    options.stream.every = every.steps;
    options.stream.every_seconds = every.steps > 0 ? 0 : every.seconds;
  }
  if (!command.given("--max-bytes")) options.reading.max_bytes = 0;  // streams have no end
  return options;
}

}  // namespace mahala::cli
