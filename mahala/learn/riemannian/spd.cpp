#include "mahala/learn/riemannian/spd.hpp"

#include <cmath>
#include <functional>

#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/learn/riemannian/regression.hpp"
#include "mahala/learn/square_limit.hpp"
#include "mahala/learn/start.hpp"

namespace mahala {
namespace {

/// A manifold of positive definite matrices, by the learner it is of.
template <Manifold M>
struct SpdGeometry {
  std::string_view learner;
  std::function<M(Index dim)> manifold;
  std::function<typename M::Point(const Matrix& w)> point;
};

template <Manifold M>
Fit spd_round(const SpdGeometry<M>& geometry, const Samples& x, const Pairs& pairs,
              const Matrix& root, const StartPull& pull, const SolverOptions& options,
              const Run& run) {
  const PairProblem problem(x, pairs, make_loss(options.loss, pairs), pull);
  return fit_on(geometry.manifold(x.dim()), problem, geometry.point(root * root.transpose()),
                options, run);
}

/// All pairs in one go, from `root` sized to what is observed (match_scale, fits_size) unless it
/// pulls.
template <Manifold M>
Fit spd_at_once(const SpdGeometry<M>& geometry, const Samples& x, const Pairs& pairs, Matrix root,
                const SolverOptions& options, const Run& run) {
  const bool online = options.solver == Solver::online;
  const StartPull pull = online ? StartPull() : pull_to(root, options.rounds, run);
  if (pull.strength() == 0) {
    const PairProblem problem(x, pairs, make_loss(options.loss, pairs));
    if (online) match_scale(root, problem, run);
    if (fits_size(options, run)) root *= std::sqrt(problem.best_multiple(root));
  }
  return spd_round(geometry, x, pairs, root, pull, options, run);
}

template <Manifold M>
Fit spd_regression(const SpdGeometry<M>& geometry, const Dataset& data, const Pairs& pairs,
                   const SolverOptions& options, const Run& run) {
  check_square(geometry.learner, data.dim());
  refuse_flat(options, geometry.learner);
  refuse_speed(options, "the flat and the polar geometry", geometry.learner);
  const Matrix root = cholesky_factor(start_metric(data, run));
  if (options.solver == Solver::online || !in_rounds(options.rounds, run)) {
    return with_remark(spd_at_once(geometry, data.x, pairs, root, options, run), pairs);
  }
  const RoundSolver solver = [&](const Samples& z, const Pairs& drawn, const Matrix& from,
                                 const StartPull& pull, Index steps, const Run& part) {
    return spd_round(geometry, z, drawn, from, pull, with_steps(options, steps), part);
  };
  return with_remark(rounds_within(data.x, pairs, root, options.rounds,
                                   options.descent.max_iterations, run, solver),
                     pairs);
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
  const SpdGeometry<SpdAffine> geometry{
      "spd-affine", [&](Index dim) { return SpdAffine(dim, options.retraction, options.margin); },
      [](const Matrix& w) { return w; }};
  return spd_regression(geometry, data, pairs, options.solver, run);
}

Fit spd_log(const Dataset& data, const Pairs& pairs, const SpdLogOptions& options, const Run& run) {
  if (pairs.empty()) return kept_metric(data, run);
  const SpdGeometry<SpdLog> geometry{"spd-log",
                                     [&](Index dim) { return SpdLog(dim, options.metric); },
                                     [](const Matrix& w) { return log_symmetric(w); }};
  return spd_regression(geometry, data, pairs, options.solver, run);
}

}  // namespace mahala
