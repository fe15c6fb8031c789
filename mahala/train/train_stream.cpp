#include "mahala/train/train_stream.hpp"

#include <charconv>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "mahala/core/error.hpp"
#include "mahala/core/utf8.hpp"
#include "mahala/data/file/source.hpp"
#include "mahala/data/read/example_stream.hpp"
#include "mahala/learn/stream/learning_curve.hpp"
#include "mahala/model/feature_check.hpp"
#include "mahala/model/model_file.hpp"
#include "mahala/model/read_for_model.hpp"

namespace mahala {
namespace {

constexpr std::size_t one_sample = 1;  ///< byte: a block is full with its first sample

std::unique_ptr<SampleStream> opened(const StreamTrainOptions& options,
                                     const ReadOptions& reading) {
  if (options.carries == Supervision::nothing) {
    return open_samples(options.source, reading, one_sample);
  }
  return open_examples(options.source, options.carries, reading);
}

/// The samples of a stream one at a time, the first of them looked at before it is given, and none
/// after it was asked to end.
class OpenedStream final : public SampleStream {
 public:
  OpenedStream(const StreamTrainOptions& options, const ReadOptions& reading, Index seen)
      : stop_(options.stop), remark_(options.remark), name_(options.name) {
    try {
      samples_ = opened(options, reading);
      pass_over(seen);
      if (first_.size() == 0) first_ = read();
    } catch (const reading::Cut&) {
      cut_ = true;
    }
  }

  const Dataset& first() const { return first_; }
  bool cut() const override { return cut_; }

  Dataset next() override {
    cut_ = cut_ || (stop_ && stop_());
    if (cut_) return {};
    if (first_.size() > 0) return std::exchange(first_, {});
    try {
      return read();
    } catch (const reading::Cut&) {
      cut_ = true;
      return {};
    }
  }

  std::string where() const override { return samples_ ? samples_->where() : name_; }
  Constraints given() const override { return samples_->given(); }

 private:
  Dataset read() {
    Dataset block = samples_->next();
    for (const std::string& text : block.remarks) {
      if (remark_) remark_(text);
    }
    return block;
  }

  void pass_over(Index seen) {
    for (Index passed = 0; passed < seen;) {
      Dataset block = samples_->next();
      require(block.size() > 0, "{}: ends after {} samples, of which the model has seen {}", name_,
              passed, seen);
      const bool joint = !std::holds_alternative<Nothing>(samples_->given());
      passed += joint ? 1 : block.size();
      if (passed <= seen) continue;
      std::vector<Index> unseen(static_cast<std::size_t>(passed - seen));
      std::iota(unseen.begin(), unseen.end(), block.size() - (passed - seen));
      first_ = block.select(unseen);
    }
  }

