#include "mahala/learn/stream/learn_stream.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "mahala/core/error.hpp"
#include "mahala/data/dataset.hpp"
#include "mahala/learn/stream/choose_step.hpp"
#include "mahala/learn/stream/example_source.hpp"
#include "mahala/learn/stream/learn_steps.hpp"
#include "mahala/learn/stream/loss_watch.hpp"
#include "mahala/learn/stream/triplet_reservoir.hpp"

namespace mahala {
namespace {

constexpr std::size_t most_points = 10'000;  ///< of a trace that may grow for ever

/// Numbers that labels keep through a stream, whose blocks number them anew.
class LabelNumbers {
 public:
  /// Known labels have the first numbers.
  explicit LabelNumbers(const std::vector<std::string>& known) {
    for (const std::string& name : known) add(name);
  }

  Index size() const { return std::ssize(names_); }

  /// Of a block's label; -1 if it is new. Blocks mostly number labels as the one before did, which
  /// saves looking for the name.
  Index find(const Labels& labels, Index label) {
    const std::string& name = labels.names()[static_cast<std::size_t>(label)];
    if (label >= std::ssize(last_)) last_.resize(static_cast<std::size_t>(label) + 1, -1);
    Index& last = last_[static_cast<std::size_t>(label)];
    if (last < 0 || *names_[static_cast<std::size_t>(last)] != name) {
      const auto found = number_.find(name);
      last = found == number_.end() ? -1 : found->second;
    }
    return last;
  }

  Index add(const std::string& name) {
    const auto [place, added] = number_.emplace(name, size());
    if (added) names_.push_back(&place->first);
    return place->second;
  }

 private:
  std::map<std::string, Index> number_ = {};
  std::vector<const std::string*> names_ = {};  ///< by number
  std::vector<Index> last_ = {};                ///< number of each label of the block before
};

/// Labels and samples of a block become examples.
class Reading {
 public:
  Reading(ExampleKind kind, const StreamShape& shape, const StreamOptions& options,
          std::uint64_t seed)
      : kind_(kind),
        numbers_(shape.labels),
        reservoir_(options.reservoir, make_rng(seed, RandomStream::reservoir)) {}

  /// None if the sample makes no example.
  std::optional<Example> example(const Dataset& data, SampleViews& views, Index i) {
    const SparseView x = views.view(i, 0);
    if (kind_ == ExampleKind::outputs) return Example{.x = x, .output = output(data, i)};
    if (kind_ == ExampleKind::samples) return Example{.x = x};
    number_labels(data.labels, i);
    if (kind_ == ExampleKind::triplets) return reservoir_.next(x, labels_);
    if (labels_.empty()) return std::nullopt;
    return Example{.x = x, .labels = labels_};
  }

 private:
  static double output(const Dataset& data, Index i) {
    require(!data.labels.empty(), "has no output, which the label is");
    return numeric_labels(data.select({&i, 1}))[0];
  }

  /// Those of sample i. Rankings know all labels there are, triplets take new ones.
  void number_labels(const Labels& labels, Index i) {
    labels_.clear();
    if (labels.empty()) return;
    for (const Index label : labels[i]) {
      Index number = numbers_.find(labels, label);
      if (number < 0) {
        const std::string& name = labels.names()[static_cast<std::size_t>(label)];
        require(kind_ != ExampleKind::rankings, "the label '{}' is none of the {} known", name,
                numbers_.size());
        number = numbers_.add(name);
      }
      labels_.push_back(number);
    }
  }

  ExampleKind kind_;
  LabelNumbers numbers_;
  std::vector<Index> labels_ = {};  ///< of the sample
  TripletReservoir reservoir_;
};

class Streaming {
 public:
  Streaming(const Learner& learner, std::unique_ptr<OnlineState> state, const Prepare& prepare,
            const StreamOptions& options, const Checkpoint& checkpoint, const Run& run,
            std::string chosen)
      : learner_(learner),
        state_(std::move(state)),
        prepare_(prepare),
        options_(options),
        checkpoint_(checkpoint),
        run_(run),
        loss_(options.window),
        chosen_(std::move(chosen)) {}

  /// False if it is time to end.
  bool learn(const Dataset& block, Reading& reading) {
    SampleViews views(block.x);
    for (Index i = 0; i < block.size(); ++i) {
      const auto example = reading.example(block, views, i);
      if (example && !step(*example)) return false;
    }
    return true;
  }

  Fit finished() {
    if (fit_.status == Status::converged) {
      fit_.status = Status::budget_spent;
      fit_.message = fmt::format("{} examples of a stream{}", fit_.iterations, chosen_);
    }
    add_point();
    pass_pending();
    return snapshot();
  }

  Index examples() const { return fit_.iterations; }

  /// A checkpoint waits for the loss of the next example, which shows whether its model is sound.
  void pass_pending() {
    const auto ready = std::exchange(pending_, std::nullopt);
    if (!ready || fit_.status == Status::diverged) return;
    if (ready->model.left.allFinite() && ready->model.right.allFinite()) checkpoint_(*ready);
  }

