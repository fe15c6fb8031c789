#include "mahala/learn/bregman/itml.hpp"

#include <algorithm>
#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/learn/bregman/gamma_choice.hpp"
#include "mahala/learn/form_points.hpp"
#include "mahala/learn/positive_factor.hpp"
#include "mahala/learn/square_limit.hpp"

namespace mahala {
namespace {

Matrix prior_root(const Dataset& data, const ItmlOptions& options, const Run& run) {
  return prior_root(data, options.prior, options.prior_file, run);
}

/// The samples of constraints where W0 is the identity.
Matrix whitened(const Samples& x, const std::vector<Index>& samples, const Matrix& root) {
  const Samples used = x.select(samples);
  return root.cols() > 0 ? used.project(root) : used.block(0, used.size());
}

/// W = L A L^T as a factor.
Model learned(const Matrix& root, const Matrix& a) {
  return {.left = root.cols() > 0 ? Matrix(root * root_of(a)) : root_of(a)};
}

struct Solved {
  AskedPairs asked;
  std::vector<LogDetSolution> solutions;
};

/// One solution for each gamma.
Solved solve_pairs(const Dataset& data, const Pairs& pairs, const Matrix& root,
                   const LogDetLearning& options, std::vector<double> gammas, const Run& run) {
  const auto samples = samples_of(pairs);
  Matrix points = whitened(data.x, samples, root);
  AskedPairs asked =
      asked_by(pairs, samples, [&](const Ends& ends) { return squared_distance_of(points, ends); });
  const Differences differences{std::move(points), asked.ends};
  if (asked.ends.empty()) return {std::move(asked), {}};
  auto solutions = solve_logdet(differences, {asked.bounds, slack_of(options), std::move(gammas)},
                                options.solver, run);
  return {std::move(asked), std::move(solutions)};
}

Fit fit_pairs(const Dataset& data, const Pairs& pairs, const ItmlOptions& options, const Run& run) {
  const Matrix root = prior_root(data, options, run);
  const auto models_of_grid = [&](const Pairs& some, const std::vector<Index>&) {
    std::vector<Model> models;
    const Run quiet{.seed = run.seed};
    for (auto& each :
         solve_pairs(data, some, root, options.learning, gamma_grid(), quiet).solutions) {
      models.push_back(learned(root, each.a));
    }
    models.resize(gamma_grid().size(), model_of_root(root, data.dim()));
    return models;
  };
  const GammaChoice chosen =
      gamma_for(gamma_of(options.learning), data, pairs, models_of_grid, run);
  auto [asked, solutions] = solve_pairs(data, pairs, root, options.learning, {chosen.gamma}, run);
  if (solutions.empty()) return nothing_to_learn(model_of_root(root, data.dim()), asked);
  Model model = learned(root, solutions.front().a);
  return fit_of(std::move(model), std::move(solutions.front()), asked, chosen.remark);
}

/// The gamma of bounds of any sign, on what is `called` so.
double linear_gamma(const LogDetLearning& options, std::string_view called) {
  require(options.slack != LogDetSlack::logdet,
          "option slack: logdet is for bounds above 0; {} take hinge or quadratic", called);
  const auto gamma = gamma_of(options);
  require(gamma.has_value(), "option gamma: auto chooses for pairs; {} take a number", called);
  return *gamma;
}

/// Projections on linear bounds between `points`, where W0 is the identity.
Fit fit_linear(const Matrix& points, LinearBounds asked, const Matrix& root,
               const LogDetLearning& options, std::string_view called, const Run& run) {
  LinearSpace space(points, std::move(asked.terms));
  const Slack slack = options.slack == LogDetSlack::quadratic ? Slack::quadratic : Slack::hinge;
  LogDetSolution solution;
  solution.how = fmt::format("projections on {} {}", asked.bounds.size(), called);
  solution.outcome = sweep(space, asked.bounds, slack, {}, options.solver.sweeps, run);
  return fit_of(learned(root, space.matrix()), std::move(solution), {});
}

Fit fit_triplets(const Dataset& data, const Triplets& triplets, const ItmlOptions& options,
                 const Run& run) {
  const double gamma = linear_gamma(options.learning, "triplets");
  const Matrix root = prior_root(data, options, run);
  const auto samples = samples_of(sides_of(triplets));
  return fit_linear(whitened(data.x, samples, root),
                    triplet_bounds(triplets, samples, options.margin, gamma), root,
                    options.learning, "triplets", run);
}

Fit fit_forms(const Dataset& data, const Forms& forms, const ItmlOptions& options, const Run& run) {
  require(options.margin == ItmlOptions().margin, "option margin: is for triplets, not for forms");
  const double gamma = linear_gamma(options.learning, "forms");
  const Matrix root = prior_root(data, options, run);
  FormPoints made = form_points(forms, data.x);
  if (root.cols() > 0) made.points = (root.transpose() * made.points).eval();
  LinearBounds asked = form_bounds(made.forms, gamma);
  if (asked.bounds.empty()) return kept_start(itml_prior(data, options, run), "no forms");
  return fit_linear(made.points, std::move(asked), root, options.learning, "forms", run);
}

}  // namespace

Options describe(ItmlOptions& o) {
  return joined(
      {describe_prior(o.prior, o.prior_file),
       {{"margin", &o.margin,
         "triplets: how much farther the far sample must be, in squared distance", at_least(0)}},
       describe(o.learning)});
}

Model itml_prior(const Dataset& data, const ItmlOptions& options, const Run& run) {
  return model_of_root(prior_root(data, options, run), data.dim());
}

Fit itml(const Dataset& data, const Constraints& constraints, const ItmlOptions& options,
         const Run& run) {
  check_square("itml", data.dim());
  if (count(constraints) == 0) return kept_start(itml_prior(data, options, run));
  if (const auto* triplets = std::get_if<Triplets>(&constraints)) {
    return fit_triplets(data, *triplets, options, run);
  }
  if (const auto* forms = std::get_if<Forms>(&constraints)) {
    return fit_forms(data, *forms, options, run);
  }
  return fit_pairs(data, std::get<Pairs>(constraints), options, run);
}

}  // namespace mahala
