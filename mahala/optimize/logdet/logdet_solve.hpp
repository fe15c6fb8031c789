/// @file
/// LogDet problems (optimize/logdet/logdet_bound.hpp) by the solver and in the form that are
/// cheapest.
///
///   Gram      m x m    if m <= 0.8 min(d, n)
///   reduced   r x r    if the vectors span r < 0.7 min(d, n) dimensions
///   else      d x d coordinates, or the n x n kernel of the points if n < d
///
///   projections        gamma <= 10 in small spaces
///   blocked            the same from 150 dimensions on, by matrix products
///   path               gamma > 10, or several gamma, where Newton's systems are small
///
/// Hard bounds are projected on, and polished by Newton's method on the dual if passes run out.
///
/// All give the solution of the same problem; they differ in cost alone.
#pragma once

#include "mahala/optimize/logdet/logdet_sweeps.hpp"

namespace mahala {

enum class LogDetSolver { automatic, projections, blocked, path };

template <>
inline constexpr std::array<std::string_view, 4> names_of<LogDetSolver> = {"auto", "projections",
                                                                           "blocked", "path"};

struct LogDetOptions {
  LogDetSolver solver = LogDetSolver::automatic;
  SweepOptions sweeps = {};
};

Options describe(LogDetOptions& options);

struct LogDetSolution {
  Matrix a = {};  ///< d x d; of a problem posed by its kernel empty: see induced_middle
  LogDetOutcome outcome = {};
  std::string how = {};  ///< solver and size of the matrix it worked on
};

struct LogDetProblem {
  LogDetBounds bounds = {};
  Slack slack = Slack::logdet;
  /// The problem is solved for gamma times each of these, ascending, one starting the next.
  std::vector<double> scales = {1};
};

/// A0 = I, v_k the differences of points. One solution a scale.
std::vector<LogDetSolution> solve_logdet(const Differences& differences,
                                         const LogDetProblem& problem, const LogDetOptions& options,
                                         const Run& run = {});

/// A0 = k0, v_k the differences of unit vectors.
std::vector<LogDetSolution> solve_logdet_kernel(const Matrix& k0, const std::vector<Ends>& ends,
                                                const LogDetProblem& problem,
                                                const LogDetOptions& options, const Run& run = {});

}  // namespace mahala
