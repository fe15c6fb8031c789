#include "mahala/learn/riemannian/solver_options.hpp"

#include <algorithm>

#include "mahala/core/error.hpp"

namespace mahala {
namespace {

using Solvers = std::vector<Solver>;
using Words = std::vector<std::string_view>;

const Solvers flat_solvers{Solver::cg,       Solver::lbfgs,  Solver::newton, Solver::gauss_newton,
                           Solver::gradient, Solver::armijo, Solver::online};
const Solvers curved_solvers{Solver::cg, Solver::lbfgs, Solver::gradient, Solver::armijo,
                             Solver::online};

Words names_but(const Solvers& solvers, std::initializer_list<Solver> without = {}) {
  Words names;
  for (const Solver each : solvers) {
    if (std::ranges::find(without, each) == without.end()) names.push_back(name(each));
  }
  return names;
}

/// How a geometry's solvers are described.
struct SolverHelp {
  const Solvers& solvers;
  std::string_view solver;
  Options (*online)(OnlineOptions&);
  std::string_view lambda;  ///< the option that pulls to the start
};

const SolverHelp flat_help{
    flat_solvers,
    "cg: conjugate gradients; lbfgs; newton, gauss-newton: truncated; gradient: "
    "steepest descent, best steps; armijo: steepest descent by halving; online: "
    "mini-batch (stochastic) updates",
    describe, "lambda"};
const SolverHelp curved_help{
    curved_solvers,
    "cg: conjugate gradients; lbfgs; gradient: steepest descent, interpolated steps; armijo: "
    "steepest descent by halving; online: mini-batch (stochastic) updates",
    describe_curved, "lambda"};

/// Polar geometries have a lambda of their own.
SolverHelp with_polar_lambda(SolverHelp help) {
  help.lambda = "pull";
  return help;
}

Options describe_solvers(SolverOptions& o, const SolverHelp& help, Options more) {
  const Option solver{"solver", &o.solver, help.solver, {}, names_but(help.solvers)};
  const Option memory{"memory",         &o.memory, "lbfgs: steps it remembers",
                      between(1, 1000), {},        {if_is("solver", Solver::lbfgs)}};
  return joined(
      {only_if(describe(o.rounds, help.lambda),
               {"solver", names_but(help.solvers, {Solver::online})}),
       describe(o.loss),
       {solver, memory},
       std::move(more),
       only_if(describe_stopping(o.descent), {"solver", names_but(help.solvers, {Solver::online})}),
       only_if(describe_armijo(o.descent), if_is("solver", Solver::armijo)),
       only_if(help.online(o.online), if_is("solver", Solver::online))});
}

/// What makes solvers fast, and what that depends on.
Options describe_speed(SolverOptions& o, const Solvers& solvers, std::vector<Condition> more) {
  more.insert(more.begin(), {"solver", names_but(solvers, {Solver::armijo, Solver::online})});
  return {{"precondition",
           &o.precondition,
           "what the gradient is divided by: the Hessian of Gaussian samples, the Gram matrix of "
           "the factor, or nothing; auto: gauss where it pays",
           {},
           {},
           more},
          {"stages",
           &o.stages,
           "learn from a few pairs first where there are very many",
           {},
           {},
           more}};
}

void refuse_option(bool wrong, std::string_view option, std::string_view value,
                   std::string_view where, std::string_view learner) {
  require(!wrong, "option {}: {} counts in {} alone, not in {}", option, value, where, learner);
}

bool has_bounds(const Pairs& pairs) {
  return std::ranges::any_of(pairs,
                             [](const Pair& pair) { return pair.relation != Relation::equal; });
}

}  // namespace

Options describe(SolverOptions& o) {
  return describe_solvers(o, flat_help, describe_speed(o, flat_solvers, {}));
}

Options describe_beside_polar(SolverOptions& o) {
  return describe_solvers(o, with_polar_lambda(flat_help), describe_speed(o, flat_solvers, {}));
}

Options describe_polar(SolverOptions& o, std::vector<Condition> for_speed) {
  return describe_solvers(o, with_polar_lambda(curved_help),
                          describe_speed(o, curved_solvers, std::move(for_speed)));
}

Options describe_curved(SolverOptions& o) { return describe_solvers(o, curved_help, {}); }

void refuse_flat(const SolverOptions& options, std::string_view learner) {
  const bool known = std::ranges::find(curved_solvers, options.solver) != curved_solvers.end();
  refuse_option(!known, "solver", name(options.solver), "the flat geometry", learner);
  require(options.online.schedule != Schedule::Kind::adaptive,
          "option schedule: adaptive bounds the steps of the flat geometry, not those of {}",
          learner);
}

void refuse_speed(const SolverOptions& options, std::string_view where, std::string_view learner) {
  const SolverOptions standard;
  refuse_option(options.precondition != standard.precondition, "precondition",
                name(options.precondition), where, learner);
  refuse_option(options.stages != standard.stages, "stages", "false", where, learner);
}

bool fits_size(const SolverOptions& options, const Run& run) {
  return options.solver != Solver::armijo && options.solver != Solver::online &&
         run.start == nullptr && options.descent.max_iterations > 0;
}

Preconditioning preconditioning(const SolverOptions& options, const Samples& x,
                                const Pairs& pairs) {
  const Precondition asked = options.precondition;
  if (options.solver == Solver::armijo || asked == Precondition::none) return Preconditioning::none;
  const bool few = has_bounds(pairs) ? x.size() < 4 * x.dim() : x.size() <= x.dim();
  const bool scaled = asked == Precondition::scaled || (asked == Precondition::automatic && few);
  return scaled ? Preconditioning::scaled : Preconditioning::gauss;
}

Preconditioning polar_preconditioning(const SolverOptions& options, const Samples& x,
                                      const Pairs& pairs) {
  const bool pays =
      !has_bounds(pairs) && options.solver != Solver::lbfgs && 2 * x.dim() <= x.size();
  return options.precondition == Precondition::automatic && !pays
             ? Preconditioning::none
             : preconditioning(options, x, pairs);
}

SolverOptions with_steps(SolverOptions options, Index steps) {
  options.descent.max_iterations = steps;
  return options;
}

Method method(Solver solver) {
  switch (solver) {
    case Solver::lbfgs:
      return Method::lbfgs;
    case Solver::newton:
      return Method::newton;
    case Solver::gauss_newton:
      return Method::gauss_newton;
    case Solver::gradient:
      return Method::gradient;
    case Solver::cg:
      return Method::cg;
    case Solver::armijo:
    case Solver::online:
      break;
  }
  fail("solver {} has rules of its own", solver);
}

SolveOptions stopping(const SolverOptions& options) {
  return {.tolerance = options.descent.tolerance,
          .max_iterations = options.descent.max_iterations,
          .memory = options.memory};
}

}  // namespace mahala
