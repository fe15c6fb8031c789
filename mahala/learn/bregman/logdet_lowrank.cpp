#include "mahala/learn/bregman/logdet_lowrank.hpp"

#include <algorithm>

#include "mahala/learn/bregman/gamma_choice.hpp"
#include "mahala/learn/bregman/logdet_kernel.hpp"
#include "mahala/learn/objects.hpp"
#include "mahala/learn/positive_factor.hpp"

namespace mahala {
namespace {

struct SolvedKernel {
  AskedPairs asked;
  std::vector<LogDetSolution> solutions;
};

SolvedKernel solve_low_rank(const Matrix& g0, const Pairs& pairs, const LogDetLearning& options,
                            std::vector<double> gammas, const Run& run) {
  const auto samples = samples_of(pairs);
  const Matrix points = g0(samples, Eigen::all).transpose();
  // Places come out of an eigendecomposition: components that the kernel does not have are the root
  // of its rounding, and set copies of a sample apart.
  const double same = 1e-12 * points.colwise().squaredNorm().maxCoeff();
  AskedPairs asked = asked_by(pairs, samples, [&](const Ends& ends) {
    const double squared = squared_distance_of(points, ends);
    return squared > same ? squared : 0;
  });
  if (asked.ends.empty()) return {std::move(asked), {}};
  auto solutions =
      solve_logdet({points, asked.ends}, {asked.bounds, slack_of(options), std::move(gammas)},
                   options.solver, run);
  return {std::move(asked), std::move(solutions)};
}

}  // namespace

Options describe(LogDetLowRankOptions& o) {
  return joined(
      {{{"rank", &o.rank, "rank of the kernel; 0 = 10, or the number of samples if that is less",
         at_least(0)},
        {"centre", &o.centre, "start from the kernel of samples moved to their mean"}},
       describe_beside_slack(o.kernel),
       describe(o.learning)});
}

Model logdet_lowrank_prior(const Dataset& data, const LogDetLowRankOptions& options,
                           const Run& run) {
  check_bound("rank", options.rank, data.size(), "the number of samples");
  if (run.start != nullptr) return objects_model(started(*run.start, data, options.rank));
  const Index rank = options.rank > 0 ? options.rank : std::min<Index>(10, data.size());
  const Matrix k = kernel_matrix(data.x, options.kernel);
  return objects_model(kernel_components(options.centre ? centred_kernel(k) : k, rank));
}

Fit logdet_lowrank(const Dataset& data, const Pairs& pairs, const LogDetLowRankOptions& options,
                   const Run& run) {
  Model prior = logdet_lowrank_prior(data, options, run);
  if (pairs.empty()) return kept_start(std::move(prior));
  const Matrix& g0 = prior.left;
  const auto models_of_grid = [&](const Pairs& some, const std::vector<Index>&) {
    std::vector<Model> models;
    for (const auto& each :
         solve_low_rank(g0, some, options.learning, gamma_grid(), {.seed = run.seed}).solutions) {
      models.push_back(objects_model(g0 * root_of(each.a)));
    }
    models.resize(gamma_grid().size(), prior);
    return models;
  };
  const GammaChoice chosen =
      gamma_for(gamma_of(options.learning), data, pairs, models_of_grid, run);
  auto [asked, solutions] = solve_low_rank(g0, pairs, options.learning, {chosen.gamma}, run);
  if (solutions.empty()) return nothing_to_learn(std::move(prior), asked);
  Model model = objects_model(g0 * root_of(solutions.front().a));
  return fit_of(std::move(model), std::move(solutions.front()), asked, chosen.remark);
}

}  // namespace mahala
