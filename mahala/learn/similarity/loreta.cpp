#include "mahala/learn/similarity/loreta.hpp"

#include "mahala/geometry/lazy_bilinear.hpp"
#include "mahala/geometry/lazy_bilinear_psd.hpp"
#include "mahala/optimize/similarity/loreta.hpp"
#include "mahala/optimize/similarity/manifold_identification.hpp"

namespace mahala {
namespace {

Model loreta_model(const auto& similarity) {
  if constexpr (requires { similarity.factor(); }) {
    return similarity_model(similarity.factor());
  } else {
    auto [a, b] = similarity.factors();
    return similarity_model(FixedRankPoint{std::move(a), std::move(b)});
  }
}

/// From the factors `start`, in the precision that is asked for.
template <template <class> class Similarity, class... Factor>
std::unique_ptr<OnlineState> loreta_state(const LoretaOptions& o, double step,
                                          const Factor&... start) {
  const auto to_model = [](const auto& state) { return loreta_model(state.similarity()); };
  const auto from = [&]<class S>(S similarity) {
    if (o.batch == 1) {
      return online_state(TripletLoreta<S>(std::move(similarity), {step, o.decay}), to_model);
    }
    return online_state(BatchLoreta<S>(std::move(similarity), {step, o.decay}, o.batch), to_model);
  };
  if (o.precision == Precision::single_precision) return from(Similarity<float>(start..., o.clip));
  return from(Similarity<double>(start..., o.clip));
}

std::unique_ptr<OnlineState> bilinear_loreta(Index dim, const LoretaOptions& o, double step,
                                             const Run& run) {
  const FixedRankPoint start = similarity_start(dim, o.from, run);
  return loreta_state<LazyBilinear>(o, step, start.a, start.b);
}

std::unique_ptr<OnlineState> psd_loreta(Index dim, const LoretaOptions& o, double step,
                                        const Run& run) {
  return loreta_state<LazyBilinearPsd>(o, step, similarity_start_psd(dim, o.from, run));
}

std::unique_ptr<OnlineState> identification(Index dim, const LoretaMiOptions& o, double step,
                                            const Run& run) {
  using State = ManifoldIdentification;
  return online_state(State(similarity_start(dim, o.from, run),
                            {.eta = step, .c = o.inner_limit, .inner_steps = o.inner_steps}),
                      [](const State& state) { return similarity_model(state.factors()); });
}

}  // namespace

Options describe(LoretaOptions& o) {
  return joined({describe(o.from),
                 {{"clip", &o.clip, "longest step, 1 where the retraction begins to bend; 0 = any",
                   at_least(0)},
                  {"decay", &o.decay, "divide the step size by the root of the steps made"},
                  {"batch", &o.batch, "triplets a step, which goes along their mean (LORETA-r)",
                   between(1, 1000)},
                  precision_option(o.precision)},
                 describe_triplets(o.steps)});
}

Options describe(LoretaMiOptions& o) {
  return joined({describe(o.from),
                 {{"inner_steps", &o.inner_steps,
                   "steps inside the subspaces for each that turns them", at_least(1)},
                  {"inner_limit", &o.inner_limit, "the longest of those", positive()}},
                 describe_triplets(o.steps)});
}

std::unique_ptr<OnlineState> loreta_stream(const StreamShape& shape, const LoretaOptions& o,
                                           const Run& run) {
  return bilinear_loreta(shape.dim, o, given_step(o.steps, shape), run);
}

std::unique_ptr<OnlineState> loreta_psd_stream(const StreamShape& shape, const LoretaOptions& o,
                                               const Run& run) {
  return psd_loreta(shape.dim, o, given_step(o.steps, shape), run);
}

std::unique_ptr<OnlineState> loreta_mi_stream(const StreamShape& shape, const LoretaMiOptions& o,
                                              const Run& run) {
  return identification(shape.dim, o, given_step(o.steps, shape), run);
}

Fit loreta(const Dataset& data, const Constraints& triplets, const LoretaOptions& o,
           const Run& run) {
  return learn_low_rank(
      data, triplets, o.from, o.steps, run,
      [&](double step, Index dim, const Run& from) { return bilinear_loreta(dim, o, step, from); });
}

Fit loreta_psd(const Dataset& data, const Constraints& triplets, const LoretaOptions& o,
               const Run& run) {
  return learn_low_rank(
      data, triplets, o.from, o.steps, run,
      [&](double step, Index dim, const Run& from) { return psd_loreta(dim, o, step, from); });
}

Fit loreta_mi(const Dataset& data, const Constraints& triplets, const LoretaMiOptions& o,
              const Run& run) {
  return learn_low_rank(
      data, triplets, o.from, o.steps, run,
      [&](double step, Index dim, const Run& from) { return identification(dim, o, step, from); });
}

}  // namespace mahala
