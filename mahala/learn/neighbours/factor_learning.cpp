#include "mahala/learn/neighbours/factor_learning.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

#include "mahala/core/error.hpp"
#include "mahala/core/one_thread.hpp"
#include "mahala/core/random.hpp"
#include "mahala/core/ranks.hpp"
#include "mahala/core/watch.hpp"
#include "mahala/evaluate/knn.hpp"
#include "mahala/learn/neighbours/start_scale.hpp"
#include "mahala/learn/square_limit.hpp"

namespace mahala {

double factor_slope(const Samples& x, const EmbeddedLoss& loss, const StartPull& pull,
                    const Matrix& g, Matrix& gradient) {
  Matrix zl;
  const Matrix z = x.project(g);
  const DividedWork divided(x.is_shared());
  const double value = loss(z, zl);
  gradient = 2 * x.back_project(zl);
  pull.add_gradient(g, gradient);
  return value + pull.value(g);
}

namespace {

/// Numbers an evaluation looks at, below which threads spend more time waiting than working.
constexpr double worth_threads = 1e6;

bool is_tiny(const Samples& x, const Matrix& factor) {
  const auto n = static_cast<double>(x.size());
  return n * (n + static_cast<double>(x.dim())) * static_cast<double>(factor.cols()) <
         worth_threads;
}

}  // namespace

Fit fit_factor(const Samples& x, const EmbeddedLoss& loss, const StartPull& pull, Matrix start,
               const LbfgsOptions& options, const Run& run) {
  const auto f = [&](const Matrix& g, Matrix& gradient) {
    return factor_slope(x, loss, pull, g, gradient);
  };
  const OneThread alone(is_tiny(x, start));
  Descent descent = minimise(f, start, options, run);
  return fit_of(std::move(start), std::move(descent));
}

Matrix open_start(const Samples& x, Matrix start, const Run& run) {
  if (run.start != nullptr) return start;
  const double scale = start_scale(x.project(start), run.seed);
  if (scale < 1) start *= scale;
  return start;
}

Option describe(QueryOptions& options) {
  return {
      "queries", &options.queries,
      "samples that choose neighbours among all, at a time; 0 = all of them, 2,000 from 20,000 on",
      at_least(0)};
}

namespace {

constexpr Index rounds = 7, most_steps_of_a_round = 12, last_queries = 4;  ///< times as many
constexpr Index most_held = 5'000, judging_neighbours = 5;

/// Short rounds first: what generalises is often found in a few steps.
Index steps_of_round(Index k) { return std::min(3 * (k + 1), most_steps_of_a_round); }

/// The factor with the lowest error so far, the last of equals.
class BestFactor {
 public:
  explicit BestFactor(const HeldApart& parts) : parts_(parts) {}

  /// After `round` rounds. Nothing if it is interrupted.
  void look_at(const Matrix& g, Index round) {
    if (parts_.held.size() == 0) return keep(g, round);
    uninterrupted([&] {
      const double error = held_out_error(parts_, g);
      if (error > lowest_) return;
      lowest_ = error;
      keep(g, round);
    });
  }

  Matrix factor = {};
  Index after = 0;  ///< so many rounds

 private:
  void keep(const Matrix& g, Index round) {
    factor = g;
    after = round;
  }

