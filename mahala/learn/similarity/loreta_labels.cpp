#include "mahala/learn/similarity/loreta_labels.hpp"

#include "mahala/core/error.hpp"
#include "mahala/learn/similarity/warmed_start.hpp"
#include "mahala/optimize/similarity/loreta.hpp"
#include "mahala/optimize/similarity/wsabie.hpp"

namespace mahala {
namespace {

/// Labels as the 0/1 outputs of several regressions.
template <class Scalar>
class LabelTasks {
 public:
  LabelTasks(const FixedRankPoint& start, StepSize step, double clip)
      : tasks_(start, step, clip), y_(Vector::Zero(start.a.rows())) {}

  double update(const LabelExample& example) {
    require_labels(example.labels, y_.size());
    y_.setZero();
    for (const Index label : example.labels) y_[label] = 1;
    return tasks_.update({example.x, y_});
  }

  const LazyBilinear<Scalar>& similarity() const { return tasks_.similarity(); }

  void keep(Archive& archive) { archive("tasks", tasks_); }

 private:
  TaskLoreta<Scalar> tasks_;
  Vector y_;
};

template <class State>
std::unique_ptr<OnlineState> low_rank_state(State state, const StreamShape& shape) {
  return online_state(std::move(state), [labels = shape.labels](const State& learned) {
    auto [a, b] = learned.similarity().factors();
    return ranking_model(FixedRankPoint{std::move(a), std::move(b)}, labels);
  });
}

template <class Scalar>
std::unique_ptr<OnlineState> labels_state(const StreamShape& shape, const LoretaLabelsOptions& o,
                                          double step, const Run& run) {
  const Index labels = std::ssize(shape.labels);
  if (o.from.start == BilinearStart::zero && run.start == nullptr) {
    require(o.loss == LabelLoss::hinge, "option start: zero is found by the hinge, not by loss={}",
            o.loss);
    const Index rank = settled_rank(labels, shape.dim, o.from, run);
    using Warmed = WarmedStart<LabelLoreta<Scalar>>;
    const auto make = [=](const FixedRankPoint& start) {
      return LabelLoreta<Scalar>(start, StepSize(step, o.decay), o.direction, o.clip);
    };
    return online_state(Warmed(shape, rank, step, o.direction, run.seed, make),
                        [names = shape.labels](const Warmed& state) {
                          return state.model(names, [](const LabelLoreta<Scalar>& learned) {
                            auto [a, b] = learned.similarity().factors();
                            return FixedRankPoint{std::move(a), std::move(b)};
                          });
                        });
  }
  const FixedRankPoint start = ranking_start(labels, shape.dim, o.from, run);
  const StepSize eta(step, o.decay);
  if (o.loss == LabelLoss::squared)
    return low_rank_state(LabelTasks<Scalar>(start, eta, o.clip), shape);
  return low_rank_state(LabelLoreta<Scalar>(start, eta, o.direction, o.clip), shape);
}

std::unique_ptr<OnlineState> labels_state(const StreamShape& shape, const LoretaLabelsOptions& o,
                                          double step, const Run& run) {
  return o.precision == Precision::single_precision ? labels_state<float>(shape, o, step, run)
                                                    : labels_state<double>(shape, o, step, run);
}

std::unique_ptr<OnlineState> warp_state(const StreamShape& shape, const WarpOptions& o, double step,
                                        const Run& run) {
  const FixedRankPoint start = ranking_start(std::ssize(shape.labels), shape.dim, o.from, run);
  if (o.method == WarpMethod::wsabie) {
    return online_state(Wsabie(start, step, o.longest_row, run.seed),
                        [labels = shape.labels](const Wsabie& state) {
                          return ranking_model(state.factors(), labels);
                        });
  }
  const StepSize eta(step, o.decay);
  if (o.precision == Precision::single_precision) {
    return low_rank_state(WarpLoreta<float>(start, eta, run.seed, o.clip), shape);
  }
  return low_rank_state(WarpLoreta<double>(start, eta, run.seed, o.clip), shape);
}

/// The options of Riemannian steps that both learners have.
template <class O>
Options step_options(O& o) {
  return {{"clip", &o.clip, "longest step, 1 where the retraction begins to bend; 0 = any",
           at_least(0)},
          {"decay", &o.decay, "divide the step size by the root of the examples seen"},
          precision_option(o.precision)};
}

}  // namespace

Option direction_option(LabelDirection& direction) {
  return {"direction", &direction,
          "of the hinge: as published, which ranks better, or its exact subgradient"};
}

Options describe(LoretaLabelsOptions& o) {
  return joined({describe_with_zero(o.from),
                 {{"loss", &o.loss,
                   "what relevant labels are asked: to score above the others, or 1 beside 0"}},
                 only_if({direction_option(o.direction)}, if_is("loss", LabelLoss::hinge)),
                 step_options(o),
                 describe(o.steps)});
}

Options describe(WarpOptions& o) {
  return joined(
      {describe(o.from),
       {{"method", &o.method,
         "Riemannian steps, or gradient steps on the factors with short rows"}},
       only_if(step_options(o), if_is("method", WarpMethod::loreta)),
       only_if({{"longest_row", &o.longest_row, "wsabie: bound of the factors' rows", positive()}},
               if_is("method", WarpMethod::wsabie)),
       describe(o.steps)});
}

std::unique_ptr<OnlineState> loreta_labels_stream(const StreamShape& shape,
                                                  const LoretaLabelsOptions& o, const Run& run) {
  return labels_state(shape, o, given_step(o.steps, shape), run);
}

std::unique_ptr<OnlineState> warp_stream(const StreamShape& shape, const WarpOptions& o,
                                         const Run& run) {
  return warp_state(shape, o, given_step(o.steps, shape), run);
}

Fit loreta_labels(const Dataset& data, const Constraints& rankings, const LoretaLabelsOptions& o,
                  const Run& run) {
  const StreamShape shape = shape_of(data);
  return learn_steps(
      ExampleKind::rankings, data, rankings,
      [&](double step, Index dim) { return labels_state(with_dim(shape, dim), o, step, run); },
      o.steps, run);
}

Fit warp(const Dataset& data, const Constraints& rankings, const WarpOptions& o, const Run& run) {
  const StreamShape shape = shape_of(data);
  return learn_steps(
      ExampleKind::rankings, data, rankings,
      [&](double step, Index dim) { return warp_state(with_dim(shape, dim), o, step, run); },
      o.steps, run);
}

}  // namespace mahala
