#include "mahala/learn/riemannian/spd.hpp"

#include <cmath>

#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/learn/riemannian/regression.hpp"
#include "mahala/learn/square_limit.hpp"
#include "mahala/learn/start.hpp"

namespace mahala {
namespace {

/// The start, sized to what is observed (match_scale, fits_size).
Matrix sized_start(const Dataset& data, const PairProblem& problem, const SolverOptions& options,
                   const Run& run) {
  Matrix root = cholesky_factor(start_metric(data, run));
  if (options.solver == Solver::online) match_scale(root, problem, run);
  if (fits_size(options, run)) root *= std::sqrt(problem.best_multiple(root));
  return root * root.transpose();
}

/// Nothing to learn from: the start as it was given.
Fit kept_metric(const Dataset& data, const Run& run) {
  return kept_start(run.start != nullptr ? Model{.left = *run.start} : identity_model(data.dim()));
}

}  // namespace

Options describe(SpdFlatOptions& o) { return describe(o.solver); }

Options describe(SpdAffineOptions& o) {
  return joined({{{"retraction",
                   &o.retraction,
                   "steps along geodesics, or straight: shortened where they would leave the "
                   "positive definite matrices, or replaced by geodesics there",
                   {},
                   one_of(AffineRetraction::exp, AffineRetraction::first_clipped,
                          AffineRetraction::first_or_exp)},
                  {"margin",
                   &o.margin,
                   "first-clipped: how far from singular a step stays",
                   between(0.001, 0.999),
                   {},
                   {if_is("retraction", AffineRetraction::first_clipped)}}},
                 describe_curved(o.solver)});
}

Options describe(SpdLogOptions& o) {
  return joined({{{"metric", &o.metric,
                   "of the logarithm: its Euclidean one, or that of von Neumann's divergence"}},
                 describe_curved(o.solver)});
}

Fit spd_flat(const Dataset& data, const Pairs& pairs, const SpdFlatOptions& options,
             const Run& run) {
  if (pairs.empty()) return kept_metric(data, run);
  check_square("spd-flat", data.dim());
  return flat_regression(data.x, pairs, cholesky_factor(start_metric(data, run)), options.solver,
                         run);
}

Fit spd_affine(const Dataset& data, const Pairs& pairs, const SpdAffineOptions& options,
               const Run& run) {
  if (pairs.empty()) return kept_metric(data, run);
  check_square("spd-affine", data.dim());
  refuse_flat(options.solver, "spd-affine");
  refuse_speed(options.solver, "the flat and the polar geometry", "spd-affine");
  const PairProblem problem(data.x, pairs, make_loss(options.solver.loss, pairs));
  const SpdAffine manifold(data.dim(), options.retraction, options.margin);
  return with_remark(fit_on(manifold, problem, sized_start(data, problem, options.solver, run),
                            options.solver, run),
                     pairs);
}

Fit spd_log(const Dataset& data, const Pairs& pairs, const SpdLogOptions& options, const Run& run) {
  if (pairs.empty()) return kept_metric(data, run);
  check_square("spd-log", data.dim());
  refuse_flat(options.solver, "spd-log");
  refuse_speed(options.solver, "the flat and the polar geometry", "spd-log");
  const PairProblem problem(data.x, pairs, make_loss(options.solver.loss, pairs));
  const SpdLog manifold(data.dim(), options.metric);
  return with_remark(
      fit_on(manifold, problem, log_symmetric(sized_start(data, problem, options.solver, run)),
             options.solver, run),
      pairs);
}

}  // namespace mahala
