/// @file
/// Confidence intervals: percentile bootstrap (Efron, Annals of Statistics 7, 1979).
///
/// The statistic is computed again on `resamples` lists of n indices drawn from 0 .. n-1 with
/// replacement; the interval runs between percentiles (1 -+ confidence) / 2 of what comes out.
/// Lists for which the statistic is NaN, because it is undefined there, are left out.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "mahala/core/random.hpp"

namespace mahala {

struct BootstrapOptions {
  Index resamples = 2000;    ///< >= 1
  double confidence = 0.95;  ///< in (0, 1)
};

struct Interval {
  double low = 0, high = 0;
};

/// Computed from the samples (or queries, or folds) of these indices; called from any thread.
using Statistic = std::function<double(std::span<const Index>)>;

/// Several numbers of the same indices; called from any thread.
using Statistics = std::function<std::vector<double>(std::span<const Index>)>;

/// Depends on the state of `rng` only, not on the number of threads. Error if n < 1 or an
/// option is out of range.
Interval bootstrap(Index n, const Statistic& statistic, const BootstrapOptions& options, Rng& rng);

/// One interval for each number, all from the same resamples; NaN to NaN where the number is
/// undefined in all of them.
std::vector<Interval> bootstrap_each(Index n, const Statistics& statistics,
                                     const BootstrapOptions& options, Rng& rng);

/// Of the mean.
Interval bootstrap_mean(const std::vector<double>& values, const BootstrapOptions& options,
                        Rng& rng);

}  // namespace mahala
