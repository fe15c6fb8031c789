/// @file
/// The options that regressions on observed distances share, in any geometry.
#pragma once

#include "mahala/learn/riemannian/rounds.hpp"
#include "mahala/optimize/descent/descent.hpp"
#include "mahala/optimize/descent/solve.hpp"
#include "mahala/optimize/loss.hpp"
#include "mahala/optimize/online/online.hpp"
#include "mahala/optimize/regression/preconditioner.hpp"

namespace mahala {

enum class Solver { cg, lbfgs, newton, gauss_newton, gradient, armijo, online };

template <>
inline constexpr std::array<std::string_view, 7> names_of<Solver> = {
    "cg", "lbfgs", "newton", "gauss-newton", "gradient", "armijo", "online"};

enum class Precondition { automatic, gauss, scaled, none };

template <>
inline constexpr std::array<std::string_view, 4> names_of<Precondition> = {"auto", "gauss",
                                                                           "scaled", "none"};

struct SolverOptions {
  RoundOptions rounds = {};
  LossOptions loss = {};
  Solver solver = Solver::cg;
  Precondition precondition = Precondition::automatic;  ///< flat and polar geometry
  bool stages = true;           ///< few pairs before many; flat and polar geometry
  Index memory = 10;            ///< of lbfgs
  DescentOptions descent = {};  ///< tolerance and iterations are those of all but online
  OnlineOptions online = {};
};

/// What the flat geometry knows.
Options describe(SolverOptions& options);

/// The same beside options of the polar geometry, whose lambda is another.
Options describe_beside_polar(SolverOptions& options);

/// What the polar geometry knows, no Hessian and no schedule that bounds the steps of the flat one,
/// with the conditions under which preconditioners and stages count.
Options describe_polar(SolverOptions& options, std::vector<Condition> for_speed);

/// What any geometry knows: no preconditioner and no stages either.
Options describe_curved(SolverOptions& options);

/// Error naming a solver or schedule that is of the flat geometry alone.
void refuse_flat(const SolverOptions& options, std::string_view learner);

/// Error naming `precondition` or `stages` where they count for nothing, `where` being where not.
void refuse_speed(const SolverOptions& options, std::string_view where, std::string_view learner);

/// True if a start of the learner's own is to be resized to fit the pairs (PairGraph::
/// best_multiple): the papers' methods take it as it is, and so is a given one taken.
bool fits_size(const SolverOptions& options, const Run& run);

/// What `precondition` asks for. auto is gauss where samples tell enough of C, else scaled: more of
/// them than features (fewer, as where every sample is an object with a feature of its own, are not
/// worth d^2 r a step), and four times as many for bounds. Those leave many metrics without loss,
/// and C^{-1} of few samples leads to one that stretches what hardly varies in them: 32 % of errors
/// on isolet5 instead of 8.
Preconditioning preconditioning(const SolverOptions& options, const Samples& x, const Pairs& pairs);

/// The same in the polar geometry, where gauss pays if the optimum is no limit of points (bounds
/// often ask for a lower rank, at which R^{-1} ends), gradients of other points do not matter, and
/// there are samples enough for a covariance, which objects that are samples themselves lack.
Preconditioning polar_preconditioning(const SolverOptions& options, const Samples& x,
                                      const Pairs& pairs);

/// The same for at most so many steps.
SolverOptions with_steps(SolverOptions options, Index steps);

/// Of solvers that are neither armijo nor online.
Method method(Solver solver);
SolveOptions stopping(const SolverOptions& options);

}  // namespace mahala
