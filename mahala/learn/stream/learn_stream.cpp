#include "mahala/learn/stream/learn_stream.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "mahala/core/error.hpp"
#include "mahala/data/dataset.hpp"
#include "mahala/learn/stream/choose_step.hpp"
#include "mahala/learn/stream/learn_steps.hpp"
#include "mahala/learn/stream/loss_watch.hpp"
#include "mahala/learn/stream/stream_examples.hpp"

namespace mahala {
namespace {

constexpr std::size_t most_points = 10'000;  ///< of a trace that may grow for ever

/// The step size that was settled on, and how in words.
struct SettledStep {
  double size = 0;  ///< 0 = the learner's option
  std::string how = {};

  void keep(Archive& archive) {
    archive("size", size);
    archive("how", how);
  }
};

class Streaming {
 public:
  Streaming(const StreamTask& task, const StreamOptions& options, SettledStep step, const Run& run)
      : task_(task),
        options_(options),
        run_(run),
        warm_(run.start != nullptr),
        step_(std::move(step)),
        state_(task.learner.stream(shape_with(step_.size), run)),
        examples_(task.learner.facts().streams, task.shape.labels, options.reservoir, run.seed),
        loss_(options.window) {}

  /// False if it is time to end.
  bool learn(const StreamBlock& block) {
    SampleViews views(block.data.x);
    for (Index i = 0; i < block.examples(); ++i) {
      const auto example = examples_.next(block, views, i);
      if (example && !step(*example)) return false;
    }
    return true;
  }

  Fit finished(bool cut) {
    if (cut && fit_.status == Status::converged) {
      end(Status::stopped, fmt::format("interrupted after {} examples", fit_.iterations));
    } else if (fit_.status == Status::converged) {
      end(Status::budget_spent, fmt::format("{} examples of a stream{}", fit_.iterations, how()));
    }
    if (fit_.iterations > 0) add_point();
    pass_pending();
    return snapshot();
  }

  Index examples() const { return fit_.iterations; }

  /// A checkpoint waits for the loss of the next example, which shows whether its model is sound.
  void pass_pending() {
    const auto ready = std::exchange(pending_, std::nullopt);
    if (!ready || fit_.status == Status::diverged) return;
    if (ready->model.left.allFinite() && ready->model.right.allFinite()) task_.checkpoint(*ready);
  }

  /// Everything that what comes depends on.
  void keep(Archive& archive) {
    archive("warm", warm_);
    archive("step", step_);
    archive("examples", examples_);
    archive("iterations", fit_.iterations);
    archive("loss", loss_);
    archive("runaway", runaway_);
    archive("last_loss", last_loss_);
    state_->keep(archive);
    if (!archive.reads()) return;
    begun_at_ = fit_.iterations;
    fit_.trace = task_.past;
  }

 private:
  StreamShape shape_with(double step) const {
    StreamShape shape = task_.shape;
    shape.step = step;
    return shape;
  }

  std::string how() const {
    return step_.how.empty() ? ""
                             : fmt::format(" with steps of size {:g}, {}", step_.size, step_.how);
  }

  bool step(const Example& example) {
    last_loss_ = state_->update(example);
    if (runaway_.in(last_loss_)) {
      end(Status::diverged,
          fmt::format("the loss ran away after {} examples{}; {}", fit_.iterations, how(),
                      advice_to_diverged(runaway_.at_start())));
      return false;
    }
    pass_pending();
    loss_.add(last_loss_);
    ++fit_.iterations;
    if (checkpoint_is_due()) {
      add_point();
      pending_ = snapshot();
    }
    if (options_.most > 0 && fit_.iterations - begun_at_ == options_.most) return false;
    return fit_.iterations % options_.window != 0 || look();
  }

  bool checkpoint_is_due() {
    if (options_.every > 0) return fit_.iterations % options_.every == 0;
    if (options_.every_seconds == 0) return false;
    const double now = watch_.seconds();
    if (now - checkpoint_at_ < options_.every_seconds) return false;
    checkpoint_at_ = now;
    return true;
  }

  bool look() {
    add_point();
    if (!run_.monitor || run_.monitor(fit_.trace.back())) return true;
    end(Status::stopped, fmt::format("stopped on request after {} examples", fit_.iterations));
    return false;
  }

