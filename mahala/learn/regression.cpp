#include "mahala/learn/regression.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/geometry/psd_flat.hpp"
#include "mahala/learn/square_limit.hpp"
#include "mahala/optimize/regression/spectral_start.hpp"

namespace mahala {

Options describe(StartOptions& o) {
  return {
      {"rank", &o.rank, "rank of the metric; 0 = 10, or the number of features if that is less",
       at_least(0)},
      {"start",
       &o.start,
       "where learning starts: leading principal axes, or at random",
       {},
       {"pca", "random"}},
  };
}

namespace {

const std::vector<std::string_view> flat_solvers{"cg",       "lbfgs",  "newton", "gauss-newton",
                                                 "gradient", "armijo", "online"};
const std::vector<std::string_view> curved_solvers{"cg", "lbfgs", "gradient", "armijo", "online"};

/// The solvers of a list but for some.
std::vector<std::string_view> but(std::vector<std::string_view> solvers,
                                  std::initializer_list<std::string_view> without) {
  for (const std::string_view each : without) std::erase(solvers, each);
  return solvers;
}

Options describe_solvers(SolverOptions& o, const std::vector<std::string_view>& solvers,
                         Options more) {
  const Option solver{"solver",
                      &o.solver,
                      "cg: conjugate gradients; lbfgs; newton, gauss-newton: truncated; gradient: "
                      "steepest descent, best steps; armijo: steepest descent by halving; online: "
                      "small steps, a few pairs each",
                      {},
                      solvers};
  const Option memory{"memory",         &o.memory, "lbfgs: steps it remembers",
                      between(1, 1000), {},        {{"solver", {"lbfgs"}}}};
  Options descent = describe(o.descent);
  for (Option& option : descent) {
    const bool shared = option.name == "tolerance" || option.name == "max_iterations";
    option.counts_if.push_back(
        {"solver", shared ? but(solvers, {"online"}) : std::vector<std::string_view>{"armijo"}});
  }
  return joined({describe(o.loss),
                 {solver, memory},
                 std::move(more),
                 std::move(descent),
                 only_if(describe(o.online), {"solver", {"online"}})});
}

/// What makes solvers fast, and what that depends on.
Options describe_speed(SolverOptions& o, std::vector<Condition> conditions) {
  return {{"precondition",
           &o.precondition,
           "what the gradient is divided by: the Hessian of Gaussian samples, the Gram matrix of "
           "the factor, or nothing; auto: gauss where it pays",
           {},
           {"auto", "gauss", "scaled", "none"},
           conditions},
          {"stages",
           &o.stages,
           "learn from a few pairs first where there are very many",
           {},
           {},
           conditions}};
}

void refuse(bool wrong, std::string_view option, std::string_view value, std::string_view where,
            std::string_view learner) {
  require(!wrong, "option {}: {} counts in {} alone, not in {}", option, value, where, learner);
}

/// As curved geometries know them.
Options curved(Options options) {
  for (Option& option : options) {
    if (option.name == "solver") {
      option.help =
          "cg: conjugate gradients; lbfgs; gradient: steepest descent, interpolated steps; armijo: "
          "steepest descent by halving; online: small steps, a few pairs each";
    }
    if (option.name == "schedule") {
      std::erase(option.choices, "adaptive");
      option.help = "online: how steps shrink";
    }
  }
  return options;
}

}  // namespace

Options describe(SolverOptions& o) {
  return describe_solvers(o, flat_solvers,
                          describe_speed(o, {{"solver", but(flat_solvers, {"armijo", "online"})}}));
}

Options describe_polar(SolverOptions& o) {
  return curved(
      describe_solvers(o, curved_solvers,
                       describe_speed(o, {{"solver", but(curved_solvers, {"armijo", "online"})},
                                          {"form", {"r2"}},
                                          {"core", {"exp"}}})));
}

Options describe_curved(SolverOptions& o) {
  return curved(describe_solvers(o, curved_solvers, {}));
}

void refuse_flat(const SolverOptions& options, std::string_view learner) {
  const bool known = std::ranges::find(curved_solvers, options.solver) != curved_solvers.end();
  refuse(!known, "solver", options.solver, "the flat geometry", learner);
  require(options.online.schedule != "adaptive",
          "option schedule: adaptive bounds the steps of the flat geometry, not those of {}",
          learner);
}

void refuse_speed(const SolverOptions& options, std::string_view where, std::string_view learner) {
  const SolverOptions standard;
  refuse(options.precondition != standard.precondition, "precondition", options.precondition, where,
         learner);
  refuse(options.stages != standard.stages, "stages", "false", where, learner);
}

bool fits_size(const SolverOptions& options, const Run& run) {
  return options.solver != "armijo" && options.solver != "online" && run.start == nullptr &&
         options.descent.max_iterations > 0;
}

namespace {

bool has_bounds(const Pairs& pairs) {
  return std::ranges::any_of(pairs,
                             [](const Pair& pair) { return pair.relation != Relation::equal; });
}

}  // namespace

Preconditioning preconditioning(const SolverOptions& options, const Samples& x,
                                const Pairs& pairs) {
  if (options.solver == "armijo" || options.precondition == "none") return Preconditioning::none;
  const bool few = has_bounds(pairs) ? x.size() < 4 * x.dim() : x.size() <= x.dim();
  const bool scaled = options.precondition == "scaled" || (options.precondition == "auto" && few);
  return scaled ? Preconditioning::scaled : Preconditioning::gauss;
}

Preconditioning polar_preconditioning(const SolverOptions& options, const Samples& x,
                                      const Pairs& pairs) {
  const bool pays = !has_bounds(pairs) && options.solver != "lbfgs" && 2 * x.dim() <= x.size();
  return options.precondition == "auto" && !pays ? Preconditioning::none
                                                 : preconditioning(options, x, pairs);
}

Method method(const std::string& solver) {
  if (solver == "lbfgs") return Method::lbfgs;
  if (solver == "newton") return Method::newton;
  if (solver == "gauss-newton") return Method::gauss_newton;
  return solver == "gradient" ? Method::gradient : Method::cg;
}

SolveOptions stopping(const SolverOptions& options) {
  return {.tolerance = options.descent.tolerance,
          .max_iterations = options.descent.max_iterations,
          .memory = options.memory};
}

Options describe_observed(StartOptions& o) {
  Options options = describe(o);
  options.back().choices.push_back("spectral");
  options.back().help =
      "where learning starts: leading principal axes, at random, or by moments of observed "
      "distances";
  return options;
}

Matrix start_factor(const Dataset& data, const StartOptions& options, const Run& run) {
  const Index dim = data.dim();
  check_bound("rank", options.rank, dim, "the dimension");
  if (run.start != nullptr) {
    require(run.start->rows() == dim, "the start has {} features, the data {}", run.start->rows(),
            dim);
    require(options.rank == 0 || options.rank == run.start->cols(),
            "option rank: {}, but the start has rank {}", options.rank, run.start->cols());
    return *run.start;
  }
  const Index rank = options.rank > 0 ? options.rank : std::min<Index>(10, dim);
  if (options.start == "random") {
    Rng rng = make_rng(run.seed);
    return PsdFlat(dim, rank).random_point(rng);
  }
  return rank == dim ? Matrix(Matrix::Identity(dim, dim)) : principal_axes(data.x, rank);
}

Matrix start_factor(const Dataset& data, const Pairs& pairs, const StartOptions& options,
                    const Run& run) {
  Matrix start = start_factor(data, options, run);
  if (options.start != "spectral") return start;
  check_square("start=spectral", data.dim());
  return spectral_start(data.x, pairs, start.cols());
}

Matrix start_metric(const Dataset& data, const Run& run) {
  const Index dim = data.dim();
  if (run.start == nullptr) return Matrix::Identity(dim, dim);
  require(run.start->rows() == dim, "the start has {} features, the data {}", run.start->rows(),
          dim);
  require(run.start->cols() >= dim,
          "the start has rank {}; a full-rank metric of {} features is "
          "needed",
          run.start->cols(), dim);
  Matrix w = *run.start * run.start->transpose();
  require(cholesky_factor(w).allFinite(),
          "the start is singular: a metric of full rank can only go on from one of full rank");
  return w;
}

void match_scale(Matrix& g, const PairProblem& problem, const Run& run) {
  constexpr Index enough = 1000;
  if (run.start != nullptr) return;
  std::vector<Index> equalities;
  for (Index k = 0; k < problem.size(); ++k) {
    const Pair& pair = problem.pairs()[static_cast<std::size_t>(k)];
    if (pair.relation == Relation::equal) equalities.push_back(k);
    if (std::ssize(equalities) == enough) break;
  }
  if (!equalities.empty()) g *= std::sqrt(matched_scale(problem, g, equalities));
}

namespace {

/// None where it is not finite: that says nothing about how far the optimum is.
Certificate gradient_certificate(double norm) {
  return std::isfinite(norm) ? Certificate{"gradient norm", norm} : Certificate{};
}

}  // namespace

Fit fit_of(Matrix factor, Descent descent) {
  return {.model = {.left = std::move(factor)},
          .status = descent.status,
          .message = std::move(descent.message),
          .objective = descent.objective,
          .certificate = gradient_certificate(descent.gradient_norm),
          .iterations = descent.iterations,
          .trace = std::move(descent.trace)};
}

Fit fit_of(Matrix factor, OnlineRun online, double gradient_norm) {
  return {.model = {.left = std::move(factor)},
          .status = online.status,
          .message = std::move(online.message),
          .objective = online.objective,
          .certificate = gradient_certificate(gradient_norm),
          .iterations = online.steps,
          .trace = std::move(online.trace)};
}

void check_start(std::string_view start, const Run& run) {
  require(run.start == nullptr || start == StartOptions().start,
          "option start: counts for nothing beside a model to go on from");
}

void refuse_beside_start(const Options& options, const Options& defaults) {
  for (std::size_t k = 0; k < options.size(); ++k) {
    require(value(options[k]) == value(defaults[k]),
            "option {}: counts for nothing beside a model to go on from", options[k].name);
  }
}

Fit remarked(Fit fit, const Pairs& pairs) {
  const auto all = [&](Relation relation) {
    return std::all_of(pairs.begin(), pairs.end(),
                       [&](const Pair& pair) { return pair.relation == relation; });
  };
  if (all(Relation::at_most)) {
    fit.message +=
        "; every pair asks for a smaller distance, so all there is to learn is to shrink";
  } else if (all(Relation::at_least)) {
    fit.message += "; every pair asks for a larger distance, so all there is to learn is to grow";
  }
  return fit;
}

Fit kept_start(Model start) {
  return {.model = std::move(start), .message = "no pairs: the start is kept"};
}

}  // namespace mahala
