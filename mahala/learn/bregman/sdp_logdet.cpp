#include "mahala/learn/bregman/sdp_logdet.hpp"

#include <algorithm>
#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/learn/identity_share.hpp"

namespace mahala {
namespace {

/// pull / (number of them) times sum weight v v^T of the similar pairs.
Matrix pull_of_similar(const Matrix& points, const std::vector<Ends>& ends,
                       const LogDetBounds& bounds, double pull) {
  std::vector<Ends> similar;
  std::vector<double> weights;
  for (std::size_t k = 0; k < ends.size(); ++k) {
    if (bounds[k].relation != Relation::at_most) continue;
    similar.push_back(ends[k]);
    weights.push_back(bounds[k].gamma);
  }
  if (similar.empty()) return Matrix::Zero(points.rows(), points.rows());
  Vector each = Eigen::Map<const Vector>(weights.data(), std::ssize(weights));
  each *= pull / each.sum();
  return curvature_of({points, std::move(similar)}, each);
}

/// Pairs whose bounds are kept.
void keep_pair_bounds(bool similar_too, SpectralProblem& problem) {
  SpectralProblem kept = problem;
  kept.terms.clear();
  kept.bounds.clear();
  for (std::size_t k = 0; k < problem.bounds.size(); ++k) {
    if (problem.bounds[k].relation == Relation::at_most && !similar_too) continue;
    kept.terms.push_back(problem.terms[k]);
    kept.bounds.push_back(problem.bounds[k]);
  }
  problem = std::move(kept);
}

}  // namespace

Options describe(SdpLogDetOptions& o) {
  return joined(
      {{{"regularisation", &o.regularisation, "weight of staying near the distance before learning",
         positive()},
        {"pull", &o.pull, "weight of the mean squared distance of similar pairs", at_least(0)},
        {"keep_bounds", &o.keep_bounds, "similar pairs keep their bounds besides"},
        {"margin", &o.margin,
         "triplets: how much farther the far sample must be, in squared distance", at_least(0)},
        identity_option(o.identity)},
       describe(o.learning)});
}

Model sdp_logdet_prior(const Dataset& data, const SdpLogDetOptions& options, const Run&) {
  return spectral_prior(data, options.learning);
}

SpectralSolution solve_sdp_logdet(SpectralProblem problem, const Matrix& c, double g,
                                  const SpectralOptions& options, const Run& run) {
  // A0 = (I + C / g)^-1 = R R^T; with points R^T x the prior is the identity.
  const Matrix root = map_spectrum(c / g, [](double v) { return 1 / std::sqrt(1 + v); });
  require(root.allFinite(), "the objective has a direction that falls without end");
  problem.points = root * problem.points;
  for (LogDetBound& bound : problem.bounds) bound.gamma /= g;
  SpectralSolution solution = solve_spectral(problem, *logdet_function(), options, run);
  solution.w = symmetric_part(root * solution.w * root);
  return solution;
}

namespace {

Fit pulled_together(const Dataset& data, const Constraints& constraints,
                    const SdpLogDetOptions& options, const Run& run) {
  const auto* triplets = std::get_if<Triplets>(&constraints);
  const Pairs pairs = triplets != nullptr ? sides_of(*triplets) : std::get<Pairs>(constraints);
  if (pairs.empty()) return kept_start(spectral_prior(data, options.learning));
  require(options.learning.basis == KernelBasis::none, "option basis: sdp-logdet has none");
  SpectralTask task = spectral_task(data, pairs, options.learning, 1, run);
  if (task.asked.ends.empty()) {
    return nothing_to_learn(spectral_prior(data, options.learning), task.asked);
  }
  const Matrix c =
      pull_of_similar(task.place.points(), task.asked.ends, task.asked.bounds, options.pull);
  if (triplets != nullptr) {
    require(task.problem.slack == Slack::hinge || task.problem.slack == Slack::quadratic,
            "option slack: triplets take none, hinge or quadratic, not {}", options.learning.slack);
    LinearBounds posed =
        triplet_bounds(*triplets, samples_of(pairs), options.margin, gamma_of(options.learning));
    task.problem.terms = std::move(posed.terms);
    task.problem.bounds = std::move(posed.bounds);
  } else {
    keep_pair_bounds(options.keep_bounds, task.problem);
  }
  SpectralSolution solution =
      solve_sdp_logdet(task.problem, c, options.regularisation, options.learning.solver, run);
  Model model = task.place.model(solution.w);
  return spectral_fit(std::move(model), task, std::move(solution));
}

}  // namespace

Fit sdp_logdet(const Dataset& data, const Constraints& constraints, const SdpLogDetOptions& options,
               const Run& run) {
  const double share = share_among_features(options.identity, options.learning, data);
  return learn_with_identity(data, constraints, share, run.seed,
                             [&](const Dataset& part, const Constraints& of_part) {
                               return pulled_together(part, of_part, options, run);
                             });
}

}  // namespace mahala