  void end(Status status, std::string message) {
    fit_.status = status;
    fit_.message = std::move(message);
  }

  void add_point() {
    if (!fit_.trace.empty() && fit_.trace.back().step == fit_.iterations) return;
    const double before = task_.past.empty() ? 0 : task_.past.back().seconds;
    fit_.trace.push_back({.step = fit_.iterations,
                          .last_step = options_.most > 0 ? begun_at_ + options_.most : 0,
                          .objective = loss_.value(),
                          .seconds = before + watch_.seconds()});
    if (fit_.trace.size() < most_points) return;
    std::size_t kept = 0;
    for (std::size_t k = 1; k < fit_.trace.size(); k += 2) fit_.trace[kept++] = fit_.trace[k];
    fit_.trace.resize(kept);
  }

  /// What there is so far, as a fit that notes itself.
  Fit snapshot() {
    Fit fit = fit_;
    fit.model = state_->model();
    fit.model.prepare = task_.prepare;
    fit.objective = fit.status == Status::diverged ? last_loss_ : loss_.value();
    fit.certificate = {"mean loss of the last examples", fit.objective};
    fit.timed = true;
    if (fit.status == Status::converged) {
      fit.status = Status::budget_spent;
      fit.message = fmt::format("checkpoint after {} examples of a stream", fit.iterations);
    }
    if (state_->keeps()) {
      Archive archive;
      keep(archive);
      fit.model.state = archive.parts();
    }
    task_.learner.note(fit);
    return fit;
  }

  const StreamTask& task_;
  const StreamOptions& options_;
  const Run& run_;
  bool warm_;  ///< began from a model
  SettledStep step_;
  std::unique_ptr<OnlineState> state_;
  StreamExamples examples_;
  Stopwatch watch_;
  MovingMean loss_;
  Runaway runaway_;
  double last_loss_ = 0;
  double checkpoint_at_ = 0;         ///< seconds of the last checkpoint by the clock
  Index begun_at_ = 0;               ///< examples before this run
  Fit fit_ = {};                     ///< `converged` stands for still learning
  std::optional<Fit> pending_ = {};  ///< a checkpoint to be
};

/// What is wrong with a block of samples is said with the place.
template <class Use>
auto at_place(SampleStream& samples, const Use& use) {
  try {
    return use();
  } catch (const Error& error) {
    fail("{}: {}", samples.where(), error.what());
  }
}

/// The samples as the learner sees them; empty at the end.
StreamBlock next_block(const StreamTask& task) {
  StreamBlock block{.data = task.samples.next()};
  if (block.data.size() == 0) return block;
  block.given = task.samples.given();
  at_place(task.samples, [&] {
    block.data.x = apply(task.prepare, std::move(block.data.x));
    require(block.data.dim() == task.shape.dim, "{} features where {} were expected",
            block.data.dim(), task.shape.dim);
  });
  return block;
}

/// The first samples, which a step size is chosen on before they are learned from.
class Prefix {
 public:
  Prefix(const StreamTask& task, StreamOptions& options) : task_(task), options_(options) {}

  std::vector<StreamBlock> blocks = {};

  /// Takes samples until there are enough of them; false if the stream was asked to end before.
  bool fill() {
    Index seen = 0;
    for (const StreamBlock& block : blocks) seen += block.examples();
    while (seen < options_.prefix) {
      blocks.push_back(next_block(task_));
      seen += blocks.back().examples();
      if (blocks.back().data.size() > 0) continue;
      blocks.pop_back();
      return !task_.samples.cut();
    }
    return true;
  }

  /// None if the monitor asked to stop.
  std::optional<SettledStep> choose(const Run& run) const {
    if (blocks.empty()) return SettledStep{1, "the default of an empty stream"};
    StreamBlock all = joined(blocks);
    const ExampleKind kind = task_.learner.facts().streams;
    if (kind == ExampleKind::rankings) {
      all.data.labels = all.data.labels.renumbered(task_.shape.labels);
    }
    const auto make = [&](double step, Index) {  // prepared by the model: all folds alike
      StreamShape tried = task_.shape;
      tried.step = step;
      return task_.learner.stream(tried, run);
    };
    const StepChoice choice =
        choose_step(kind, all.data, all.given, make, {.prefix = options_.prefix}, run);
    if (choice.stopped) return std::nullopt;
    return SettledStep{choice.step, choice.reason};
  }

