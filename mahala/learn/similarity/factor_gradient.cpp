#include "mahala/learn/similarity/factor_gradient.hpp"

#include "mahala/optimize/similarity/factor_descent.hpp"

namespace mahala {
namespace {

std::unique_ptr<OnlineState> bilinear_descent(Index dim, const FactorGradientOptions& o,
                                              double step, const Run& run) {
  return online_state(FactorDescent(similarity_start(dim, o.from, run), step),
                      [](const FactorDescent& state) { return similarity_model(state.factors()); });
}

std::unique_ptr<OnlineState> psd_descent(Index dim, const FactorGradientOptions& o, double step,
                                         const Run& run) {
  return online_state(
      FactorDescentPsd(similarity_start_psd(dim, o.from, run), step),
      [](const FactorDescentPsd& state) { return similarity_model(state.factor()); });
}

}  // namespace

Options describe(FactorGradientOptions& o) {
  return joined({describe(o.from), describe_triplets(o.steps)});
}

std::unique_ptr<OnlineState> bilinear_gd_stream(const StreamShape& shape,
                                                const FactorGradientOptions& o, const Run& run) {
  return bilinear_descent(shape.dim, o, given_step(o.steps, shape), run);
}

std::unique_ptr<OnlineState> psd_gd_stream(const StreamShape& shape, const FactorGradientOptions& o,
                                           const Run& run) {
  return psd_descent(shape.dim, o, given_step(o.steps, shape), run);
}

Fit bilinear_gd(const Dataset& data, const Constraints& triplets, const FactorGradientOptions& o,
                const Run& run) {
  return learn_low_rank(data, triplets, o.from, o.steps, run,
                        [&](double step, Index dim, const Run& from) {
                          return bilinear_descent(dim, o, step, from);
                        });
}

Fit psd_gd(const Dataset& data, const Constraints& triplets, const FactorGradientOptions& o,
           const Run& run) {
  return learn_low_rank(
      data, triplets, o.from, o.steps, run,
      [&](double step, Index dim, const Run& from) { return psd_descent(dim, o, step, from); });
}

}  // namespace mahala
