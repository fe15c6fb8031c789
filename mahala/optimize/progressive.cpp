#include "mahala/optimize/progressive.hpp"

#include <algorithm>
#include <span>

#include "mahala/core/random.hpp"
#include "mahala/data/samples_of_pairs.hpp"

namespace mahala {
namespace {

constexpr Index growth = 4;
constexpr std::uint64_t order_stream = 11;
constexpr SolveOptions rough{.tolerance = 0.1, .max_iterations = 60};

Index first_stage(const Matrix& g) { return std::max<Index>(2000, 8 * g.size()); }

/// Some of the pairs, with the samples they touch.
struct Stage {
  Samples x;
  Pairs pairs;
};

Stage stage_of(const Samples& x, Pairs pairs, const std::vector<Index>& samples) {
  std::vector<Index> place(static_cast<std::size_t>(x.size()));
  for (std::size_t k = 0; k < samples.size(); ++k) {
    place[static_cast<std::size_t>(samples[k])] = static_cast<Index>(k);
  }
  for (Pair& pair : pairs) {
    pair.i = place[static_cast<std::size_t>(pair.i)];
    if (pair.j != origin) pair.j = place[static_cast<std::size_t>(pair.j)];
  }
  return {x.select(samples), std::move(pairs)};
}

}  // namespace

Matrix grown_start(const Samples& x, const Pairs& pairs, Matrix start,
                   Preconditioning preconditioning, const StageSolver& solver, const Run& run,
                   bool& stopped) {
  const Index all = std::ssize(pairs);
  Index count = first_stage(start);
  if (growth * count > all) return start;
  Rng rng = make_rng(run.seed, order_stream);
  const std::vector<Index> order = random_order(all, rng);
  for (; count < all && !stopped; count *= growth) {
    Pairs some;
    for (const Index k : std::span(order).first(static_cast<std::size_t>(count))) {
      some.push_back(pairs[static_cast<std::size_t>(k)]);
    }
    if (std::none_of(some.begin(), some.end(), [](const Pair& p) { return p.weight > 0; }))
      continue;
    const std::vector<Index> samples = samples_of(some);
    if (2 * std::ssize(samples) > x.size()) break;
    const Stage stage = stage_of(x, std::move(some), samples);
    PairRegression objective(stage.x, stage.pairs, start, preconditioning);
    const Descent descent = solver(objective, rough, run);
    if (descent.status == Status::diverged) break;
    stopped = descent.status == Status::stopped;
    start = objective.factor();
  }
  return start;
}

}  // namespace mahala
