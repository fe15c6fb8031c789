/// @file
/// Internal to the registry: what makes an entry of a learning function, its options and its prior.
#pragma once

#include <functional>
#include <memory>

#include "mahala/core/error.hpp"
#include "mahala/learn/riemannian/wide_rounds.hpp"
#include "mahala/train/registry.hpp"

namespace mahala::registering {

/// Writes how a fit went, and by which options, into the notes of its model.
void note_fit(std::string_view learner, const Options& options, Fit& fit);

template <class C, class O>
using LearnFunction = Fit (*)(const Dataset&, const C&, const O&, const Run&);
template <class O>
using ClosedFormFunction = Fit (*)(const Dataset&, const O&, const Run&);
template <class O>
using PriorFunction = Model (*)(const Dataset&, const O&, const Run&);

template <class O>
using StreamFunction = std::unique_ptr<OnlineState> (*)(const StreamShape&, const O&, const Run&);

template <class O>
Model euclidean_prior(const Dataset& data, const O&, const Run&) {
  return identity_model(data.dim());
}

/// A learner with options O, which may be fed from a stream.
template <class O>
class OptionedLearner : public Learner {
 public:
  using Learner::Learner;

  Options options() override { return describe(options_); }

  std::unique_ptr<OnlineState> stream(const StreamShape& shape, const Run& run) const override {
    require(stream_ != nullptr, "{} does not learn from one example at a time", facts().name);
    O settings = options_, untouched;
    check(describe(settings));
    check_used(describe(settings), describe(untouched));
    return stream_(shape, settings, run);
  }

  bool leaves_step_open() const override {
    if constexpr (requires(O o) { o.steps.step; }) {
      return options_.steps.step == 0;
    } else {
      return false;
    }
  }

  double held_out() const override {
    if constexpr (requires(O o) { o.steps.held_out; }) {
      return options_.steps.held_out;
    } else {
      return 0;
    }
  }

  bool redraws_first(const Dataset& data, const Run& run) const override {
    if constexpr (requires(O o) { learns_wide(data, o.from, o.solver, run); }) {
      return learns_wide(data, options_.from, options_.solver, run);
    } else {
      return false;
    }
  }

  void note(Fit& fit) const override {
    O settings = options_;
    note_fit(facts().name, describe(settings), fit);
  }

  void set_stream(StreamFunction<O> make) { stream_ = make; }

 protected:
  O options_;

 private:
  StreamFunction<O> stream_ = nullptr;
};

/// Joins a learning function to its options and its prior, and checks what enters it.
template <class C, class O>
class NamedLearner final : public OptionedLearner<O> {
  using OptionedLearner<O>::options_;

 public:
  using Learn = std::function<Fit(const Dataset&, const C&, const O&, const Run&)>;

  NamedLearner(const LearnerFacts& facts, Learn learn, PriorFunction<O> start)
      : OptionedLearner<O>(facts), learn_(std::move(learn)), prior_(start) {}

  Model prior(const Dataset& data, const Run& run) const override {
    return prior_(data, options_, run);
  }

  Fit fit(const Dataset& data, const Constraints& constraints, const Run& run) const override {
    const LearnerFacts& facts = this->facts();
    const C* wanted = as_wanted(constraints);
    require(wanted != nullptr, "{} learns from {}, not from {}", facts.name, facts.needs,
            kind(constraints));
    require(data.size() > 0, "{} was given no samples", facts.name);
    O settings = options_;
    const Options described = describe(settings);
    check(described);
    O untouched;
    check_used(described, describe(untouched));
    check(constraints, data);
    require(data.outputs.size() == 0 || facts.vector_outputs,
            "{} learns from no outputs of several numbers", facts.name);
    require(!has_open_bounds(constraints), "{} was given pairs without values: derive_bounds first",
            facts.name);
    Fit fit = learn_(data, *wanted, settings, run);
    note_fit(facts.name, described, fit);
    return fit;
  }

 private:
  /// A learner of several kinds looks at the variant itself.
  static const C* as_wanted(const Constraints& constraints) {
    if constexpr (std::is_same_v<C, Constraints>) {
      return &constraints;
    } else {
      return std::get_if<C>(&constraints);
    }
  }

