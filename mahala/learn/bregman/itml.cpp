#include "mahala/learn/bregman/itml.hpp"

#include <algorithm>
#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/learn/bregman/gamma_choice.hpp"
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

Fit fit_triplets(const Dataset& data, const Triplets& triplets, const ItmlOptions& options,
                 const Run& run) {
  require(options.learning.slack != LogDetSlack::logdet,
          "option slack: logdet is for bounds above 0; triplets take hinge or quadratic");
  const auto gamma = gamma_of(options.learning);
  require(gamma.has_value(), "option gamma: auto chooses for pairs; triplets take a number");
  const Matrix root = prior_root(data, options, run);
  const auto samples = samples_of(sides_of(triplets));
  auto [terms, bounds] = triplet_bounds(triplets, samples, options.margin, *gamma);
  LinearSpace space(whitened(data.x, samples, root), std::move(terms));
  const Slack slack =
      options.learning.slack == LogDetSlack::quadratic ? Slack::quadratic : Slack::hinge;
  LogDetSolution solution;
  solution.how = fmt::format("projections on {} triplets", bounds.size());
  solution.outcome = sweep(space, bounds, slack, {}, options.learning.solver.sweeps, run);
  return fit_of(learned(root, space.matrix()), std::move(solution), {});
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
  return fit_pairs(data, std::get<Pairs>(constraints), options, run);
}

}  // namespace mahala
