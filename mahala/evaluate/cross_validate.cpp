#include "mahala/evaluate/cross_validate.hpp"

#include <atomic>
#include <charconv>
#include <mutex>

#include "mahala/core/checkpoint/checkpoint.hpp"
#include "mahala/core/error.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/core/random.hpp"
#include "mahala/evaluate/by_constraints.hpp"
#include "mahala/evaluate/knn.hpp"
#include "mahala/evaluate/significance.hpp"

namespace mahala {
namespace {

/// Of all repeats together.
constexpr Index most_folds = 10'000;

bool parse(std::string_view text, Index& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

/// What one candidate did in one fold.
struct FoldOutcome {
  double error = 0;
  double fit_seconds = 0;
  Index rank = 0;
  std::vector<std::optional<double>> numbers = {};  ///< of all measures, one after the other

  void keep(Archive& archive) {
    std::vector<double> known, values;
    for (const auto& each : numbers) {
      known.push_back(each ? 1 : 0);
      values.push_back(each.value_or(0));
    }
    archive("error", error);
    archive("fit_seconds", fit_seconds);
    archive("rank", rank);
    archive("known", known);
    archive("values", values);
    numbers.clear();
    for (std::size_t k = 0; k < known.size(); ++k) {
      numbers.push_back(known[k] > 0 ? std::optional(values[k]) : std::nullopt);
    }
  }
};

/// What no model has seen.
struct TestPart {
  Samples x;
  Labels labels;
};

/// The same where constraints judge; the samples are all there are.
struct HeldOutPart {
  const Samples& x;
  Constraints held_out, learned;
};

/// Counts finished folds and tells the monitor, one fold at a time.
class FoldCount {
 public:
  FoldCount(const Monitor& monitor, Index total) : monitor_(monitor), total_(total) {}

  bool stopped() const { return stopped_; }

  /// False if the monitor asks to stop, so that the fold may have been cut short.
  bool finished(double error) {
    const std::lock_guard lock(mutex_);
    ++done_;
    if (!monitor_ || stopped_) return !stopped_;
    const Progress progress{
        .step = done_, .last_step = total_, .objective = error, .seconds = clock_.seconds()};
    // Nothing is lost when the monitor gives up on the last fold.
    const bool on = monitor_(progress);
    if (!on && done_ < total_) stopped_ = true;
    return on;
  }

 private:
  const Monitor& monitor_;
  Index total_, done_ = 0;
  std::mutex mutex_;
  std::atomic<bool> stopped_ = false;
  Stopwatch clock_;
};

FoldOutcome judge(const Candidate& candidate, const TrainingPart& part, const TestPart& test,
                  const Protocol& protocol) {
  const Stopwatch clock;
  const Model model = candidate.fit(part);
  FoldOutcome outcome{.fit_seconds = clock.seconds(), .rank = model.rank()};
  const Samples train_x = embed_samples(model, part.data.x), test_x = embed_samples(model, test.x);
  const auto predicted = classify_knn(train_x, part.data.labels.classes(), test_x, protocol.k);
  outcome.error = error_rate(predicted, test.labels.classes());
  const EmbeddedFold fold{train_x,       part.data.labels, test_x,    test.labels,
                          protocol.cuts, part.seed,        protocol.k};
  for (const Measure measure : protocol.measures) {
    for (const auto& number : measure_fold(measure, fold)) outcome.numbers.push_back(number);
  }
  return outcome;
}

FoldOutcome judge(const Candidate& candidate, const TrainingPart& part, const HeldOutPart& test) {
  const Stopwatch clock;
  const Model model = candidate.fit(part);
  FoldOutcome outcome{.fit_seconds = clock.seconds(), .rank = model.rank()};
  outcome.numbers = measure_constraints(embed_samples(model, test.x), test.held_out, test.learned);
  outcome.error = 1 - outcome.numbers.front().value();
  return outcome;
}

/// What a fold is judged by where constraints judge. Error if that is not enough.
HeldOutPart held_out_part(const Dataset& data, const Fold& fold, const Protocol& protocol) {
  const Constraints& by = *protocol.by;
  HeldOutPart part{data.x, held_out_among(by, fold.test, data), among(by, fold.train, data.size())};
  try {
    check_judges(part.held_out);
  } catch (const Error& error) {
    fail("a fold of {} has too little to be judged by ({}): fewer folds or more {} are needed",
         protocol.folds, error.what(), kind(by));
  }
  return part;
}

std::vector<Fold> all_folds(const Dataset& data, const Protocol& protocol) {
  if (protocol.split) return {*protocol.split};
  std::vector<Fold> all;
  for (Index r = protocol.first_repeat; r < protocol.repeats; ++r) {
    Rng rng = make_rng(protocol.seed, RandomStream::repeats, static_cast<std::uint64_t>(r));
    for (Fold& fold : protocol.by ? sample_folds(data, protocol.folds, rng)
                                  : dataset_folds(data, protocol.folds, rng)) {
      all.push_back(std::move(fold));
    }
  }
  if (protocol.only) return {all.at(static_cast<std::size_t>(*protocol.only))};
  return all;
}

/// By fold and candidate.
using FoldOutcomes = std::vector<std::vector<FoldOutcome>>;

Interval interval_of(const std::vector<double>& values, const Protocol& protocol) {
  Rng rng = make_rng(protocol.seed, RandomStream::interval);
  return bootstrap_mean(values, {.confidence = protocol.confidence}, rng);
}

/// Candidate c's number `place` of those the measures give.
Measured summarise_number(const std::string& name, std::size_t place, const FoldOutcomes& outcomes,
                          std::size_t c, const Protocol& protocol) {
  Measured measured{.name = name};
  for (const auto& fold : outcomes) {
    if (const auto& number = fold[c].numbers[place]) measured.values.push_back(*number);
  }
  if (measured.values.empty()) return measured;
  measured.mean = sample_mean(measured.values);
  measured.sd = sample_sd(measured.values);
  measured.interval = interval_of(measured.values, protocol);
  return measured;
}

Score summarise(const Candidate& candidate, const FoldOutcomes& outcomes, std::size_t c,
                const Protocol& protocol) {
  Score score{.name = candidate.name, .errors = {}};
  for (const auto& fold : outcomes) {
    score.errors.push_back(fold[c].error);
    score.fit_seconds += fold[c].fit_seconds / static_cast<double>(outcomes.size());
    score.rank = fold[c].rank;
  }
  score.error_mean = sample_mean(score.errors);
  score.error_sd = sample_sd(score.errors);
  score.error_interval = interval_of(score.errors, protocol);
  for (const std::string& name : number_names(protocol)) {
    score.measured.push_back(summarise_number(name, score.measured.size(), outcomes, c, protocol));
  }
  return score;
}

/// Error unless it can be done with this data.
void check_protocol(const Dataset& data, const Protocol& protocol) {
  require(protocol.repeats >= 1, "{} repeats of cross-validation", protocol.repeats);
  require(protocol.first_repeat >= 0 && protocol.first_repeat < protocol.repeats,
          "repeat {} of {} of cross-validation", protocol.first_repeat, protocol.repeats);
  require(protocol.k >= 1, "a vote of {} neighbours", protocol.k);
  if (protocol.by) {
    check(*protocol.by, data);
    return check_judges(*protocol.by);
  }
  for (const Measure each : protocol.measures) {
    require(each != Measure::labels, "the measure labels is taken of a ranking, not of metrics");
  }
  check_classes(data, "cross-validation, whose folds are drawn by class,");
}

/// All candidates on one fold.
std::vector<FoldOutcome> judge_all(const std::vector<Candidate>& candidates, const Dataset& data,
                                   const Fold& fold, const Protocol& protocol, std::uint64_t seed) {
  const TrainingPart part{data.select(fold.train), fold.train, seed};
  std::vector<FoldOutcome> outcomes;
  if (protocol.by) {
    const HeldOutPart test = held_out_part(data, fold, protocol);
    for (const Candidate& each : candidates) outcomes.push_back(judge(each, part, test));
    return outcomes;
  }
  const TestPart test{data.x.select(fold.test), data.labels.select(fold.test)};
  for (const Candidate& each : candidates) outcomes.push_back(judge(each, part, test, protocol));
  return outcomes;
}

}  // namespace

std::vector<std::string> number_names(const Protocol& protocol) {
  if (protocol.by) return constraint_names(kind(*protocol.by));
  std::vector<std::string> all;
  for (const Measure measure : protocol.measures) {
    for (std::string& name : number_names(measure, protocol.cuts)) all.push_back(std::move(name));
  }
  return all;
}

void parse_cv(std::string_view text, Protocol& protocol) {
  const auto cross = text.find('x');
  Index folds = 0, repeats = 1;
  const bool ok = parse(text.substr(0, cross), folds) &&
                  (cross == std::string_view::npos || parse(text.substr(cross + 1), repeats));
  require(ok, "'{}' is not FOLDS or FOLDSxREPEATS, as in 5 or 2x10", text);
  require(folds >= 2, "'{}': {} folds, at least 2 are needed", text, folds);
  require(repeats >= 1, "'{}': {} repeats, at least 1 is needed", text, repeats);
  require(folds <= most_folds / repeats, "'{}': more than {} folds in all", text, most_folds);
  protocol.folds = folds;
  protocol.repeats = repeats;
}

std::vector<Score> cross_validate(const Dataset& data, const std::vector<Candidate>& candidates,
                                  const Protocol& protocol, const Monitor& progress) {
  KeptParts parts(protocol.checkpoint);
  require(!candidates.empty(), "there is nothing to cross-validate");
  check_protocol(data, protocol);
  const std::vector<Fold> folds = all_folds(data, protocol);
  const Index first = protocol.first_repeat * protocol.folds + protocol.only.value_or(0);
  FoldOutcomes outcomes(folds.size());
  FoldCount watch(progress, std::ssize(folds));
  parallel_jobs(std::ssize(folds), [&](Index f) {
    if (watch.stopped()) return;
    auto& results = outcomes[static_cast<std::size_t>(f)];
    const auto keep = [&](Archive& archive) { keep_list(archive, "results", results); };
    if (parts.recall(f, keep)) {
      watch.finished(results.back().error);
      return;
    }
    Rng rng = make_rng(protocol.seed, RandomStream::folds, static_cast<std::uint64_t>(first + f));
    results = judge_all(candidates, data, folds[static_cast<std::size_t>(f)], protocol, rng());
    if (watch.finished(results.back().error)) parts.done(f, keep);
  });
  require(!watch.stopped(), "stopped before all folds were done");
  std::vector<Score> scores;
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    scores.push_back(summarise(candidates[c], outcomes, c, protocol));
  }
  return scores;
}

}  // namespace mahala
