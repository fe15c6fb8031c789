#include "mahala/train/train_stream.hpp"

#include <map>
#include <utility>

#include "mahala/core/error.hpp"
#include "mahala/core/utf8.hpp"
#include "mahala/data/file/source.hpp"
#include "mahala/model/feature_check.hpp"
#include "mahala/model/model_file.hpp"
#include "mahala/model/read_for_model.hpp"

namespace mahala {
namespace {

constexpr std::size_t one_sample = 1;  ///< byte: a block is full with its first sample

/// The samples of a stream one at a time, the first of them looked at before it is given, and none
/// after it was asked to end.
class OpenedStream final : public SampleStream {
 public:
  OpenedStream(const StreamTrainOptions& options, const ReadOptions& reading)
      : stop_(options.stop),
        samples_(open_samples(options.source, reading, one_sample)),
        first_(samples_->next()) {}

  const Dataset& first() const { return first_; }
  bool cut() const { return cut_; }  ///< it ended because it was asked to

  Dataset next() override {
    cut_ = stop_ && stop_();
    if (cut_) return {};
    if (first_.size() > 0) return std::exchange(first_, {});
    return samples_->next();
  }

  std::string where() const override { return samples_->where(); }

 private:
  const std::function<bool()>& stop_;
  std::unique_ptr<SampleStream> samples_;
  Dataset first_;
  bool cut_ = false;
};

ReadOptions reading_of(const StreamTrainOptions& options) {
  ReadOptions reading = options.reading;
  reading.missing_advice =
      "a stream is imputed as the model of option from was: give one that imputes";
  reading.dim = options.features;
  if (options.from != nullptr) reading = reading_for_model(reading, *options.from);
  reading.exact_dim = options.from != nullptr || reading.dim > 0;
  return reading;
}

/// Steps that need no samples to be fitted.
Prepare preparation_of(const StreamTrainOptions& options) {
  if (options.from != nullptr) return options.from->prepare;
  if (options.prepare == "auto" || options.prepare == "none") return {};
  require(options.prepare == "unit",
          "option prepare: {}, but a stream cannot be looked at beforehand", options.prepare);
  return {.steps = {{.name = "unit"}}};
}

Index raw_dim(const Dataset& first, const StreamTrainOptions& options) {
  if (options.from != nullptr) return options.from->input_dim();
  require(
      !first.text,
      "{}: raw text is streamed for a model that knows its words: name a model to continue from",
      options.name);
  if (options.features > 0) return options.features;
  require(!first.x.is_sparse(),
          "{}: the samples are sparse and may have features not yet seen; say "
          "how many there are with option features",
          options.name);
  return first.dim();
}

StreamShape stream_shape(const LearnerFacts& learner, Index dim,
                         const StreamTrainOptions& options) {
  const Model* from = options.from;
  StreamShape shape{.dim = from != nullptr ? from->dim() : dim};
  if (learner.streams != ExampleKind::rankings) return shape;
  shape.labels = from != nullptr ? from->labels : read_label_names(options.label_names);
  return shape;
}

/// What a model keeps besides the learner's own notes.
void complete_model(Fit& fit, const StreamTrainOptions& options, Provenance& provenance) {
  provenance.samples = fit.iterations;
  note_provenance(provenance, fit.model);
  if (options.from != nullptr) fit.model.text = options.from->text;
}

}  // namespace

std::vector<std::string> read_label_names(const std::filesystem::path& path) {
  const std::string file = path.string();
  reading::Source source(path);
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

StreamTrained train_stream(const Learner& learner, const StreamTrainOptions& options,
                           const Run& unstarted) {
  OpenedStream samples(options, reading_of(options));
  if (options.from != nullptr) check_features(*options.from, samples.first());
  StreamTrained result{
      .provenance = {.data = plain_name(options.name),
                     .features = samples.first().text ? "" : join_features(samples.first()),
                     .dim = raw_dim(samples.first(), options),
                     .seed = unstarted.seed}};
  const Prepare prepare = preparation_of(options);
  const Matrix start = options.from != nullptr ? factor_of(*options.from) : Matrix();
  Run run = unstarted;
  if (options.from != nullptr) run.start = &start;
  if (options.from != nullptr && options.from->has_right()) run.start_right = &options.from->right;
  const auto keep = [&](Fit so_far) {
    complete_model(so_far, options, result.provenance);
    save(so_far.model, options.checkpoint);
    result.saved = options.checkpoint;
  };
  const Stopwatch watch;
  Fit fit = learn_stream(learner, samples, prepare,
                         stream_shape(learner.facts(), result.provenance.dim, options),
                         options.stream, keep, run);
  if (samples.cut() && fit.status == Status::budget_spent) {
    fit.status = Status::stopped;
    fit.message = fmt::format("interrupted after {} examples", fit.iterations);
    learner.note(fit);
  }
  complete_model(fit, options, result.provenance);
  result.trained = {.fit = std::move(fit), .constraints = 0, .seconds = watch.seconds()};
  return result;
}

}  // namespace mahala