  const std::function<bool()>& stop_;
  const Remark& remark_;
  std::string name_;
  std::unique_ptr<SampleStream> samples_;
  Dataset first_;
  bool cut_ = false;
};

ReadOptions reading_of(const StreamTrainOptions& options) {
  ReadOptions reading = options.reading;
  reading.missing_advice =
      "a stream is imputed as the model of option from was: give one that imputes";
  reading.dim = options.features;
  reading.stop = options.stop;
  if (options.from != nullptr) reading = reading_for_model(reading, *options.from);
  require(reading.encode == "none" || reading.table,
          "option encode: the categories of a stream are not known beforehand; name a model to "
          "continue from");
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
void complete_model(Fit& fit, const StreamTrainOptions& options,
                    const std::optional<TableForm>& table, Provenance& provenance) {
  provenance.samples = fit.iterations;
  note_provenance(provenance, fit.model);
  fit.model.table = table;
  if (options.from != nullptr) fit.model.text = options.from->text;
}

/// What learning starts from.
struct Start {
  Matrix left = {}, right = {};
  const ArchiveParts* state = nullptr;  ///< takes the place of the start, whose shape alone counts

  void set(Run& run) const {
    if (left.size() > 0) run.start = &left;
    if (right.size() > 0) run.start_right = &right;
  }
};

/// A start of the right shape: any of full rank will do where a state takes its place.
Matrix shaped_like(const Matrix& factor) {
  Rng rng = make_rng(0);
  return random_normal(factor.rows(), factor.cols(), rng);
}

Start start_of(const Learner& learner, const Model& from) {
  const auto& [numbers, texts] = from.state;
  const bool resumes = !from.state.empty() && why_not_resumed(learner, from).empty();
  if (!resumes) {
    check_from(learner.facts(), from);
    return {factor_of(from), from.right};
  }
  Start start{.state = &from.state};
  if (const auto given = numbers.find("start"); given != numbers.end()) {
    start.left = given->second;
    const auto right = numbers.find("start_right");
    if (right != numbers.end()) start.right = right->second;
  } else if (const auto warm = texts.find("warm"); warm != texts.end() && warm->second == "1") {
    start.left = shaped_like(factor_of(from));
    start.right = shaped_like(from.right);
  }
  return start;
}

/// The learning curve a model notes.
std::vector<Progress> past_of(const Model& from) {
  std::vector<Progress> past;
  const auto note = from.notes.find(curve_note);
  if (note == from.notes.end()) return past;
  for (const CurvePoint& point : read_curve(note->second)) {
    past.push_back({.step = point.step,
                    .objective = point.objective,
                    .seconds = std::isnan(point.seconds) ? 0 : point.seconds});
  }
  return past;
}

/// The number of features before preparation, and their names; Cut if a stream was cut
/// before it showed them.
Provenance stream_provenance(const OpenedStream& samples, const StreamTrainOptions& options,
                             std::uint64_t seed) {
  const Dataset& first = samples.first();
  if (samples.cut() && options.from == nullptr) {
    throw reading::Cut(options.name +
                       ": interrupted before the first sample came; there is no model");
  }
  Provenance provenance{.data = plain_name(options.name),
                        .features = first.text ? "" : join_features(first),
                        .dim = raw_dim(first, options),
                        .seed = seed};
  if (options.from == nullptr || options.from->state.empty()) return provenance;
  const Notes& notes = options.from->notes;  // random numbers go on where they were
  if (const auto note = notes.find("seed"); note != notes.end()) {
    std::from_chars(note->second.data(), note->second.data() + note->second.size(),
                    provenance.seed);
  }
  if (const auto note = notes.find(features_note); note != notes.end() && first.size() == 0) {
    provenance.features = note->second;
  }
  return provenance;
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

std::string why_not_resumed(const Learner& learner, const Model& from) {
  if (from.state.empty()) return "";
  Fit noted;
  learner.note(noted);
  for (const auto& [name, now] : noted.model.notes) {
    constexpr std::string_view option = "option.";
    if (name != "learner" && !name.starts_with(option)) continue;
    const auto before = from.notes.find(name);
    if (before != from.notes.end() && before->second == now) continue;
    return fmt::format("{} was {} and is {}",
                       name == "learner" ? "the learner" : "option " + name.substr(option.size()),
                       before == from.notes.end() ? "not known" : before->second, now);
  }
  return "";
}

StreamTrained train_stream(const Learner& learner, const StreamTrainOptions& options,
                           const Run& unstarted) {
  const Model* from = options.from;
  const Index seen = options.resume && from != nullptr ? samples_seen(from->state) : 0;
  OpenedStream samples(options, reading_of(options), seen);
  if (from != nullptr) check_features(*from, samples.first());
  StreamTrained result{.provenance = stream_provenance(samples, options, unstarted.seed)};
  const Prepare prepare = preparation_of(options);
  const auto table = from != nullptr ? from->table : samples.first().table;
  const Start start = from != nullptr ? start_of(learner, *from) : Start();
  Run run = unstarted;
  start.set(run);
  const auto keep = [&](Fit so_far) {
    complete_model(so_far, options, table, result.provenance);
    save(so_far.model, options.checkpoint);
    result.saved = options.checkpoint;
  };
  const Stopwatch watch;
  const StreamTask task{.learner = learner,
                        .samples = samples,
                        .prepare = prepare,
                        .shape = stream_shape(learner.facts(), result.provenance.dim, options),
                        .checkpoint = keep,
                        .state = start.state,
                        .past = start.state != nullptr ? past_of(*from) : std::vector<Progress>()};
  Fit fit = learn_stream(task, options.stream, run);
  complete_model(fit, options, table, result.provenance);
  result.trained = {.fit = std::move(fit), .constraints = 0, .seconds = watch.seconds()};
  return result;
}

}  // namespace mahala
