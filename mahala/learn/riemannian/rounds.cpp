#include "mahala/learn/riemannian/rounds.hpp"

#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/number_text.hpp"

namespace mahala {
namespace {

constexpr double lambda_of_neighbours = 0.2, lambda_of_units = 0.1;
constexpr Index steps_a_round = 10;

/// The monitor of a round that follows `before` steps, told as one run of `most` steps.
Run as_part(const Run& run, Index before, Index most, double seconds) {
  Run part = run;
  if (!run.monitor) return part;
  part.monitor = [monitor = run.monitor, before, most, seconds](Progress progress) {
    progress.step += before;
    progress.last_step = most;
    progress.seconds += seconds;
    return monitor(progress);
  };
  return part;
}

}  // namespace

Options describe(RoundOptions& o, std::string_view lambda) {
  return {
      {lambda, &o.lambda,
       "how strongly the metric is pulled to the one it starts from: a number, or auto, which "
       "is 0.2 for pairs of neighbours with local bounds, 0.1 for pairs without values and 0 for "
       "others"},
      {"refresh", &o.refresh,
       "how often the neighbours with local bounds are drawn anew, in the metric so far",
       between(0, 1000)}};
}

double lambda_of(const RoundOptions& options, const Run& run) {
  if (options.lambda == "auto") {
    return run.redraw ? lambda_of_neighbours : run.in_units ? lambda_of_units : 0;
  }
  const auto value = finite_number(options.lambda);
  require(value && *value >= 0, "option lambda: '{}' is not a number >= 0 nor auto",
          options.lambda);
  return *value;
}

StartPull pull_to(const Matrix& start, const RoundOptions& options, const Run& run) {
  require(run.redraw || options.refresh == 0 || options.refresh == RoundOptions().refresh,
          "option refresh: {}, but only neighbours with local bounds are drawn anew",
          options.refresh);
  const double lambda = lambda_of(options, run);
  if (lambda == 0) return {};
  return {lambda / static_cast<double>(start.cols()), start};
}

bool in_rounds(const RoundOptions& options, const Run& run) {
  const bool pulled = lambda_of(options, run) > 0;
  return run.redraw != nullptr ? options.refresh > 0 || pulled : run.in_units && pulled;
}

Pairs pairs_in(const Samples& embedded, const Pairs& given, const Run& run) {
  return run.redraw ? run.redraw(embedded) : given;
}

Fit continued(Fit before, Fit after) {
  const double seconds = before.trace.empty() ? 0 : before.trace.back().seconds;
  for (std::size_t k = before.trace.empty() ? 0 : 1; k < after.trace.size(); ++k) {
    Progress line = after.trace[k];  // the first repeats the last one of before
    line.step += before.iterations;
    line.seconds += seconds;
    before.trace.push_back(line);
  }
  after.trace = std::move(before.trace);
  after.iterations += before.iterations;
  return after;
}

Fit learn_in_rounds(const Samples& x, Pairs pairs, const Matrix& start, const RoundOptions& options,
                    Index most_steps, const Run& run, const RoundSolver& solve) {
  const StartPull pull = pull_to(start, options, run);
  const Index refresh = run.redraw ? options.refresh : 0, rounds = 1 + refresh;
  const Index most = refresh > 0 ? std::min(most_steps, rounds * steps_a_round) : most_steps;
  const Stopwatch watch;
  Fit all{.model = {.left = start}};
  for (Index round = 0; round < rounds; ++round) {
    if (round > 0) pairs = run.redraw(Samples(x.project(all.model.left)));
    const Index steps = std::min(most - all.iterations, refresh > 0 ? steps_a_round : most);
    const double seconds = watch.seconds();
    Fit fit =
        solve(x, pairs, all.model.left, pull, steps, as_part(run, all.iterations, most, seconds));
    all = continued(std::move(all), std::move(fit));
    if (all.status == Status::stopped || all.status == Status::diverged) return all;
  }
  if (refresh > 0 && all.iterations < most_steps) {
    all.status = Status::converged;
    all.message = fmt::format("{} rounds of at most {} steps", rounds, steps_a_round);
  }
  return all;
}

Fit rounds_within(const Samples& x, const Pairs& pairs, const Matrix& start,
                  const RoundOptions& options, Index most_steps, const Run& run,
                  const RoundSolver& solve) {
  const Samples within(x.project(start));
  Fit fit = learn_in_rounds(within, pairs, Matrix::Identity(start.cols(), start.cols()), options,
                            most_steps, run, solve);
  fit.model.left = start * fit.model.left;
  return fit;
}

}  // namespace mahala
