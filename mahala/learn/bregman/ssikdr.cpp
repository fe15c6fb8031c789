#include "mahala/learn/bregman/ssikdr.hpp"

#include <algorithm>

#include "mahala/core/linalg/linalg.hpp"

namespace mahala {
namespace {

constexpr int doublings = 30, bisections = 8;
constexpr double rough = 1e-3;        ///< tolerance while tau is looked for
constexpr double first_share = 0.01;  ///< of the largest eigenvalue, to double from

Index dimensions_of(const Matrix& w) {
  const Vector values = symmetric_eigen(w).values;
  const double floor = 1e-10 * std::max(values[0], 0.0);
  return std::count_if(values.begin(), values.end(), [&](double v) { return v > floor; });
}

SpectralSolution solve_at(const SpectralTask& task, double tau, const SsikdrOptions& options,
                          const Run& run, const Vector& start) {
  return solve_spectral(task.problem, *trace_function(tau), options.learning.solver, run, start);
}

struct Reduced {
  SpectralSolution solution;
  double tau = 0;
};

/// The smallest tau found that leaves at most `rank` dimensions: doubled until it does, then
/// bisected, roughly. Each solution starts the next, and the last is solved as asked.
Reduced bisected(const SpectralTask& task, double largest, Reduced reduced,
                 const SsikdrOptions& asked, const Run& run) {
  SsikdrOptions options = asked;
  options.learning.solver.tolerance = std::max(rough, asked.learning.solver.tolerance);
  const auto few = [&](const Reduced& each) {
    return dimensions_of(each.solution.w) <= options.rank;
  };
  if (few(reduced)) return reduced;
  Vector weights = reduced.solution.weights;
  const auto at = [&](double tau) {
    Reduced trial{solve_at(task, tau, options, run, weights), tau};
    weights = trial.solution.weights;
    return trial;
  };
  double low = reduced.tau;
  for (int step = 0; step < doublings && !few(reduced); ++step) {
    low = reduced.tau;
    reduced = at(std::max(2 * low, first_share * largest));
    if (reduced.solution.status == Status::stopped) return reduced;
  }
  for (int step = 0; step < bisections; ++step) {
    Reduced trial = at((low + reduced.tau) / 2);
    if (trial.solution.status == Status::stopped) break;
    if (few(trial)) {
      reduced = std::move(trial);
    } else {
      low = trial.tau;
    }
  }
  return {solve_at(task, reduced.tau, asked, run, reduced.solution.weights), reduced.tau};
}

}  // namespace

Options describe(SsikdrOptions& o) {
  return joined(
      {{{"rank", &o.rank, "the most dimensions; 0 = as many as tau leaves", at_least(0)},
        {"tau", &o.tau, "price of a dimension, as a share of what the largest one is worth",
         between(0, 1)},
        {"reduce", &o.reduce,
         "to the rank: keep the leading dimensions, or raise tau until no more are left"}},
       describe(o.learning)});
}

Model ssikdr_prior(const Dataset& data, const SsikdrOptions& options, const Run&) {
  return spectral_prior(data, options.learning);
}

Fit ssikdr(const Dataset& data, const Pairs& pairs, const SsikdrOptions& options, const Run& run) {
  const bool features = stays_in_features(options.learning.start, data.x);
  check_bound("rank", options.rank, features ? data.dim() : data.size(),
              features ? "the number of features" : "the number of samples");
  if (pairs.empty()) return kept_start(spectral_prior(data, options.learning));
  const SpectralTask task = spectral_task(data, pairs, options.learning, 0, run);
  if (task.asked.ends.empty()) {
    return nothing_to_learn(spectral_prior(data, options.learning), task.asked);
  }
  Reduced reduced{solve_at(task, 0, options, run, {})};
  const auto stopped = [&reduced] { return reduced.solution.status == Status::stopped; };
  const double largest = std::max(symmetric_eigen(reduced.solution.w).values[0], 0.0);
  if (!stopped()) {
    const double tau = options.tau * largest;
    reduced = {solve_at(task, tau, options, run, reduced.solution.weights), tau};
  }
  if (!stopped() && options.rank > 0 && options.reduce == RankReduction::bisect) {
    reduced = bisected(task, largest, std::move(reduced), options, run);
  }
  const Index own = dimensions_of(reduced.solution.w);
  Model model = task.place.model(reduced.solution.w, options.rank);
  return spectral_fit(std::move(model), task, std::move(reduced.solution),
                      fmt::format("; {} dimensions at tau = {:.4g}{}", own, reduced.tau,
                                  own == 0 ? ": no bound keeps samples apart" : ""));
}

}  // namespace mahala
