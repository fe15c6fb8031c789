#include "mahala/learn/stream/learn_steps.hpp"

#include <algorithm>
#include <cmath>

#include "mahala/core/checkpoint/checkpoint.hpp"
#include "mahala/core/error.hpp"
#include "mahala/data/constraints/sample_constraints.hpp"
#include "mahala/evaluate/quality.hpp"
#include "mahala/learn/identity_share.hpp"
#include "mahala/learn/stream/choose_step.hpp"
#include "mahala/learn/stream/example_source.hpp"
#include "mahala/learn/stream/loss_watch.hpp"

namespace mahala {
namespace {

constexpr int step_halvings = 100;  // squares of samples in the wrong units may be 1e16

/// What is learned from and what is judged by.
struct Parts {
  Dataset train;
  Constraints given;
  std::optional<Dataset> held_out;
  std::vector<Index> rows = {};  ///< of `train` among all; empty = all of them
};

Parts split(const Dataset& data, const Constraints& given, double share, std::uint64_t seed) {
  if (share == 0) return {data, given, {}};
  require(!data.labels.empty(), "option held_out: samples without labels cannot be judged");
  HeldOutSplit split = held_out_split(data.size(), share, seed);
  return {data.select(split.learned), restrict_to(given, split.learned, data.size()),
          in_one_place(data.select(split.judged)), std::move(split.learned)};
}

/// Those of neighbours in the metric that samples have before learning.
Triplets neighbour_triplets(const Dataset& data) {
  constexpr Index most_near = 5, most_far = 10;
  Rng none = make_rng(0);  // neighbours are not drawn at random
  const Constraints sets =
      sample_constraints(Supervision::sets, data.labels, data.x, {.neighbours = most_far}, none);
  Triplets triplets;
  for (const NearFarSet& each : std::get<NearFarSets>(sets)) {
    const Index nearest = std::min(most_near, std::ssize(each.near));
    for (const Index near : std::span(each.near).first(static_cast<std::size_t>(nearest))) {
      for (const Index far : each.far) triplets.push_back({each.query, near, far});
    }
  }
  return triplets;
}

/// The run as the learned part sees it: rows are its own.
Run within(const Run& run, const std::vector<Index>& part) {
  Run inner = run;
  if (!run.prepared_by || part.empty()) return inner;
  inner.prepared_by = [&run, &part](const std::vector<Index>& rows) {
    std::vector<Index> among_all;
    for (const Index row : rows) among_all.push_back(part[static_cast<std::size_t>(row)]);
    return run.prepared_by(among_all).select(part);
  };
  return inner;
}

/// The run of one state.
class Steps {
 public:
  /// `x` are the samples learned from.
  Steps(OnlineState& state, ExampleSource& source, const StepOptions& options, const Samples& x,
        const Run& run)
      : state_(state),
        source_(source),
        options_(options),
        x_(x),
        run_(run),
        loss_(options.window) {}

  Fit make(const std::optional<Dataset>& held_out) {
    std::optional<KeptLoop> loop;
    if (state_.keeps()) loop.emplace(run_, [this](Archive& archive) { keep(archive); });
    fit_.model = model();
    const Index last = options_.steps, checks = std::min(options_.checks, last);
    for (Index before = fit_.iterations; check_ <= checks; ++check_) {
      if (loop) loop->mark(fit_.iterations - before);
      before = fit_.iterations;
      const Index until = last / checks * check_ + last % checks * check_ / checks;
      if (!advance(until) || runaway_.in_mean(loss_.value())) {
        return ended(Status::diverged, "the loss ran away after");
      }
      fit_.model = model();
      if (!look(held_out)) return ended(Status::stopped, "stopped on request after");
    }
    if (loop) loop->end();
    return ended(Status::budget_spent, "");
  }

  bool lost_at_start() const { return runaway_.at_start(); }  ///< no loss but 0 before the last

