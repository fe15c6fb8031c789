#include "mahala/learn/similarity/oasis.hpp"

#include "mahala/core/linalg/linalg.hpp"
#include "mahala/learn/square_limit.hpp"

namespace mahala {
namespace {

using Shape = OasisSettings::Shape;

/// W itself, or a factor of it where it has one.
Model oasis_model(const Oasis& state, bool psd) {
  const Matrix w = state.shaped();
  if (!psd) return similarity_model(FixedRankPoint{Matrix(), w.transpose()});
  const auto [values, vectors] = symmetric_eigen(w);
  return similarity_model(Matrix(vectors * values.cwiseMax(0).cwiseSqrt().asDiagonal()));
}

std::unique_ptr<OnlineState> oasis_state(Index dim, const OasisOptions& o, double step) {
  check_square("oasis", dim);
  return online_state(
      Oasis(dim, {.c = step, .shape = o.shape, .every = o.every}),
      [psd = o.shape == Shape::psd](const Oasis& state) { return oasis_model(state, psd); });
}

}  // namespace

Options describe(OasisOptions& o) {
  return joined(
      {{{"shape", &o.shape, "what W is made: nothing, symmetric, or positive semidefinite"},
        {"every",
         &o.every,
         "triplets after which it is made so; 0 = at the end",
         at_least(0),
         {},
         {if_is("shape", Shape::symmetric, Shape::psd)}}},
       describe_triplets(o.steps)});
}

std::unique_ptr<OnlineState> oasis_stream(const StreamShape& shape, const OasisOptions& o,
                                          const Run&) {
  return oasis_state(shape.dim, o, given_step(o.steps, shape));
}

Fit oasis(const Dataset& data, const Constraints& triplets, const OasisOptions& o, const Run& run) {
  return learn_steps(
      ExampleKind::triplets, data, triplets,
      [&](double step, Index dim) { return oasis_state(dim, o, step); }, o.steps, run);
}

}  // namespace mahala
