#include "mahala/learn/similarity/lego.hpp"

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/data/constraints/pair_bounds.hpp"
#include "mahala/learn/span.hpp"
#include "mahala/learn/square_limit.hpp"
#include "mahala/optimize/similarity/lego.hpp"

namespace mahala {
namespace {

constexpr double low_percentile = 5, high_percentile = 95;

template <class Lego>
std::unique_ptr<OnlineState> metric_state(Lego lego) {
  return online_state(std::move(lego), [](const Lego& state) {
    Model model;
    model.left = sqrt_symmetric(state.matrix());
    return model;
  });
}

/// Steps on pairs, each with the bound that comes with it.
struct GivenPairLego {
  PairLego lego;

  double update(const Example& pair) {
    return lego.update(pair.x, pair.other, pair.alike, pair.bound);
  }
  const Matrix& matrix() const { return lego.matrix(); }
};

std::unique_ptr<OnlineState> lego_state(Index dim, const LegoOptions& o, const LegoBounds& bounds,
                                        double step) {
  check_square("lego", dim);
  if (o.loss == LegoLoss::triplets) return metric_state(TripletLego(dim, step));
  return metric_state(PairLego(dim, step, bounds));
}

/// As given, or percentiles of the distances.
LegoBounds bounds_of(const Dataset& data, const LegoOptions& o, const Run& run) {
  if (o.loss == LegoLoss::triplets || (o.near > 0 && o.far > 0) || data.size() < 2)
    return {o.near, o.far};
  Rng rng = make_rng(run.seed, RandomStream::lego_bounds);
  const PairBounds drawn = draw_bounds(data.x, low_percentile, high_percentile, rng);
  return {o.near > 0 ? o.near : drawn.low, o.far > 0 ? o.far : drawn.high};
}

}  // namespace

Options describe(LegoOptions& o) {
  return joined(
      {{{"loss", &o.loss,
         "what a triplet asks: both its pairs within bounds, or one nearer than the other"}},
       only_if(
           {{"near", &o.near, "largest squared distance of similar samples; 0 = 5th percentile",
             at_least(0)},
            {"far", &o.far, "least squared distance of others; 0 = 95th percentile", at_least(0)}},
           if_is("loss", LegoLoss::pairs)),
       describe_triplets(o.steps)});
}

std::unique_ptr<OnlineState> lego_stream(const StreamShape& shape, const LegoOptions& o,
                                         const Run&) {
  require(o.loss == LegoLoss::triplets || (o.near > 0 && o.far > 0),
          "options near and far: 0 would be percentiles of samples at hand, which a stream does "
          "not keep");
  return lego_state(shape.dim, o, {o.near, o.far}, given_step(o.steps, shape));
}

namespace {

Fit learn_from_pairs(const Dataset& data, const Constraints& pairs, const LegoOptions& o,
                     const Run& run) {
  require(o.loss == LegoLoss::pairs && o.near == 0 && o.far == 0,
          "options loss, near and far are for triplets; pairs have bounds of their own");
  return learn_steps(
      ExampleKind::pairs, data, pairs,
      [&](double step, Index dim) { return metric_state(GivenPairLego{PairLego(dim, step, {})}); },
      o.steps, run);
}

Fit learn_lego(const Dataset& data, const Constraints& triplets, const LegoOptions& o,
               const Run& run) {
  if (std::holds_alternative<Pairs>(triplets)) return learn_from_pairs(data, triplets, o, run);
  const bool none = std::holds_alternative<Triplets>(triplets) && count(triplets) == 0;
  const LegoBounds bounds = none ? LegoBounds{o.near, o.far} : bounds_of(data, o, run);
  return learn_steps(
      ExampleKind::triplets, data, triplets,
      [&](double step, Index dim) { return lego_state(dim, o, bounds, step); }, o.steps, run);
}

/// W^{1/2} = I + Q (V^{1/2} - I) Q^T for V learned in the span of Q.
Matrix lifted_root(const Matrix& q, Matrix root) {
  root.diagonal().array() -= 1;
  const Matrix changed = q * root;
  Matrix lifted = Matrix::Identity(q.rows(), q.rows());
  multiply_a_bt(changed, q, lifted, true);
  return lifted;
}

}  // namespace

Fit lego(const Dataset& data, const Constraints& triplets, const LegoOptions& o, const Run& run) {
  check_square("lego", data.dim());
  const std::optional<Span> span = run.start == nullptr ? span_of(data) : std::nullopt;
  if (!span) return learn_lego(data, triplets, o, run);
  Run inside = run;
  if (run.prepared_by) {
    inside.prepared_by = [&run](const std::vector<Index>& rows) {
      Dataset prepared{.x = run.prepared_by(rows)};
      const std::optional<Span> own = span_of(prepared);
      return own ? own->data.x : prepared.x;
    };
  }
  Fit fit = learn_lego(span->data, triplets, o, inside);
  if (fit.model.left.cols() == 0) {  // the plain metric was kept
    fit.model = identity_model(data.dim());
    return fit;
  }
  fit.model.left = lifted_root(span->q, std::move(fit.model.left));
  return fit;
}

}  // namespace mahala
