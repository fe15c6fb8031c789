#include "mahala/learn/similarity/pa.hpp"

#include "mahala/learn/similarity/warmed_start.hpp"
#include "mahala/optimize/similarity/passive_aggressive.hpp"

namespace mahala {
namespace {

PassiveAggressiveSettings pa_settings(double step, FactorOrder order) {
  return {.c = step, .sequential = order == FactorOrder::sequential};
}

std::unique_ptr<OnlineState> similarity(Index dim, const PaOptions& o, double step,
                                        const Run& run) {
  return online_state(
      PassiveAggressive(similarity_start(dim, o.from, run), pa_settings(step, o.order)),
      [](const PassiveAggressive& state) { return similarity_model(state.factors()); });
}

std::unique_ptr<OnlineState> ranking(const StreamShape& shape, const PaLabelsOptions& o,
                                     double step, const Run& run) {
  if (o.from.start == BilinearStart::zero && run.start == nullptr) {
    using Warmed = WarmedStart<LabelPassiveAggressive>;
    const Index rank = settled_rank(std::ssize(shape.labels), shape.dim, o.from, run);
    const auto make = [=](const FixedRankPoint& start) {
      return LabelPassiveAggressive(start, pa_settings(step, o.order), o.direction);
    };
    return online_state(Warmed(shape, rank, step, o.direction, run.seed, make),
                        [names = shape.labels](const Warmed& state) {
                          return state.model(names, [](const LabelPassiveAggressive& learned) {
                            return learned.factors();
                          });
                        });
  }
  return online_state(
      LabelPassiveAggressive(ranking_start(std::ssize(shape.labels), shape.dim, o.from, run),
                             pa_settings(step, o.order), o.direction),
      [labels = shape.labels](const LabelPassiveAggressive& state) {
        return ranking_model(state.factors(), labels);
      });
}

Option order_option(FactorOrder& order) {
  return {"order", &order,
          "the second factor moves after the first, by the loss that is left, or with it"};
}

}  // namespace

Options describe(PaOptions& o) {
  return joined({describe(o.from), {order_option(o.order)}, describe_triplets(o.steps)});
}

Options describe(PaLabelsOptions& o) {
  return joined({describe_with_zero(o.from),
                 {order_option(o.order), direction_option(o.direction)},
                 describe(o.steps)});
}

std::unique_ptr<OnlineState> pa_stream(const StreamShape& shape, const PaOptions& o,
                                       const Run& run) {
  return similarity(shape.dim, o, given_step(o.steps, shape), run);
}

std::unique_ptr<OnlineState> pa_labels_stream(const StreamShape& shape, const PaLabelsOptions& o,
                                              const Run& run) {
  return ranking(shape, o, given_step(o.steps, shape), run);
}

Fit pa(const Dataset& data, const Constraints& triplets, const PaOptions& o, const Run& run) {
  return learn_low_rank(
      data, triplets, o.from, o.steps, run,
      [&](double step, Index dim, const Run& from) { return similarity(dim, o, step, from); });
}

Fit pa_labels(const Dataset& data, const Constraints& rankings, const PaLabelsOptions& o,
              const Run& run) {
  return learn_steps(
      ExampleKind::rankings, data, rankings,
      [&](double step, Index dim) { return ranking(with_dim(shape_of(data), dim), o, step, run); },
      o.steps, run);
}

}  // namespace mahala