 private:
  /// The model is that of the state, since places to go on from are checks.
  void keep(Archive& archive) {
    archive("learner", state_);
    archive("source", source_);
    archive("loss", loss_);
    archive("runaway", runaway_);
    archive("last_loss", last_loss_);
    archive("check", check_);
    archive("iterations", fit_.iterations);
    keep_trace(archive, "trace", fit_.trace);
    if (archive.reads() && !fit_.trace.empty()) seconds_before_ = fit_.trace.back().seconds;
  }

  Model model() const { return with_identity(state_.model(), options_.identity, x_); }

  /// False if a loss ran away.
  bool advance(Index until) {
    for (; fit_.iterations < until; ++fit_.iterations) {
      last_loss_ = state_.update(source_.next());
      if (runaway_.in(last_loss_)) return false;
      loss_.add(last_loss_);
    }
    return true;
  }

  /// False if the monitor asks to stop.
  bool look(const std::optional<Dataset>& held_out) {
    Progress progress{.step = fit_.iterations,
                      .last_step = options_.steps,
                      .objective = loss_.value(),
                      .seconds = seconds_before_ + watch_.seconds()};
    if (held_out) progress.held_out = mean_average_precision(fit_.model, *held_out);
    fit_.trace.push_back(progress);
    return !run_.monitor || run_.monitor(progress);
  }

  /// `how` is followed by the steps.
  Fit ended(Status status, std::string_view how) {
    fit_.status = status;
    fit_.message = fmt::format("{}{}{} steps", how, how.empty() ? "" : " ", fit_.iterations);
    fit_.objective = status == Status::diverged ? last_loss_ : loss_.value();
    fit_.timed = true;
    fit_.certificate = {"mean loss of the last steps", fit_.objective};
    return std::move(fit_);
  }

