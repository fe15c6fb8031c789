/// @file
/// Whether an improvement may be shipped: only if it is one with `confidence`, so that feedback
/// that says nothing seldom changes a search.
///
/// With n differences of mean m and standard deviation s, the one-sided bound of Student's t is
///
///   m - t(confidence, n - 1) s / sqrt(n) > 0.
///
/// A mean above 0 would not do at any n: where nothing is gained it ships half of the time.
///
/// Differences that are not independent say less than that. Those of one group count together,
///
///   var(m) = copies G / (G - 1) sum_g (sum_{i in g} (d_i - m))^2 / n^2    of G groups,
///
/// which is s^2 / n where every group is one. Where labelled items answer each other, whatever
/// brings two of one label together is counted with both of them: copies = 2. Without these two 10
/// to 14 of 100 runs passed with duplicates and labels that were random (docs/results/adapt.md).
#pragma once

#include <vector>

#include "mahala/core/types.hpp"

namespace mahala {

/// Below this many queries nothing is shipped: the bound is not to be relied on.
inline constexpr Index fewest_queries = 10;

struct GateResult {
  double gain = 0;   ///< the mean difference
  double sd = 0;     ///< of as many differences that are independent: sqrt(n var(m))
  double bound = 0;  ///< the gain is at least this with the confidence asked for
  Index count = 0;   ///< differences
  bool passed = false;
};

/// `groups` has a number for each difference, or is empty: all are independent.
GateResult pass_gate(const std::vector<double>& differences, double confidence,
                     const std::vector<Index>& groups = {}, int copies = 1);

/// How many queries would show a gain of that size in four of five cases, with differences that
/// vary as these do: n = ((t(confidence) + t(0.8)) sd / gain)^2.
Index queries_to_see(double gain, const GateResult& gate, double confidence);

}  // namespace mahala
