#include "mahala/learn/bregman/frobenius.hpp"

#include "mahala/core/error.hpp"
#include "mahala/learn/identity_share.hpp"

namespace mahala {
namespace {

/// t - 1 and t + 1 in place of the pairs' own bounds; learned ones are on p - t.
void pose_threshold(const FrobeniusOptions& options, SpectralProblem& problem) {
  require(problem.slack == Slack::hinge || problem.slack == Slack::quadratic,
          "option slack: limits={} takes none, hinge or quadratic, not {}", options.limits,
          options.learning.slack);
  problem.learns_threshold = options.limits == PairLimits::learned;
  const double t = problem.learns_threshold ? 0 : options.threshold;
  for (LogDetBound& bound : problem.bounds) {
    require(bound.relation != Relation::equal,
            "limits={} is for pairs that are similar (<=) or not (>=); one is an equality",
            options.limits);
    bound.bound = t - bound.sign();
  }
}

Fit least_squares(const Dataset& data, const Pairs& pairs, const FrobeniusOptions& options,
                  const Run& run) {
  const auto f = squared_function(options.stay_near == FrobeniusCentre::zero ? 0 : 1);
  if (options.limits == PairLimits::given)
    return learn_spectral(data, pairs, options.learning, *f, run);
  if (pairs.empty()) return kept_start(spectral_prior(data, options.learning));
  SpectralTask task = spectral_task(data, pairs, options.learning, f->alpha(), run);
  if (task.asked.ends.empty()) {
    return nothing_to_learn(spectral_prior(data, options.learning), task.asked);
  }
  pose_threshold(options, task.problem);
  SpectralSolution solution = solve_spectral(task.problem, *f, options.learning.solver, run);
  const std::string remark = task.problem.learns_threshold
                                 ? fmt::format("; threshold {:.6g}", solution.threshold)
                                 : std::string();
  Model model = task.place.model(solution.w);
  return spectral_fit(std::move(model), task, std::move(solution), remark);
}

}  // namespace

Options describe(FrobeniusOptions& o) {
  return joined(
      {{{"stay_near", &o.stay_near,
         "what costs nothing: no distances at all (low rank), or the ones before learning"},
        {"limits", &o.limits,
         "bounds of the pairs, or one threshold t for all: similar within t - 1, others beyond "
         "t + 1"},
        {"threshold", &o.threshold, "t of limits=fixed", Range{.low = 1, .above = true}},
        identity_option(o.identity)},
       describe(o.learning)});
}

Model frobenius_prior(const Dataset& data, const FrobeniusOptions& options, const Run&) {
  return spectral_prior(data, options.learning);
}

Fit frobenius(const Dataset& data, const Pairs& pairs, const FrobeniusOptions& options,
              const Run& run) {
  const double share = share_among_features(options.identity, options.learning, data);
  return learn_with_identity(data, pairs, share, run.seed,
                             [&](const Dataset& part, const Constraints& of_part) {
                               return least_squares(part, std::get<Pairs>(of_part), options, run);
                             });
}

}  // namespace mahala
