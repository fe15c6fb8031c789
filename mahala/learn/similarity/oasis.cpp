#include "mahala/learn/similarity/oasis.hpp"

#include "mahala/core/linalg/linalg.hpp"
#include "mahala/learn/square_limit.hpp"
#include "mahala/optimize/similarity/oasis.hpp"

namespace mahala {
namespace {

OasisSettings settings_of(const OasisOptions& o, double step) {
  using Shape = OasisSettings::Shape;
  return {.c = step,
          .shape = o.shape == "psd"         ? Shape::psd
                   : o.shape == "symmetric" ? Shape::symmetric
                                            : Shape::any,
          .every = o.every};
}

/// W itself, or a factor of it where it has one.
Model model_of(const Oasis& state, bool psd) {
  const Matrix w = state.shaped();
  if (!psd) return similarity_model(FixedRankPoint{Matrix(), w.transpose()});
  const auto [values, vectors] = symmetric_eigen(w);
  return similarity_model(Matrix(vectors * values.cwiseMax(0).cwiseSqrt().asDiagonal()));
}

std::unique_ptr<OnlineState> state_of(Index dim, const OasisOptions& o, double step) {
  check_square("oasis", dim);
  return online_state(
      Oasis(dim, settings_of(o, step)),
      [psd = o.shape == "psd"](const Oasis& state) { return model_of(state, psd); });
}

}  // namespace

Options describe(OasisOptions& o) {
  return joined({{{"shape",
                   &o.shape,
                   "what W is made: nothing, symmetric, or positive semidefinite",
                   {},
                   {"any", "symmetric", "psd"}},
                  {"every",
                   &o.every,
                   "triplets after which it is made so; 0 = at the end",
                   at_least(0),
                   {},
                   {{"shape", {"symmetric", "psd"}}}}},
                 describe(o.steps)});
}

std::unique_ptr<OnlineState> oasis_stream(const StreamShape& shape, const OasisOptions& o,
                                          const Run&) {
  return state_of(shape.dim, o, given_step(o.steps, shape));
}

Fit oasis(const Dataset& data, const Constraints& triplets, const OasisOptions& o, const Run& run) {
  return learn_steps(
      ExampleKind::triplets, data, triplets,
      [&](double step) { return state_of(data.dim(), o, step); }, o.steps, run);
}

}  // namespace mahala
