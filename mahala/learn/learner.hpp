/// @file
/// What learners have in common.
///
/// A learner is a function
///
///   Fit learn(const Dataset&, const SomeConstraints&, const SomeOptions&, const Run&)
///
/// declared in its own header next to its options struct; C++ code calls it directly. The Dataset
/// holds prepared samples. A Learner is such a function with its options, made by name
/// (train/registry.hpp).
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mahala/core/option.hpp"
#include "mahala/core/run.hpp"
#include "mahala/data/constraints/sample_constraints.hpp"
#include "mahala/learn/fit.hpp"
#include "mahala/learn/online_state.hpp"

namespace mahala {

/// What is known of a stream before its first example.
struct StreamShape {
  Index dim = 0;                         ///< features of prepared samples
  std::vector<std::string> labels = {};  ///< of rankings, all there will be
  double step = 0;                       ///< a step size chosen for it; 0 = the learner's option
};

/// Whether a learner takes all examples into account before it moves, or a few at a time.
enum class Stepping {
  batch,     ///< all, always
  optional,  ///< as its option `solver` says
  online     ///< a few, always
};

/// What is known of a learner, whatever its options are.
struct LearnerFacts {
  std::string_view name = "";
  Supervision needs = Supervision::nothing;
  std::string_view summary = "";
  bool continues = false;                   ///< can continue from a model (Run::start)
  Domain domain = Domain::features;         ///< what its models place
  std::vector<Supervision> accepts = {};    ///< what it takes in place of `needs`
  ModelKind gives = ModelKind::metric;      ///< the kind of its models
  bool samples_itself = false;              ///< draws what it needs from labels as it goes
  PairRecipe recipe = {};                   ///< pairs it does best with, where they are drawn
  ExampleKind streams = ExampleKind::none;  ///< what it learns from one at a time; none: it cannot
  Stepping steps = Stepping::batch;         ///< whether it learns by small steps
  bool vector_outputs = false;              ///< may be given Dataset::outputs

  /// Needs or accepts it.
  bool takes(Supervision kind) const {
    return kind == needs || std::ranges::find(accepts, kind) != accepts.end();
  }
};

/// A learner with its options filled in, its concrete types out of sight.
class Learner {
 public:
  explicit Learner(const LearnerFacts& facts) : facts_(facts) {}
  virtual ~Learner() = default;

  const LearnerFacts& facts() const { return facts_; }

  virtual Options options() = 0;  ///< views of the settings inside this object

  /// The metric learning starts from, and what comes back if there is nothing to learn
  /// from. Bounds of sampled pairs are percentiles of its distances.
  virtual Model prior(const Dataset& data, const Run& run = {}) const = 0;

  /// Checks options and constraints, learns, and notes learner, options, status and
  /// certificate in the model.
  virtual Fit fit(const Dataset& data, const Constraints& constraints,
                  const Run& run = {}) const = 0;

  /// A state to be fed with examples, starting as `fit` does without looking at data. Error if
  /// the learner cannot (LearnerFacts::streams), or an option would have to be chosen on data.
  virtual std::unique_ptr<OnlineState> stream(const StreamShape& shape,
                                              const Run& run = {}) const = 0;

  /// The step size is left to be chosen, on the first samples of a stream (StreamShape::step).
  virtual bool leaves_step_open() const = 0;

  /// The share of the samples that it keeps to judge itself by (held_out_split), and that must
  /// not shape their preparation.
  virtual double held_out() const { return 0; }

  /// Draws its pairs by Run::redraw before it looks at those it is given, which may be none then.
  virtual bool redraws_first(const Dataset&, const Run&) const { return false; }

  /// Notes learner and options in a model that came out of a stream.
  virtual void note(Fit& fit) const = 0;

 private:
  LearnerFacts facts_;
};

}  // namespace mahala