  const HeldApart& parts_;
  double lowest_ = 1;
};

/// In ascending order: what is near in memory is read together.
std::vector<Index> drawn_queries(Index n, Index count, std::uint64_t seed, Index round) {
  Rng rng = make_rng(seed, RandomStream::examples, static_cast<std::uint64_t>(round));
  std::vector<Index> order = random_order(n, rng);
  order.resize(static_cast<std::size_t>(std::min(n, count)));
  std::sort(order.begin(), order.end());
  return order;
}

/// The run of one stage, told as part of all.
Run stage_of(const Run& run, Index before, Index most, double seconds) {
  Run part = run;
  if (!run.monitor) return part;
  part.monitor = [&run, before, most, seconds](Progress progress) {
    progress.step += before;
    progress.last_step = most;
    progress.seconds += seconds;
    return run.monitor(progress);
  };
  return part;
}

/// `after` as what followed `before`, which took `seconds`.
Descent continued(Descent before, Descent after, double seconds) {
  for (Progress& line : after.trace) {
    line.step += before.iterations;
    line.seconds += seconds;
  }
  if (std::isnan(after.objective) && before.iterations > 0) {  // stopped before its first step
    after.objective = before.objective;
    after.gradient_norm = before.gradient_norm;
  }
  after.trace.insert(after.trace.begin(), before.trace.begin(), before.trace.end());
  after.iterations += before.iterations;
  return after;
}

}  // namespace

Descent descend_in_stages(Index stages, const std::function<FactorStage(Index)>& stage, Index most,
                          Matrix& point, const LbfgsOptions& options, const Run& run) {
  const Stopwatch watch;
  Descent all;
  for (Index k = 0; k < stages && (k == 0 || all.iterations < most); ++k) {
    const FactorStage now = stage(k);
    LbfgsOptions some = options;
    some.max_iterations = std::min(most - all.iterations, now.steps);
    const double seconds = watch.seconds();
    Run own = stage_of(run, all.iterations, most, seconds);
    own.remembered = now.remembered;
    Descent part = minimise(now.f, point, some, own);
    all = continued(std::move(all), std::move(part), seconds);
    if (all.status == Status::stopped || all.status == Status::diverged) break;
  }
  return all;
}

HeldApart held_apart(const Dataset& data, std::uint64_t seed) {
  const Index n = data.size(), count = std::min(n / 10, most_held);
  const std::vector<Index> held = drawn_queries(n, count, seed, rounds);  // no round draws these
  std::vector<Index> all(static_cast<std::size_t>(n)), learned;
  std::iota(all.begin(), all.end(), Index{0});
  std::set_difference(all.begin(), all.end(), held.begin(), held.end(),
                      std::back_inserter(learned));
  return {data.select(learned), data.select(held)};
}

double held_out_error(const HeldApart& parts, const Matrix& g) {
  const auto& [learned, held] = parts;
  const Index k = std::min(judging_neighbours, learned.size());
  return error_rate(classify_knn(Samples(learned.x.project(g)), learned.labels.classes(),
                                 Samples(held.x.project(g)), k),
                    held.labels.classes());
}

Fit fit_factor_by_queries(const HeldApart& parts, const QueryLoss& loss, const StartPull& pull,
                          Matrix start, Index queries, const LbfgsOptions& options,
                          const Run& run) {
  const Samples& x = parts.learned.x;
  BestFactor best(parts);
  const auto round = [&](Index k) -> FactorStage {
    best.look_at(start, k);
    const Index count = k + 1 == rounds ? last_queries * queries : queries;
    const auto f = [&, asking = drawn_queries(x.size(), count, run.seed, k)](const Matrix& g,
                                                                             Matrix& gradient) {
      return factor_slope(
          x, [&](const Matrix& z, Matrix& zl) { return loss(z, asking, zl); }, pull, g, gradient);
    };
    return {f, steps_of_round(k)};
  };
  Index most = 0;
  for (Index k = 0; k < rounds; ++k) most += steps_of_round(k);
  most = std::min(options.max_iterations, most);
  Descent all = descend_in_stages(rounds, round, most, start, options, run);
  if (all.status == Status::converged || all.status == Status::budget_spent) {
    best.look_at(start, rounds);
    if (options.max_iterations > all.iterations) all.status = Status::converged;
    all.message = fmt::format(
        "{} rounds of {} queries are made, after {} of which held-out samples had the fewest "
        "errors",
        rounds, queries, best.after);
  }
  return fit_of(best.factor.size() > 0 ? std::move(best.factor) : std::move(start), std::move(all));
}

Options describe(MetricSolver& solver, std::string_view help, StartOptions& from,
                 LbfgsOptions& descent) {
  const Condition factored = if_is("solver", MetricSolver::factored);
  return joined({{{"solver", &solver, help}},
                 only_if(describe(from), factored),
                 describe(descent, factored)});
}

Model metric_start(std::string_view learner, MetricSolver solver, const StartOptions& from,
                   const Dataset& data, const Run& run) {
  if (solver == MetricSolver::factored) return {.left = start_factor(data, from, run)};
  check_square(fmt::format("{} with solver=full", learner), data.dim());
  require(run.start == nullptr, "{} goes on from a model with solver=factored only", learner);
  return identity_model(data.dim());
}

}  // namespace mahala