  /// The start, with the samples that wait for more of them.
  Fit held_back(const Run& run) {
    StreamShape any = task_.shape;
    any.step = 1;
    Fit fit = stopped_start(task_.learner.stream(any, run)->model());
    fit.model.prepare = task_.prepare;
    Archive archive;
    keep(archive);
    fit.model.state = archive.parts();
    // A start that others gave is needed as it was, which a model of it is to rounding only.
    if (run.start != nullptr) fit.model.state.numbers["start"] = *run.start;
    if (run.start_right != nullptr) fit.model.state.numbers["start_right"] = *run.start_right;
    task_.learner.note(fit);
    return fit;
  }

  void keep(Archive& archive) {
    bool waiting = true;
    archive("waiting", waiting);
    archive("prefix", options_.prefix);
    archive("window", options_.window);
    archive("reservoir", options_.reservoir);
    mahala::keep(blocks, archive);
  }

 private:
  const StreamTask& task_;
  StreamOptions& options_;
};

/// Learns from the blocks of the prefix and then from what comes.
void learn_all(Streaming& streaming, Prefix& prefix, const StreamTask& task) {
  const auto learn = [&](const StreamBlock& block) {
    return block.data.size() > 0 && at_place(task.samples, [&] { return streaming.learn(block); });
  };
  bool more = true;
  try {
    for (const StreamBlock& block : prefix.blocks) {
      if (more) more = learn(block);
    }
    prefix.blocks.clear();
    while (more) more = learn(next_block(task));
  } catch (const Error&) {
    streaming.pass_pending();  // nothing spoke against it
    throw;
  }
}

bool holds_prefix(const ArchiveParts* state) {
  return state != nullptr && state->texts.contains("waiting");
}

}  // namespace

Options describe(StreamOptions& o) {
  return {
      {"every", &o.every, "examples between checkpoints; 0 = none before the end", at_least(0)},
      {"window", &o.window, "last examples whose mean loss is reported", between(1, 1e8)},
      {"reservoir", &o.reservoir, "samples remembered to make triplets with", between(2, 1e8)},
      {"most", &o.most, "examples to learn from; 0 = all that come", at_least(0)},
      {"prefix", &o.prefix, "first samples, on which a step size left open is chosen",
       between(2, 1e8)},
  };
}

Index samples_seen(const ArchiveParts& state) {
  if (state.empty()) return 0;
  Archive archive(state);
  if (holds_prefix(&state)) {
    std::vector<StreamBlock> blocks;
    keep(blocks, archive);
    Index seen = 0;
    for (const StreamBlock& block : blocks) seen += block.examples();
    return seen;
  }
  Index seen = 0;
  archive("examples.seen", seen);
  return seen;
}

Fit learn_stream(const StreamTask& task, const StreamOptions& asked, const Run& run) {
  const LearnerFacts& facts = task.learner.facts();
  require(facts.streams != ExampleKind::none, "{} does not learn from one example at a time",
          facts.name);
  const bool resumed = task.state != nullptr && !holds_prefix(task.state);
  StreamOptions options = asked;  // a stream that is continued knows some of them
  Prefix prefix(task, options);
  SettledStep step;
  if (resumed) {
    Archive archive(*task.state);
    archive("step", step);
  } else if (task.learner.leaves_step_open()) {
    if (holds_prefix(task.state)) {
      Archive archive(*task.state);
      prefix.keep(archive);
    }
    if (!prefix.fill()) return prefix.held_back(run);
    const auto chosen = prefix.choose(run);
    if (!chosen) return prefix.held_back(run);
    step = *chosen;
  }
  Streaming streaming(task, options, step, run);
  if (resumed) {
    Archive archive(*task.state);
    streaming.keep(archive);
  }
  learn_all(streaming, prefix, task);
  const bool cut = task.samples.cut();
  Fit fit = streaming.finished(cut);
  require(streaming.examples() > 0 || cut || fit.status == Status::diverged,
          "no example of {} came of the stream", facts.streams);
  return fit;
}

}  // namespace mahala