  OnlineState& state_;
  ExampleSource& source_;
  const StepOptions& options_;
  const Samples& x_;
  const Run& run_;
  Stopwatch watch_;
  MovingMean loss_;
  Runaway runaway_;
  double last_loss_ = 0;
  Index check_ = 1;            ///< the next one
  double seconds_before_ = 0;  ///< of the run that was killed
  Fit fit_;
};

Fit kept_start(const StateMaker& make, const StepOptions& options, ExampleKind kind, Index dim) {
  return {.model = make(options.step > 0 ? options.step : 1, dim)->model(),
          .message = fmt::format("there are no {} to learn from: the start is kept", kind)};
}

}  // namespace

HeldOutSplit held_out_split(Index n, double share, std::uint64_t seed) {
  Rng rng = make_rng(seed, RandomStream::held_out);
  const std::vector<Index> order = random_order(n, rng);
  const auto kept = static_cast<Index>(share * static_cast<double>(n));
  require(kept >= 2 && kept < n, "option held_out: {} of {} samples would be kept", kept, n);
  HeldOutSplit split{{order.begin() + kept, order.end()}, {order.begin(), order.begin() + kept}};
  std::sort(split.learned.begin(), split.learned.end());
  std::sort(split.judged.begin(), split.judged.end());
  return split;
}

Fit stopped_start(Model start) {
  return {.model = std::move(start),
          .status = Status::stopped,
          .message = "stopped on request while a step size was chosen: the start is kept",
          .objective = std::numeric_limits<double>::quiet_NaN()};
}

std::string_view advice_to_diverged(bool at_start) {
  return at_start ? "the start has no finite loss: scale the samples" : "a smaller step may help";
}

Options describe(StepOptions& o) {
  return {
      {"steps", &o.steps,
       "examples learned from, one step each; 0 = 100000, or 64 for each sparse sample if that is "
       "more, up to 1000000, or where votes choose as many as prefix",
       at_least(0)},
      {"step", &o.step, "step size; 0 = chosen by cross-validation on a prefix", at_least(0)},
      {"window", &o.window, "last examples whose mean loss is reported", between(1, 1e8)},
      {"checks", &o.checks, "points of the learning curve", between(1, 1e4)},
      {"held_out", &o.held_out,
       "share of the samples not learned from, for the mAP of the learning curve", between(0, 0.9)},
      {"prefix", &o.prefix,
       "steps of each trial in choosing the step size; 0 = 2000, or where votes choose 4 for each "
       "sample if that is more, up to 5000",
       at_least(0)},
      {"folds", &o.folds, "folds of choosing the step size", between(2, 100)},
  };
}

Options describe_triplets(StepOptions& o) {
  return joined({describe(o),
                 {{"draw", &o.draw,
                   "triplets that are not given: of samples anywhere, for rankings of all by "
                   "similarity, or of neighbours, for votes of the nearest; auto: neighbours of "
                   "dense samples where the step size is chosen"},
                  identity_option(o.identity)}});
}

Index usual_prefix(const Samples& x, bool votes) {
  constexpr Index usual = 2000, for_each_sample = 4, most = 5000;
  return votes ? std::clamp(for_each_sample * x.size(), usual, most) : usual;
}

Index usual_steps(const Samples& x, bool votes) {
  constexpr Index usual = 100'000, for_each_sample = 64, most = 1'000'000;
  if (votes) return usual_prefix(x, votes);
  return x.is_sparse() ? std::clamp(for_each_sample * x.size(), usual, most) : usual;
}

bool chosen_by_votes(const Dataset& data, const Constraints& given, const StepOptions& options) {
  return std::holds_alternative<Nothing>(given) && options.step == 0 &&
         options.draw != TripletDraw::anywhere && !data.x.is_sparse() && can_vote(data);
}

namespace {

/// What was left open, but for the step size.
StepOptions settled_options(StepOptions options, const Dataset& data, bool votes) {
  if (options.prefix == 0) options.prefix = usual_prefix(data.x, votes);
  if (options.steps == 0) options.steps = usual_steps(data.x, votes);
  if (options.draw == TripletDraw::automatic) {
    options.draw = votes ? TripletDraw::neighbours : options.usual_draw;
  }
  if (options.identity < 0 && !votes) options.identity = 0;
  return options;
}

}  // namespace

Fit learn_steps(ExampleKind kind, const Dataset& data, const Constraints& given,
                const StateMaker& make, const StepOptions& options, const Run& run) {
  Parts parts = split(data, given, options.held_out, run.seed);
  const bool drawn = kind == ExampleKind::triplets && std::holds_alternative<Nothing>(given);
  require(drawn || options.draw == TripletDraw::automatic,
          "option draw: {}, but triplets are given", options.draw);
  const bool votes = drawn && chosen_by_votes(parts.train, given, options);
  StepOptions settled = settled_options(options, parts.train, votes);
  if (drawn && settled.draw == TripletDraw::neighbours) {
    parts.given = neighbour_triplets(parts.train);
  }
  const auto examples = [&] {
    return example_source(kind, parts.train, parts.given,
                          make_rng(run.seed, RandomStream::examples));
  };
  if (examples() == nullptr) return kept_start(make, options, kind, data.dim());
  std::string how;
  if (options.step == 0) {
    const StepChoice choice = choose_step(
        kind, parts.train, parts.given, make,
        {.prefix = std::min(settled.prefix, settled.steps), .folds = settled.folds, .votes = votes},
        within(run, parts.rows));
    if (choice.stopped) return stopped_start(make(choice.step, data.dim())->model());
    settled.step = choice.step;
    if (settled.identity < 0) settled.identity = choice.share;
    how = fmt::format(" of size {:g}, {}", choice.step, choice.reason);
  }
  for (int halvings = 0;; ++halvings, settled.step /= 2) {
    const auto source = examples();
    const auto state = make(settled.step, data.dim());
    Steps steps(*state, *source, settled, parts.train.x, run);
    Fit fit = steps.make(parts.held_out);
    const bool diverged = fit.status == Status::diverged;
    const bool at_start = diverged && steps.lost_at_start();
    if (diverged && !at_start && halvings < step_halvings) continue;
    fit.message += how + share_in_words(settled.identity);
    if (halvings > 0) fit.message += fmt::format("; {} times too long and halved", halvings);
    if (diverged) fit.message += fmt::format("; {}", advice_to_diverged(at_start));
    return fit;
  }
}

}  // namespace mahala
