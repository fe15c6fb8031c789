#include "cli/flags/stream_fit.hpp"

#include <fmt/format.h>

#include <map>

#include "cli/flags/described.hpp"
#include "cli/flags/exit.hpp"
#include "cli/flags/interrupt.hpp"
#include "cli/flags/online_options.hpp"
#include "cli/output/progress.hpp"
#include "mahala/core/version.hpp"
#include "mahala/data/file/source.hpp"
#include "mahala/model/model_file.hpp"

namespace mahala::cli {
namespace {

constexpr std::size_t one_sample = 1;  ///< byte: a block is full with its first sample

/// What reading complains of, with advice that a stream can follow.
std::string in_a_stream(std::string message) {
  constexpr std::string_view advice = "use --impute median or --impute mean";
  const auto at = message.find(advice);
  if (at == std::string::npos) return message;
  return message.replace(at, advice.size(),
                         "a stream is imputed as the model of --from was: give one that imputes");
}

/// The samples of a stream one at a time, the first of them looked at before it is given, and none
/// after an interruption.
class OpenedStream final : public SampleStream {
 public:
  OpenedStream(const std::filesystem::path& path, const ReadOptions& reading)
      : samples_(open_samples(path, reading, one_sample)), first_(read()) {}

  const Dataset& first() const { return first_; }
  bool cut() const { return cut_; }  ///< it ended because of an interruption

  Dataset next() override {
    cut_ = interrupted();
    if (cut_) return {};
    if (first_.size() > 0) return std::exchange(first_, {});
    return read();
  }

  std::string where() const override { return samples_->where(); }

 private:
  Dataset read() {
    try {
      return samples_->next();
    } catch (const Error& error) {
      throw Error(in_a_stream(error.what()));
    }
  }

  std::unique_ptr<SampleStream> samples_;
  Dataset first_;
  bool cut_ = false;
};

std::filesystem::path path_of(const std::string& source) {
  return source == "-" ? "/dev/stdin" : source;
}

std::vector<std::string> read_label_names(const std::string& file) {
  reading::Source source(file);
  std::vector<std::string> names;
  std::map<std::string, Index, std::less<>> first_line;
  for (std::string_view line; source.line(line);) {
    line = reading::without_return(line);
    require(!line.empty(), "{}:{}: the line is empty", file, source.line_number());
    const auto [known, added] = first_line.emplace(line, source.line_number());
    require(added, "{}:{}: the label '{}' stands in line {} already", file, source.line_number(),
            line, known->second);
    names.emplace_back(line);
  }
  require(!names.empty(), "{}: holds no labels", file);
  return names;
}

/// Steps that need no samples to be fitted.
Prepare given_preparation(const std::string& plan) {
  if (plan == "auto" || plan == "none") return {};
  return {.steps = {{.name = "unit"}}};
}

ReadOptions reading_of(const Command& command, const LearningArguments& arguments,
                       const StreamArguments& stream, const Model* from) {
  ReadOptions reading = arguments.data.reading;
  if (!command.given("--max-bytes")) reading.max_bytes = 0;  // streams have no end
  reading.dim = from != nullptr ? from->input_dim() : stream.features;
  reading.exact_dim = reading.dim > 0;
  if (from == nullptr) return reading;
  reading.keep_missing = from->prepare.fills_missing();
  reading.space = from->text;
  if (from->text) reading.dim = 0;
  return reading;
}

Index raw_dim(const Dataset& first, const StreamArguments& stream, const Model* from) {
  if (from != nullptr) return from->input_dim();
  require(!first.text, "{}: raw text is streamed for a model that knows its words: give --from",
          stream.source);
  if (stream.features > 0) return stream.features;
  require(!first.x.is_sparse(),
          "{}: the samples are sparse and may have features not yet seen; say "
          "how many there are with --features",
          stream.source);
  return first.dim();
}

StreamShape shape_of(const StreamArguments& stream, const LearnerEntry& entry, Index dim,
                     const Model* from) {
  StreamShape shape{.dim = from != nullptr ? from->dim() : dim};
  if (entry.streams != ExampleKind::rankings) return shape;
  shape.labels = from != nullptr ? from->labels : read_label_names(stream.label_names);
  return shape;
}

/// What a checkpoint keeps besides the learner's own notes.
void complete(Fit& fit, const LearningArguments& arguments, const StreamArguments& stream,
              const Model* from) {
  Notes& notes = fit.model.notes;
  notes["data"] = stream.source;
  notes["samples"] = std::to_string(fit.iterations);
  notes["seed"] = std::to_string(arguments.common.seed);
  notes["version"] = version();
  if (from != nullptr) fit.model.text = from->text;
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
  check_stream_options(configured);
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

StreamedFit fit_stream(const Command& command, const LearningArguments& arguments,
                       const StreamArguments& stream, const ConfiguredLearner& configured,
                       const Model* from, const std::string& output) {
  const InterruptGuard guard;
  OpenedStream samples(path_of(stream.source), reading_of(command, arguments, stream, from));
  const Index dim = raw_dim(samples.first(), stream, from);
  const Prepare prepare =
      from != nullptr ? from->prepare : given_preparation(arguments.training.prepare);
  const Matrix start = from != nullptr ? factor_of(*from) : Matrix();
  ProgressLine progress(arguments.common, "example", "loss");
  Run run{.monitor = progress.monitor(), .seed = arguments.seed()};
  if (from != nullptr) run.start = &start;
  if (from != nullptr && from->has_right()) run.start_right = &from->right;
  const std::string& checkpoint = stream.checkpoint.empty() ? output : stream.checkpoint;
  const Stopwatch watch;
  std::string saved;
  Fit fit = learn_stream(
      *configured.learner, samples, prepare, shape_of(stream, configured.entry, dim, from),
      stream.options,
      [&](Fit so_far) {
        complete(so_far, arguments, stream, from);
        save(so_far.model, checkpoint);
        saved = checkpoint;
      },
      run);
  if (samples.cut() && fit.status == Status::budget_spent) {
    fit.status = Status::stopped;
    fit.message = fmt::format("interrupted after {} examples", fit.iterations);
    configured.learner->note(fit);
  }
  complete(fit, arguments, stream, from);
  return {{.fit = std::move(fit), .constraints = 0, .seconds = watch.seconds()}, dim, saved};
}

}  // namespace mahala::cli