  Learn learn_;
  PriorFunction<O> prior_;
};

template <class C, class O, class Learn>
LearnerEntry entry_of(const LearnerFacts& facts, Learn learn, PriorFunction<O> prior) {
  return {facts, [=](const LearnerFacts& all) {
            return std::make_unique<NamedLearner<C, O>>(all, learn, prior);
          }};
}

/// A learner of constraints of kind C.
template <class C, class O>
LearnerEntry entry(std::string_view name, LearnFunction<C, O> learn, std::string_view summary,
                   PriorFunction<O> prior = euclidean_prior<O>) {
  return entry_of<C>({.name = name, .needs = kind(C{}), .summary = summary}, learn, prior);
}

/// A learner that looks at the samples, and if it needs labels or outputs at those, alone.
template <class O>
LearnerEntry entry(std::string_view name, ClosedFormFunction<O> learn, Supervision needs,
                   std::string_view summary, PriorFunction<O> prior = euclidean_prior<O>) {
  const auto ignoring_constraints = [learn](const Dataset& data, const Nothing&, const O& options,
                                            const Run& run) { return learn(data, options, run); };
  return entry_of<Nothing>({.name = name, .needs = needs, .summary = summary}, ignoring_constraints,
                           prior);
}

/// "pairs, triplets or forms".
std::string kinds_in_words(Supervision needs, const std::vector<Supervision>& accepts);

/// A learner of several kinds of constraints; what it `needs` is drawn where none are given.
template <class O>
LearnerEntry entry(std::string_view name, LearnFunction<Constraints, O> learn, Supervision needs,
                   const std::vector<Supervision>& accepts, std::string_view summary,
                   PriorFunction<O> prior) {
  const LearnerFacts facts{.name = name, .needs = needs, .summary = summary, .accepts = accepts};
  const auto of_each = [learn, facts](const Dataset& data, const Constraints& constraints,
                                      const O& options, const Run& run) {
    require(facts.takes(kind(constraints)), "{} learns from {}, not from {}", facts.name,
            kinds_in_words(facts.needs, facts.accepts), kind(constraints));
    return learn(data, constraints, options, run);
  };
  return entry_of<Constraints>(facts, of_each, prior);
}

/// A learner that needs `needs` and accepts constraints of kind C in its place.
template <class C, class O>
LearnerEntry entry_also(std::string_view name, LearnFunction<Constraints, O> learn,
                        Supervision needs, std::string_view summary, PriorFunction<O> prior) {
  const auto of_either = [learn, name, needs](const Dataset& data, const Constraints& constraints,
                                              const O& options, const Run& run) {
    require(std::holds_alternative<Nothing>(constraints) || std::holds_alternative<C>(constraints),
            "{} learns from {} or {}, not from {}", name, needs, kind(C{}), kind(constraints));
    return learn(data, constraints, options, run);
  };
  return entry_of<Constraints>(
      {.name = name, .needs = needs, .summary = summary, .accepts = {kind(C{})}}, of_either, prior);
}

/// A learner that draws constraints of kind C from the labels as it goes, or takes given ones, of
/// kind Also too: its function is given Nothing, C or Also.
template <class C, class Also = C, class O>
LearnerEntry drawing(std::string_view name, LearnFunction<Constraints, O> learn, ModelKind gives,
                     std::string_view summary) {
  const auto of_kind = [learn, name](const Dataset& data, const Constraints& constraints,
                                     const O& options, const Run& run) {
    const Supervision given = kind(constraints);
    require(
        std::holds_alternative<Nothing>(constraints) || given == kind(C{}) || given == kind(Also{}),
        "{} learns from {}, not from {}", name, kind(C{}), given);
    return learn(data, constraints, options, run);
  };
  return entry_of<Constraints>(
      {.name = name,
       .needs = kind(C{}),
       .summary = summary,
       .accepts = std::is_same_v<C, Also> ? std::vector<Supervision>{} : std::vector{kind(Also{})},
       .gives = gives,
       .samples_itself = true},
      of_kind, euclidean_prior<O>);
}

/// Marks a learner whose models are of another kind than metrics.
inline LearnerEntry giving(ModelKind kind, LearnerEntry entry) {
  entry.gives = kind;
  return entry;
}

/// A learner that can be fed from a stream of `what`, by a function that makes its state.
template <class O>
LearnerEntry streaming(ExampleKind what, StreamFunction<O> make_state, LearnerEntry entry) {
  entry.streams = what;
  entry.steps = Stepping::online;
  entry.make_with = [make = entry.make_with,
                     make_state](const LearnerFacts& facts) -> std::unique_ptr<Learner> {
    auto learner = make(facts);
    static_cast<OptionedLearner<O>&>(*learner).set_stream(make_state);
    return learner;
  };
  return entry;
}

/// Marks a learner that does best with pairs of neighbours.
inline LearnerEntry of_neighbours(BoundRule bounds, LearnerEntry entry) {
  entry.recipe.protocol = PairProtocol::neighbours;
  entry.recipe.bounds = bounds;
  return entry;
}

/// Marks how a learner takes pairs without values.
inline LearnerEntry of_open_pairs(OpenBounds open, LearnerEntry entry) {
  entry.recipe.open = open;
  return entry;
}

/// Marks a learner whose solvers are of both kinds.
inline LearnerEntry either_way(LearnerEntry entry) {
  entry.steps = Stepping::optional;
  return entry;
}

/// Marks a learner that can continue from a model.
inline LearnerEntry continuing(LearnerEntry entry) {
  entry.continues = true;
  return entry;
}

/// Marks a learner that may be given outputs of several numbers.
inline LearnerEntry of_vectors(LearnerEntry entry) {
  entry.vector_outputs = true;
  return entry;
}

/// Marks a learner whose models place their own samples alone.
inline LearnerEntry placing(LearnerEntry entry) {
  entry.domain = Domain::objects;
  return entry;
}

/// A learner of a low-rank similarity that draws its triplets, streams and goes on from a model.
template <class O>
LearnerEntry similarity(std::string_view name, LearnFunction<Constraints, O> learn,
                        StreamFunction<O> stream, std::string_view summary) {
  return streaming(ExampleKind::triplets, stream,
                   continuing(drawing<Triplets>(name, learn, ModelKind::similarity, summary)));
}

/// The same for rankings of labels.
template <class O>
LearnerEntry ranking(std::string_view name, LearnFunction<Constraints, O> learn,
                     StreamFunction<O> stream, std::string_view summary) {
  return streaming(ExampleKind::rankings, stream,
                   continuing(drawing<Rankings>(name, learn, ModelKind::ranking, summary)));
}

}  // namespace mahala::registering
