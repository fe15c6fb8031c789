#include "mahala/learn/ssikdr.hpp"

#include <algorithm>

#include "mahala/core/linalg.hpp"
#include "mahala/learn/regression.hpp"

namespace mahala {
namespace {

constexpr int bisections = 15;

Index rank_of(const Matrix& w) {
  const Vector values = symmetric_eigen(w).values;
  const double floor = 1e-10 * std::max(values[0], 0.0);
  return std::count_if(values.begin(), values.end(), [&](double v) { return v > floor; });
}

SpectralSolution solve(const SpectralTask& task, double tau, const SsikdrOptions& options,
                       const Run& run, const Vector& start) {
  return solve_spectral(task.problem, *trace_function(tau), options.learning.solver, run, start);
}

struct Reduced {
  SpectralSolution solution;
  double tau = 0;
};

/// The smallest share of `largest` found that leaves at most `rank` dimensions.
Reduced bisected(const SpectralTask& task, double largest, Reduced reduced,
                 const SsikdrOptions& options, const Run& run) {
  double low = options.tau, high = 1;
  for (int step = 0; step < bisections && reduced.solution.status != Status::stopped; ++step) {
    if (step == 0 && rank_of(reduced.solution.w) <= options.rank) break;
    const double share = (low + high) / 2;
    SpectralSolution trial =
        solve(task, share * largest, options, run, reduced.solution.weights);
    const bool few = rank_of(trial.w) <= options.rank;
    (few ? high : low) = share;
    reduced = {std::move(trial), share * largest};
  }
  if (rank_of(reduced.solution.w) > options.rank) {
    const double tau = high * largest;
    reduced = {solve(task, tau, options, run, reduced.solution.weights), tau};
  }
  return reduced;
}

}  // namespace

Options describe(SsikdrOptions& o) {
  return joined({{{"rank", &o.rank, "the most dimensions; 0 = as many as tau leaves", at_least(0)},
                  {"tau", &o.tau,
                   "price of a dimension, as a share of what the largest one is worth",
                   between(0, 1)},
                  {"reduce",
                   &o.reduce,
                   "to the rank: keep the leading dimensions, or raise tau until no more are left",
                   {},
                   {"truncate", "bisect"}}},
                 describe(o.learning)});
}

Model ssikdr_prior(const Dataset& data, const SsikdrOptions& options, const Run&) {
  return spectral_prior(data, options.learning);
}

Fit ssikdr(const Dataset& data, const Pairs& pairs, const SsikdrOptions& options,
           const Run& run) {
  const bool features = stays_in_features(options.learning.start, data.x);
  check_bound("rank", options.rank, features ? data.dim() : data.size(),
              features ? "the number of features" : "the number of samples");
  if (pairs.empty()) return kept_start(spectral_prior(data, options.learning));
  const SpectralTask task = spectral_task(data, pairs, options.learning, 0, run);
  if (task.asked.ends.empty()) {
    return nothing_to_learn(spectral_prior(data, options.learning), task.asked);
  }
  SpectralSolution free = solve(task, 0, options, run, {});
  const double largest = std::max(symmetric_eigen(free.w).values[0], 0.0);
  Reduced reduced{solve(task, options.tau * largest, options, run, free.weights),
                  options.tau * largest};
  if (options.rank > 0 && options.reduce == "bisect") {
    reduced = bisected(task, largest, std::move(reduced), options, run);
  }
  const Index own = rank_of(reduced.solution.w);
  Model model = task.place.model(reduced.solution.w, options.rank);
  return spectral_fit(std::move(model), task, std::move(reduced.solution),
                      fmt::format("; {} dimensions at tau = {:.4g}{}", own, reduced.tau,
                                  own == 0 ? ": no bound keeps samples apart" : ""));
}

}  // namespace mahala
