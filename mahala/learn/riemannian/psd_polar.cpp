#include "mahala/learn/riemannian/psd_polar.hpp"

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/geometry/psd_polar.hpp"
#include "mahala/geometry/psd_polar_symmetric.hpp"
#include "mahala/learn/riemannian/form_regression.hpp"
#include "mahala/learn/riemannian/regression.hpp"
#include "mahala/learn/riemannian/wide_rounds.hpp"
#include "mahala/optimize/online/lazy_stepper.hpp"
#include "mahala/optimize/regression/polar_pair_regression.hpp"

namespace mahala {
namespace {

/// Online on sparse samples lazily, else by definition.
template <Manifold M>
Fit fit_polar(const Samples& x, const Pairs& pairs, const M& manifold, const FrameAndCore& start,
              const PairProblem& problem, const SolverOptions& options, const Run& run) {
  const auto* sparse = x.sparse();
  if (options.solver == Solver::online && sparse != nullptr) {
    return fit_online(LazyPolar<M>(*sparse, pairs, start, manifold, make_loss(options.loss, pairs)),
                      problem, options.online, run);
  }
  return fit_on(manifold, problem, start, options, run);
}

/// Error if an option was changed that counts for nothing beside the others.
void check_polar(const PolarOptions& polar, const SolverOptions& options) {
  const PolarOptions standard;
  require(polar.form != PolarForm::sym || polar.core == Stretching::exp,
          "option core: form sym has a straight step of its own, not {}", polar.core);
  require(polar.lambda > 0 || polar.retraction == standard.retraction,
          "option retraction: the subspace does not turn with lambda=0");
  require(polar.lambda < 1 || polar.core == standard.core,
          "option core: nothing is stretched with lambda=1");
  refuse_flat(options, "the polar one");
  if (polar.form != PolarForm::r2 || polar.core != Stretching::exp || polar.lambda == 0 ||
      polar.lambda == 1) {
    refuse_speed(
        options, "form r2 with core exp and 0 < lambda < 1",
        fmt::format("form {} with core {} and lambda={:g}", polar.form, polar.core, polar.lambda));
  }
}

/// Error unless the columns of g are independent: roots and logarithms of B need it.
void require_rank(const Matrix& g) {
  const Index rank = numerical_rank(g, 1e-12);
  require(rank == g.cols(), "the start has rank {}, below the {} of this form or core", rank,
          g.cols());
}

/// The road of optimize/regression/polar_pair_regression.hpp. Where everything moves and nothing
/// pulls, any low-rank metric may be where it goes on from.
Fit fit_standard(const Samples& x, const Pairs& pairs, const Matrix& g, const PsdPolar& manifold,
                 const StartPull& pull, const SolverOptions& options, const Run& run) {
  const bool anywhere = manifold.moves_all() && pull.strength() == 0;
  const Staged begun = anywhere ? staged(x, pairs, g, options, run) : Staged{.start = g};
  PolarPairRegression objective(x, pairs, polar_from_factor(begun.start), manifold,
                                polar_preconditioning(options, x, pairs),
                                make_loss(options.loss, pairs), pull);
  return fit_after(begun, objective, options, run);
}

/// In the form and with the core that are asked for.
Fit fit_form(const Samples& x, const Pairs& pairs, const Matrix& g, const StartPull& pull,
             const PolarOptions& polar, const SolverOptions& options, const Run& run) {
  const PairProblem problem(x, pairs, make_loss(options.loss, pairs), pull);
  if (polar.form == PolarForm::sym) {
    require_rank(g);
    const PsdPolarSymmetric manifold(g.rows(), g.cols(), polar.lambda, polar.retraction);
    return fit_polar(x, pairs, manifold, polar_from_factor(g), problem, options, run);
  }
  if (polar.core == Stretching::von_neumann || polar.core == Stretching::log_euclidean) {
    require_rank(g);
    const LogMetric metric =
        polar.core == Stretching::von_neumann ? LogMetric::von_neumann : LogMetric::log_euclidean;
    return fit_polar(x, pairs,
                     PsdPolarLog(g.rows(), g.cols(), polar.lambda, metric, polar.retraction),
                     polar_log_from_factor(g), problem, options, run);
  }
  const PolarCore core = polar.core == Stretching::exp ? PolarCore::exp : PolarCore::first_or_exp;
  const PsdPolar manifold(g.rows(), g.cols(),
                          {polar.lambda, polar.retraction, core, polar.form == PolarForm::b});
  if (options.solver != Solver::online && manifold.has_rank_one_step()) {
    return fit_standard(x, pairs, g, manifold, pull, options, run);
  }
  return fit_polar(x, pairs, manifold, polar_from_factor(g), problem, options, run);
}

RoundSolver polar_rounds(const PolarOptions& polar, const SolverOptions& options) {
  return [polar, options](const Samples& x, const Pairs& pairs, const Matrix& start,
                          const StartPull& pull, Index steps, const Run& run) {
    return fit_form(x, pairs, start, pull, polar, with_steps(options, steps), run);
  };
}

/// All pairs in one go, from `g` sized to what is observed unless it pulls.
Fit polar_at_once(const Samples& x, const Pairs& pairs, Matrix g, const PolarOptions& polar,
                  const SolverOptions& options, const Run& run) {
  const bool online = options.solver == Solver::online;
  const StartPull pull = online ? StartPull() : pull_to(g, options.rounds, run);
  if (pull.strength() == 0) {
    const PairProblem problem(x, pairs, make_loss(options.loss, pairs));
    match_scale(g, problem, run);
    if (fits_size(options, run)) g *= std::sqrt(problem.best_multiple(g));
  }
  return fit_form(x, pairs, g, pull, polar, options, run);
}

}  // namespace

Options describe(PolarOptions& o) {
  return {
      {"form",
       &o.form,
       "what stands for the stretching: a factor, the matrix itself, or its symmetric root",
       {},
       {},
       {if_is("core", Stretching::exp, Stretching::first)}},
      {"lambda", &o.lambda,
       "how much of a step turns the subspace: 0 keeps it, 1 does nothing else", between(0, 1)},
      {"retraction", &o.retraction, "how the subspace turns"},
      {"core",
       &o.core,
       "how the stretching moves (forms r2 and b)",
       {},
       {},
       {if_is("form", PolarForm::r2, PolarForm::b)}},
  };
}

Options describe(PsdPolarOptions& o) {
  return joined(
      {describe_observed(o.from), describe(o.polar),
       describe_polar(o.solver, {if_is("form", PolarForm::r2), if_is("core", Stretching::exp)})});
}

Model psd_polar_prior(const Dataset& data, const PsdPolarOptions& options, const Run& run) {
  check_start(options.from.start, run);
  return {.left = start_factor(data, options.from, run)};
}

namespace {

/// In form r2 or b; others have roots or logarithms that pairs alone are worth.
Fit polar_forms(const Dataset& data, const Forms& forms, const PsdPolarOptions& options,
                const Run& run) {
  PsdPolarOptions set = options, untouched;
  check_for_forms(describe(set), describe(untouched));
  check_polar(options.polar, options.solver);
  const PolarOptions& polar = options.polar;
  require(polar.form != PolarForm::sym && polar.core == Stretching::exp,
          "forms are learned from with form r2 or b and core exp");
  require(options.from.start != FactorStart::spectral,
          "option start: spectral looks at pairs, and there are forms");
  if (forms.empty()) return kept_start(psd_polar_prior(data, options, run), "no forms");
  const FormTask task =
      form_task(data, forms, start_factor(data, options.from, run), options.solver.loss, run);
  const PsdPolar manifold(
      task.start.rows(), task.start.cols(),
      {polar.lambda, polar.retraction, PolarCore::exp, polar.form == PolarForm::b});
  return fit_on(manifold, task.problem, polar_from_factor(task.start), options.solver, run);
}

}  // namespace

Fit psd_polar(const Dataset& data, const Constraints& constraints, const PsdPolarOptions& options,
              const Run& run) {
  if (const auto* forms = std::get_if<Forms>(&constraints)) {
    return polar_forms(data, *forms, options, run);
  }
  const auto* given = std::get_if<Pairs>(&constraints);
  const Pairs pairs = given != nullptr ? *given : Pairs{};
  const bool wide = learns_wide(data, options.from, options.solver, run);
  const bool redraws = wide && run.redraw;
  if (pairs.empty() && !redraws) return kept_start(psd_polar_prior(data, options, run));
  check_start(options.from.start, run);
  if (wide) {
    check_polar(options.polar, options.solver);
    return wide_rounds(data, pairs, options.from.rank, options.solver, run,
                       polar_rounds(options.polar, options.solver));
  }
  return polar_regression(data.x, pairs, start_factor(data, pairs, options.from, run),
                          options.polar, options.solver, run);
}

Fit polar_regression(const Samples& x, const Pairs& pairs, const Matrix& start,
                     const PolarOptions& polar, const SolverOptions& options, const Run& run) {
  check_polar(polar, options);
  if (options.solver == Solver::online || !in_rounds(options.rounds, run)) {
    return with_remark(polar_at_once(x, pairs, start, polar, options, run), pairs);
  }
  return with_remark(rounds_within(x, pairs, start, options.rounds, options.descent.max_iterations,
                                   run, polar_rounds(polar, options)),
                     pairs);
}

}  // namespace mahala
