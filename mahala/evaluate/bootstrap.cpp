#include "mahala/evaluate/bootstrap.hpp"

#include "mahala/core/error.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/data/pair_bounds.hpp"

namespace mahala {
namespace {

/// Resamples that share an engine; setting one up costs as much as some hundred draws.
constexpr Index part = 64;

}  // namespace

Interval bootstrap(Index n, const Statistic& statistic, const BootstrapOptions& options, Rng& rng) {
  require(n >= 1, "the bootstrap of {} values", n);
  require(options.resamples >= 1, "{} resamples of the bootstrap", options.resamples);
  require(0 < options.confidence && options.confidence < 1,
          "a confidence of {}: it lies between 0 and 1", options.confidence);
  const std::uint64_t seed = rng();
  std::vector<double> values(static_cast<std::size_t>(options.resamples));
  parallel_parts(options.resamples, part, [&](Index begin, Index end) {
    Rng own = make_rng(seed, static_cast<std::uint64_t>(begin));
    std::vector<Index> drawn(static_cast<std::size_t>(n));
    for (Index b = begin; b < end; ++b) {
      for (Index& index : drawn) index = random_index(n, own);
      values[static_cast<std::size_t>(b)] = statistic(drawn);
    }
  });
  const double tail = 50 * (1 - options.confidence);
  return {percentile(values, tail), percentile(values, 100 - tail)};
}

Interval bootstrap_mean(const std::vector<double>& values, const BootstrapOptions& options,
                        Rng& rng) {
  const auto mean = [&](std::span<const Index> drawn) {
    double sum = 0;
    for (const Index i : drawn) sum += values[static_cast<std::size_t>(i)];
    return sum / static_cast<double>(drawn.size());
  };
  return bootstrap(std::ssize(values), mean, options, rng);
}

}  // namespace mahala
