#include "mahala/evaluate/bootstrap.hpp"

#include <cmath>
#include <limits>

#include "mahala/core/error.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/data/constraints/pair_bounds.hpp"

namespace mahala {
namespace {

/// Resamples that share an engine; setting one up costs as much as some hundred draws.
constexpr Index resamples_in_part = 64;

/// Of number k in what the resamples gave.
Interval interval(const std::vector<std::vector<double>>& resamples, std::size_t k,
                  double confidence) {
  std::vector<double> defined;
  for (const auto& numbers : resamples) {
    if (!std::isnan(numbers[k])) defined.push_back(numbers[k]);
  }
  constexpr double undefined = std::numeric_limits<double>::quiet_NaN();
  if (defined.empty()) return {undefined, undefined};
  const double tail = 50 * (1 - confidence);
  return {percentile(defined, tail), percentile(defined, 100 - tail)};
}

}  // namespace

std::vector<Interval> bootstrap_each(Index n, const Statistics& statistics,
                                     const BootstrapOptions& options, Rng& rng) {
  require(n >= 1, "the bootstrap of {} values", n);
  require(options.resamples >= 1, "{} resamples of the bootstrap", options.resamples);
  require(0 < options.confidence && options.confidence < 1,
          "a confidence of {}: it lies between 0 and 1", options.confidence);
  const std::uint64_t seed = rng();
  std::vector<std::vector<double>> values(static_cast<std::size_t>(options.resamples));
  parallel_parts(options.resamples, resamples_in_part, [&](Index begin, Index end) {
    Rng own = make_rng(seed, RandomStream::resamples, static_cast<std::uint64_t>(begin));
    std::vector<Index> drawn(static_cast<std::size_t>(n));
    for (Index b = begin; b < end; ++b) {
      for (Index& index : drawn) index = random_index(n, own);
      values[static_cast<std::size_t>(b)] = statistics(drawn);
    }
  });
  std::vector<Interval> intervals;
  for (std::size_t k = 0; k < values.front().size(); ++k) {
    intervals.push_back(interval(values, k, options.confidence));
  }
  return intervals;
}

Interval bootstrap(Index n, const Statistic& statistic, const BootstrapOptions& options, Rng& rng) {
  const auto one = [&](std::span<const Index> drawn) {
    return std::vector<double>{statistic(drawn)};
  };
  return bootstrap_each(n, one, options, rng).front();
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