 private:
  bool step(const Example& example) {
    last_loss_ = state_->update(example);
    if (runaway_.in(last_loss_)) {
      end(Status::diverged,
          fmt::format("the loss ran away after {} examples{}; {}", fit_.iterations, chosen_,
                      advice_to_diverged(runaway_.at_start())));
      return false;
    }
    pass_pending();
    loss_.add(last_loss_);
    ++fit_.iterations;
    if (options_.every > 0 && fit_.iterations % options_.every == 0) {
      add_point();
      pending_ = snapshot();
    }
    if (options_.most > 0 && fit_.iterations == options_.most) return false;
    return fit_.iterations % options_.window != 0 || look();
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
    fit_.trace.push_back({.step = fit_.iterations,
                          .last_step = options_.most,
                          .objective = loss_.value(),
                          .seconds = watch_.seconds()});
    if (fit_.trace.size() < most_points) return;
    std::size_t kept = 0;
    for (std::size_t k = 1; k < fit_.trace.size(); k += 2) fit_.trace[kept++] = fit_.trace[k];
    fit_.trace.resize(kept);
  }

  /// What there is so far, as a fit that notes itself.
  Fit snapshot() const {
    Fit fit = fit_;
    fit.model = state_->model();
    fit.model.prepare = prepare_;
    fit.objective = fit.status == Status::diverged ? last_loss_ : loss_.value();
    fit.certificate = {"mean loss of the last examples", fit.objective};
    fit.timed = true;
    if (fit.status == Status::converged) {
      fit.status = Status::budget_spent;
      fit.message = fmt::format("checkpoint after {} examples of a stream", fit.iterations);
    }
    learner_.note(fit);
    return fit;
  }

  const Learner& learner_;
  std::unique_ptr<OnlineState> state_;
  const Prepare& prepare_;
  const StreamOptions& options_;
  const Checkpoint& checkpoint_;
  const Run& run_;
  Stopwatch watch_;
  MovingMean loss_;
  Runaway runaway_;
  double last_loss_ = 0;
  std::string chosen_;               ///< how the step size was, in words
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

/// The samples as the learner sees them; what is wrong with them is said with the place.
Dataset prepared_block(Dataset block, const Prepare& prepare, Index dim) {
  block.x = apply(prepare, std::move(block.x));
  require(block.dim() == dim, "{} features where {} were expected", block.dim(), dim);
  return block;
}

/// The step size for examples like those of the first samples.
StepChoice step_on(std::vector<Dataset>& first, ExampleKind kind, const Learner& learner,
                   const StreamShape& shape, const StreamOptions& options, const Run& run) {
  std::erase_if(first, [](const Dataset& block) { return block.size() == 0; });
  if (first.empty()) return {.reason = "the default of an empty stream"};
  Dataset prefix = concatenate(first);
  if (kind == ExampleKind::rankings) prefix.labels = prefix.labels.renumbered(shape.labels);
  const auto make = [&](double step) {
    StreamShape tried = shape;
    tried.step = step;
    return learner.stream(tried, run);
  };
  return choose_step(kind, prefix, Nothing{}, make, {.prefix = options.prefix}, run);
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

Fit learn_stream(const Learner& learner, SampleStream& samples, const Prepare& prepare,
                 const StreamShape& shape, const StreamOptions& options,
                 const Checkpoint& checkpoint, const Run& run) {
  const LearnerFacts& facts = learner.facts();
  require(facts.streams != ExampleKind::none, "{} does not learn from one example at a time",
          facts.name);
  const auto next = [&] {
    Dataset block = samples.next();
    if (block.size() == 0) return block;
    return at_place(samples, [&] { return prepared_block(std::move(block), prepare, shape.dim); });
  };
  StreamShape settled = shape;
  std::vector<Dataset> first;
  std::string chosen;
  if (learner.leaves_step_open()) {
    for (Index seen = 0; seen < options.prefix; seen += first.back().size()) {
      first.push_back(next());
      if (first.back().size() == 0) break;
    }
    const StepChoice choice = step_on(first, facts.streams, learner, shape, options, run);
    settled.step = choice.step;
    if (choice.stopped) {
      Fit fit = stopped_start(learner.stream(settled, run)->model());
      fit.model.prepare = prepare;
      learner.note(fit);
      return fit;
    }
    chosen = fmt::format(" with steps of size {:g}, {}", choice.step, choice.reason);
  }
  Reading reading(facts.streams, shape, options, run.seed);
  Streaming streaming(learner, learner.stream(settled, run), prepare, options, checkpoint, run,
                      std::move(chosen));
  const auto learn = [&](const Dataset& block) {
    return block.size() > 0 && at_place(samples, [&] { return streaming.learn(block, reading); });
  };
  bool more = true;
  try {
    for (std::size_t k = 0; k < first.size() && more; ++k) more = learn(first[k]);
    first.clear();
    while (more) more = learn(next());
  } catch (const Error&) {
    streaming.pass_pending();  // nothing spoke against it
    throw;
  }
  Fit fit = streaming.finished();
  require(streaming.examples() > 0 || fit.status == Status::diverged,
          "no example of {} came of the stream", facts.streams);
  return fit;
}

}  // namespace mahala
