// One iteration of descent on pairs of objects (X = I) in the polar and flat geometries as the
// number of objects grows: polar O(m r + n r^2), flat O(m r), both independent of n^2.
#include <fmt/format.h>

#include "bench/measure.hpp"
#include "mahala/learn/objects.hpp"
#include "mahala/optimize/regression/pair_regression.hpp"
#include "mahala/optimize/regression/polar_pair_regression.hpp"

namespace mahala::bench {
namespace {

constexpr Index rank = 10, partners = 10, iterations = 20;

Pairs random_pairs_of(Index n, Rng& rng) {
  Pairs pairs;
  for (Index i = 0; i < n; ++i) {
    for (Index k = 0; k < partners; ++k) {
      const Index j = random_index(n, rng);
      if (j != i) pairs.push_back({.i = i, .j = j, .value = 1 + random_unit(rng)});
    }
  }
  return pairs;
}

/// Milliseconds an iteration, the median over a descent that is not allowed to stop.
template <RayObjective F>
double milliseconds(F& f) {
  const Descent descent = descend(f, {.tolerance = 0, .max_iterations = iterations});
  std::vector<double> seconds;
  for (std::size_t t = 1; t < descent.trace.size(); ++t) {
    seconds.push_back(descent.trace[t].seconds - descent.trace[t - 1].seconds);
  }
  return 1e3 * median(std::move(seconds));
}

void report() {
  fmt::print("one iteration on pairs of objects, rank {}, {} pairs an object\n", rank, partners);
  fmt::print("{:>9} {:>10} {:>10} {:>10} {:>26}\n", "objects", "pairs", "flat [ms]", "polar [ms]",
             "polar ns / (m r + n r^2)");
  for (const Index n : {1'000, 10'000, 100'000}) {
    Rng rng = make_rng(3);
    const Pairs pairs = random_pairs_of(n, rng);
    const Samples identity = identity_samples(n);
    const Matrix g = random_normal(n, rank, rng) / std::sqrt(static_cast<double>(rank));
    PairRegression flat(identity, pairs, g);
    const double flat_ms = milliseconds(flat);
    // A thin decomposition of a million rows takes longer than the descent: any frame will do.
    const FrameAndCore start{qf(g), Matrix::Identity(rank, rank)};
    PolarPairRegression polar(identity, pairs, start, PsdPolar(n, rank, {}));
    const double polar_ms = milliseconds(polar);
    const auto work = static_cast<double>(std::ssize(pairs) * rank + n * rank * rank);
    fmt::print("{:>9} {:>10} {:>10.2f} {:>10.2f} {:>26.2f}\n", n, pairs.size(), flat_ms, polar_ms,
               1e6 * polar_ms / work);
  }
}

}  // namespace
}  // namespace mahala::bench

int main() { mahala::bench::report(); }
