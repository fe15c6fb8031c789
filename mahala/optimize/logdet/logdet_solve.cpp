#include "mahala/optimize/logdet/logdet_solve.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/optimize/logdet/logdet_path.hpp"
#include "mahala/optimize/logdet/logdet_polish.hpp"

namespace mahala {
namespace {

constexpr Index blocked_from = 150;      ///< dimensions
constexpr double small_gamma = 10;       ///< up to here projections converge quickly
constexpr Index newton_unknowns = 1000;  ///< up to here the path is cheaper
constexpr double gram_share = 0.8, reduced_share = 0.7;
constexpr double rank_tolerance = 1e-12;  ///< relative to the largest eigenvalue

double largest_gamma(const LogDetProblem& problem) {
  double largest = 0;
  for (const LogDetBound& bound : problem.bounds) largest = std::max(largest, bound.gamma);
  return largest * problem.scales.back();
}

/// The solver for a matrix of `dim` rows.
LogDetSolver resolved(const LogDetOptions& options, const LogDetProblem& problem, Index dim) {
  const bool soft = problem.slack == Slack::logdet && std::isfinite(largest_gamma(problem));
  if (options.solver == LogDetSolver::path) {
    require(problem.slack == Slack::logdet, "option solver: path needs slack=logdet");
    require(soft, "option solver: path needs finite gamma");
  }
  if (options.solver != LogDetSolver::automatic) return options.solver;
  const bool hard_to_project = largest_gamma(problem) > small_gamma || problem.scales.size() > 1;
  const Index unknowns = std::min(std::ssize(problem.bounds), dim * (dim + 1) / 2);
  if (soft && hard_to_project && unknowns <= newton_unknowns &&
      options.sweeps.stop == SweepStop::gap) {
    return LogDetSolver::path;
  }
  return dim >= blocked_from ? LogDetSolver::blocked : LogDetSolver::projections;
}

LogDetBounds scaled(LogDetBounds bounds, double scale) {
  for (LogDetBound& bound : bounds) bound.gamma *= scale;
  return bounds;
}

/// Hard bounds whose passes are spent are worth Newton's method on the dual.
bool wants_polish(const LogDetProblem& problem, const LogDetOptions& options,
                  const LogDetOutcome& outcome) {
  return options.solver == LogDetSolver::automatic && problem.slack == Slack::logdet &&
         outcome.status == Status::budget_spent && std::isinf(largest_gamma(problem)) &&
         std::ssize(problem.bounds) <= newton_unknowns;
}

/// Projections for one scale after the other, each from the weights of the last.
template <class Space>
std::vector<LogDetOutcome> sweep_all(Space& space, const LogDetProblem& problem,
                                     const LogDetOptions& options, const Run& run,
                                     const std::function<void()>& after_each) {
  std::vector<LogDetOutcome> outcomes;
  Vector weights;
  for (const double scale : problem.scales) {
    const LogDetBounds bounds = scaled(problem.bounds, scale);
    outcomes.push_back(sweep(space, bounds, problem.slack, weights, options.sweeps, run));
    LogDetOutcome& outcome = outcomes.back();
    if (wants_polish(problem, options, outcome)) {
      polish(space, bounds, options.sweeps.tolerance, outcome);
    }
    weights = outcome.weights;
    after_each();
  }
  return outcomes;
}

std::vector<LogDetSolution> project_all(CoordinateSpace& space, const LogDetProblem& problem,
                                        const LogDetOptions& options, const Run& run) {
  std::vector<Matrix> matrices;
  auto outcomes =
      sweep_all(space, problem, options, run, [&] { matrices.push_back(space.matrix()); });
  std::vector<LogDetSolution> solutions;
  for (std::size_t k = 0; k < outcomes.size(); ++k) {
    solutions.push_back({std::move(matrices[k]), std::move(outcomes[k]), {}});
  }
  return solutions;
}

Index block_size(Index dim) { return dim <= 400 ? 64 : 128; }
constexpr Index inner_passes = 3;

std::vector<LogDetSolution> solve_in_coordinates(const Differences& differences,
                                                 const LogDetProblem& problem, LogDetSolver solver,
                                                 const LogDetOptions& options, const Run& run) {
  std::vector<LogDetSolution> solutions;
  const Index d = differences.dim();
  if (solver == LogDetSolver::path) {
    for (PathPoint& point :
         follow_path(differences, problem.bounds, problem.scales, options.sweeps, run)) {
      solutions.push_back({std::move(point.a), std::move(point.outcome), {}});
    }
  } else if (solver == LogDetSolver::blocked) {
    BlockedSpace space(differences, block_size(d), inner_passes);
    solutions = project_all(space, problem, options, run);
  } else {
    CoordinateSpace space(differences);
    solutions = project_all(space, problem, options, run);
  }
  for (LogDetSolution& each : solutions) each.how = fmt::format("{} in {} x {}", solver, d, d);
  return solutions;
}

std::vector<LogDetSolution> solve_in_kernel(Matrix k0, std::vector<Ends> ends,
                                            const LogDetProblem& problem,
                                            const LogDetOptions& options, const Run& run) {
  const Index n = k0.rows();
  KernelSpace space(std::move(k0), std::move(ends));
  std::vector<LogDetSolution> solutions;
  for (LogDetOutcome& outcome : sweep_all(space, problem, options, run, [] {})) {
    solutions.push_back({{}, std::move(outcome), fmt::format("projections in {} x {}", n, n)});
  }
  return solutions;
}

std::vector<Ends> unit_ends(Index count) {
  std::vector<Ends> ends;
  for (Index k = 0; k < count; ++k) ends.push_back({static_cast<std::int32_t>(k), origin});
  return ends;
}

/// How many eigenvalues, largest first, count as positive.
Index kernel_rank(const Vector& values) {
  const double floor = values.size() > 0 ? rank_tolerance * values[0] : 0;
  return std::count_if(values.begin(), values.end(), [&](double v) { return v > floor; });
}

/// Orthonormal columns that span the vectors, d x r; empty unless r < share * d.
Matrix narrow_basis(const Differences& differences, double share) {
  const Matrix scatter = curvature_of(differences, Vector::Ones(differences.count()));
  const auto limit = static_cast<Index>(share * static_cast<double>(differences.dim()));
  const Vector pivots = symmetric_pivots(scatter);
  const double floor = rank_tolerance * pivots.cwiseAbs().maxCoeff();
  if ((pivots.array() > floor).count() > limit) return {};
  const Spectrum spectrum = symmetric_eigen(scatter);
  const Index rank = kernel_rank(spectrum.values);
  return rank <= limit ? Matrix(spectrum.vectors.leftCols(rank)) : Matrix();
}

Differences reduced(const Differences& differences, const Matrix& basis) {
  Differences result{Matrix(basis.cols(), differences.points.cols()), differences.ends};
  multiply_at_b(basis, differences.points, result.points);
  return result;
}

/// I + U (F - I) U^T.
Matrix extended(const Matrix& f, const Matrix& basis) {
  const Index d = basis.rows(), r = basis.cols();
  Matrix a = Matrix::Identity(d, d);
  multiply_a_bt(basis * (f - Matrix::Identity(r, r)), basis, a, true);
  return symmetric_part(a);
}

/// Coordinates of a kernel, r x n with K0 = Y^T Y.
Matrix coordinates_of(const Matrix& k0) {
  const Spectrum spectrum = symmetric_eigen(k0);
  const Index rank = kernel_rank(spectrum.values);
  return spectrum.values.head(rank).cwiseSqrt().asDiagonal() *
         spectrum.vectors.leftCols(rank).transpose();
}

/// In the space of the kernel, or in coordinates where those are fewer or the solver wants them.
std::vector<LogDetSolution> solve_formed(const Matrix& k0, const std::vector<Ends>& ends,
                                         const LogDetProblem& problem, const LogDetOptions& options,
                                         const Run& run) {
  if (options.solver == LogDetSolver::projections)
    return solve_in_kernel(k0, ends, problem, options, run);
  const Matrix y = coordinates_of(k0);
  const LogDetSolver solver = resolved(options, problem, y.rows());
  const auto n = static_cast<double>(k0.rows());
  if (solver == LogDetSolver::projections && static_cast<double>(y.rows()) >= reduced_share * n) {
    return solve_in_kernel(k0, ends, problem, options, run);
  }
  auto solutions = solve_in_coordinates({y, ends}, problem, solver, options, run);
  for (LogDetSolution& each : solutions) each.a.resize(0, 0);
  return solutions;
}

/// Fewer points than dimensions: their kernel knows everything.
std::vector<LogDetSolution> solve_by_points(const Differences& differences,
                                            const LogDetProblem& problem,
                                            const LogDetOptions& options, const Run& run) {
  const Index d = differences.dim(), n = differences.points.cols();
  Matrix k0(n, n);
  multiply_at_b(differences.points, differences.points, k0);
  auto solutions = solve_logdet_kernel(k0, differences.ends, problem, options, run);
  for (LogDetSolution& each : solutions) {
    const Matrix s = induced_middle(k0, differences.ends, each.outcome.weights);
    each.a = Matrix::Identity(d, d);
    multiply_a_bt(differences.points * s, differences.points, each.a, true);
    each.a = symmetric_part(each.a);
  }
  return solutions;
}

bool prefers_gram(Index bounds, Index dim) {
  return static_cast<double>(bounds) <= gram_share * static_cast<double>(dim);
}

}  // namespace

Options describe(LogDetOptions& o) {
  Options all = {{"solver", &o.solver,
                  "projections one bound at a time, in blocks, or Newton's method along the path "
                  "of gamma; auto = the cheapest"}};
  for (const Option& option : describe(o.sweeps)) all.push_back(option);
  return all;
}

std::vector<LogDetSolution> solve_logdet(const Differences& differences,
                                         const LogDetProblem& problem, const LogDetOptions& options,
                                         const Run& run) {
  check(problem.bounds, problem.slack);
  const Index d = differences.dim(), n = differences.points.cols();
  if (n < d || prefers_gram(differences.count(), std::min(d, n))) {
    return solve_by_points(differences, problem, options, run);
  }
  const Matrix basis = narrow_basis(differences, reduced_share);
  if (basis.size() == 0) {
    return solve_in_coordinates(differences, problem, resolved(options, problem, d), options, run);
  }
  auto solutions = solve_in_coordinates(reduced(differences, basis), problem,
                                        resolved(options, problem, basis.cols()), options, run);
  for (LogDetSolution& each : solutions) each.a = extended(each.a, basis);
  return solutions;
}

std::vector<LogDetSolution> solve_logdet_kernel(const Matrix& k0, const std::vector<Ends>& ends,
                                                const LogDetProblem& problem,
                                                const LogDetOptions& options, const Run& run) {
  check(problem.bounds, problem.slack);
  const Index n = k0.rows();
  if (prefers_gram(std::ssize(ends), n)) {
    const Matrix v = vectors_of({Matrix::Identity(n, n), ends});
    return solve_formed(v.transpose() * k0 * v, unit_ends(v.cols()), problem, options, run);
  }
  return solve_formed(k0, ends, problem, options, run);
}

}  // namespace mahala
