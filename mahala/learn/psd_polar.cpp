#include "mahala/learn/psd_polar.hpp"

#include "mahala/core/error.hpp"
#include "mahala/geometry/psd_polar.hpp"
#include "mahala/geometry/psd_polar_symmetric.hpp"
#include "mahala/optimize/lazy_stepper.hpp"
#include "mahala/optimize/polar_pair_regression.hpp"

namespace mahala {
namespace {

/// Online on sparse samples lazily, else by definition.
template <Manifold M>
Fit fit_polar(const Samples& x, const Pairs& pairs, const M& manifold, const FrameAndCore& start,
              const PairProblem& problem, const SolverOptions& options, const Run& run) {
  const auto* sparse = std::get_if<SparseMatrix>(&x.storage());
  if (options.solver == "online" && sparse != nullptr) {
    return fit_online(LazyPolar<M>(*sparse, pairs, start, manifold), problem, options, run);
  }
  return fit_on(manifold, problem, start, options, run);
}

}  // namespace

Options describe(PolarOptions& o) {
  return {
      {"form",
       &o.form,
       "what stands for the stretching: a factor, the matrix itself, or its symmetric root",
       {},
       {"r2", "b", "sym"}},
      {"lambda", &o.lambda,
       "how much of a step turns the subspace: 0 keeps it, 1 does nothing else", between(0, 1)},
      {"retraction", &o.retraction, "how the subspace turns", {}, frame_retraction_names()},
      {"core",
       &o.core,
       "how the stretching moves (forms r2 and b)",
       {},
       {"exp", "first", "von-neumann", "log-euclidean"}},
  };
}

Options describe(PsdPolarOptions& o) {
  return joined({describe(o.from), describe(o.polar), describe(o.solver)});
}

Model psd_polar_prior(const Dataset& data, const PsdPolarOptions& options, const Run& run) {
  return {.left = start_factor(data, options.from, run)};
}

Fit psd_polar(const Dataset& data, const Pairs& pairs, const PsdPolarOptions& options,
              const Run& run) {
  Model prior = psd_polar_prior(data, options, run);
  if (pairs.empty()) return kept_start(std::move(prior));
  return polar_regression(data.x, pairs, prior.left, options.polar, options.solver, run);
}

Fit polar_regression(const Samples& x, const Pairs& pairs, const Matrix& start,
                     const PolarOptions& polar, const SolverOptions& options, const Run& run) {
  require(polar.form != "sym" || polar.core == "exp",
          "option core: form sym has a straight step of its own, not {}", polar.core);
  refuse_adaptive(options, "the polar one");
  const PairProblem problem(x, pairs);
  Matrix g = start;
  match_scale(g, problem, run);
  const FrameAndCore from = polar_from_factor(g);
  const FrameRetraction retraction = frame_retraction(polar.retraction);
  if (polar.form == "sym") {
    const PsdPolarSymmetric manifold(g.rows(), g.cols(), polar.lambda, retraction);
    return fit_polar(x, pairs, manifold, from, problem, options, run);
  }
  if (polar.core == "von-neumann" || polar.core == "log-euclidean") {
    const LogMetric metric =
        polar.core == "von-neumann" ? LogMetric::von_neumann : LogMetric::log_euclidean;
    return fit_polar(x, pairs, PsdPolarLog(g.rows(), g.cols(), polar.lambda, metric, retraction),
                     polar_log_from_factor(g), problem, options, run);
  }
  const PolarCore core = polar.core == "exp" ? PolarCore::exp : PolarCore::first_or_exp;
  const PsdPolar manifold(g.rows(), g.cols(), {polar.lambda, retraction, core, polar.form == "b"});
  if (options.solver == "batch" && manifold.has_rank_one_step()) {
    PolarPairRegression objective(x, pairs, from, manifold);
    return fit_by_descent(objective, options, run);
  }
  return fit_polar(x, pairs, manifold, from, problem, options, run);
}

}  // namespace mahala
