// LogDet solvers side by side: passes and seconds to a relative duality gap of 1e-6 in shuffled
// and in fixed order, the whole grid of gamma by Newton's method along its path, and larger
// problems against the time they may take. Data: MAHALA_BENCH_DATA.

#include <fmt/format.h>

#include <algorithm>

#include "bench/measure.hpp"
#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/core/run.hpp"
#include "mahala/data/constraints/sample_constraints.hpp"
#include "mahala/data/prepare/prepare.hpp"
#include "mahala/data/read/read.hpp"
#include "mahala/kernel/kernel.hpp"
#include "mahala/learn/bregman/logdet_learning.hpp"
#include "mahala/optimize/logdet/logdet_path.hpp"

namespace mahala::bench {
namespace {

struct Problem {
  Differences differences;
  LogDetBounds bounds;
};

/// Samples and bounds between them; bounds are percentiles 1 and 99 of the squared distances.
Problem problem_of(const Matrix& x, const Labels& labels, SampleOptions options) {
  options.low_percentile = 1;
  options.high_percentile = 99;
  Rng rng = make_rng(1);
  const auto pairs =
      std::get<Pairs>(sample_constraints(Supervision::pairs, labels, Samples(x), options, rng));
  std::vector<Index> all(static_cast<std::size_t>(x.cols()));
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<Index>(i);
  const AskedPairs asked =
      asked_by(pairs, all, [&](const Ends& ends) { return squared_distance_of(x, ends); });
  return {{x, asked.ends}, asked.bounds};
}

Dataset read(const std::string& name, const std::string& plan) {
  const std::string path = data_file(name);
  if (path.empty()) return {};
  Dataset data = read_dataset(path);
  fit_prepare(plan, data.x, data.labels);
  return data;
}

LogDetBounds with_gamma(LogDetBounds bounds, double gamma) {
  for (LogDetBound& bound : bounds) bound.gamma = gamma;
  return bounds;
}

/// Passes, seconds and gap of projections in one order.
std::string race(const Problem& problem, double gamma, const SweepOptions& options) {
  CoordinateSpace space(problem.differences);
  const ProcessorClock watch;
  const LogDetOutcome outcome =
      sweep(space, with_gamma(problem.bounds, gamma), Slack::logdet, {}, options);
  const double seconds = watch.seconds();
  return fmt::format("{:>6} {:>8.4f} {:>8.1e}", outcome.iterations, seconds,
                     outcome.standing.residual());
}

void small(const char* name, const Dataset& data) {
  if (data.size() == 0) return;
  const Matrix x = data.x.block(0, data.size());
  const Problem problem = problem_of(x, data.labels, {.protocol = PairProtocol::per_class});
  fmt::print("\n{}: d = {}, m = {}, to a relative gap of 1e-6\n", name, x.rows(),
             problem.bounds.size());
  fmt::print("{:>6} | {:^24} | {:^24} | {:^24}\n", "gamma", "shuffle: passes, s, gap",
             "fixed (at most 20000)", "path: steps, s, gap");
  for (const double gamma : {1.0, 10.0, 100.0}) {
    const auto shuffled = race(problem, gamma, {.tolerance = 1e-6, .max_sweeps = 20000});
    const auto fixed =
        race(problem, gamma, {.order = SweepOrder::fixed, .tolerance = 1e-6, .max_sweeps = 20000});
    const ProcessorClock watch;
    const auto point =
        follow_path(problem.differences, problem.bounds, std::span(&gamma, 1), {.tolerance = 1e-6});
    fmt::print("{:>6} | {} | {} | {:>6} {:>8.4f} {:>8.1e}\n", gamma, shuffled, fixed,
               point[0].outcome.iterations, watch.seconds(), point[0].outcome.standing.residual());
  }
  const std::vector<double> grid = {0.01, 0.1, 1, 10, 100, 1000};
  const ProcessorClock watch;
  const auto points = follow_path(problem.differences, problem.bounds, grid, {.tolerance = 1e-9});
  fmt::print("the grid .01 .. 1000 to 1e-9 by the path: {} steps, {:.3f} s\n",
             points.back().outcome.iterations, watch.seconds());
}

void timed(const char* name, const Problem& problem, double gamma, double tolerance,
           double allowed) {
  LogDetOptions options;
  options.sweeps.tolerance = tolerance;
  const ProcessorClock watch;
  const auto solution =
      solve_logdet(problem.differences, {with_gamma(problem.bounds, gamma)}, options).front();
  const double seconds = watch.seconds();
  fmt::print("{:<34} {:>26} {:>4} passes {:>8.1e} {:>7.3f} s of {:.1f} allowed: {:.1f} x\n", name,
             solution.how, solution.outcome.iterations, solution.outcome.standing.residual(),
             seconds, allowed, allowed / seconds);
}

Dataset digits_389() {
  Dataset data = read("pendigits.train.csv", "none");
  if (data.size() == 0) return data;
  std::vector<Index> chosen;
  for (Index i = 0; i < data.size(); ++i) {
    const std::string& label = data.labels.names()[static_cast<std::size_t>(data.labels[i][0])];
    if (label == "3" || label == "8" || label == "9") chosen.push_back(i);
  }
  data = data.select(chosen);
  fit_prepare("standardise", data.x, data.labels);
  return data;
}

void large() {
  fmt::print("\nlarger problems, gamma = 1, to a relative gap of 1e-4\n");
  const Dataset digits = read("digits8x8.csv", "standardise");
  if (digits.size() > 0) {
    timed("optical digits d = 64, m = 2000",
          problem_of(digits.x.block(0, digits.size()), digits.labels,
                     {.protocol = PairProtocol::per_class}),
          1, 1e-4, 0.1);
  }
  const Dataset usps = read("usps.train.csv.gz", "none");
  if (usps.size() == 0) return;
  timed("USPS d = 256, m = 20000",
        problem_of(usps.x.block(0, usps.size()), usps.labels,
                   {.protocol = PairProtocol::per_class, .per_class = 1000}),
        1, 1e-4, 4);
  const Dataset test = read("usps.test.csv.gz", "none");
  const Matrix k = centred_kernel(kernel_matrix(test.x, {.kernel = "gaussian", .gamma = 0.001}));
  for (const Index rank : {6, 25}) {
    timed(fmt::format("USPS kernel of rank {}, m = 100000", rank).c_str(),
          problem_of(kernel_components(k, rank).transpose(), test.labels, {.count = 100'000}), 1,
          1e-4, rank == 6 ? 0.5 : 2);
  }
}

}  // namespace
}  // namespace mahala::bench

int main() {
  using namespace mahala::bench;
  small("wine", read("wine.csv", "standardise"));
  small("ionosphere", read("ionosphere.csv", "standardise"));
  small("digits 3, 8, 9", digits_389());
  large();
}
