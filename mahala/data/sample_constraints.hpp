/// @file
/// Constraints drawn from labels.
///
/// Pairs, protocol "uniform" (Meyer, Bonnabel, Sepulchre, JMLR 2011, 10.3): `count`
/// pairs of distinct samples drawn at random, 40 c (c-1) of them for c classes unless told.
/// Protocol "per-class" (Jain, Kulis, Davis, Dhillon, JMLR 2012, 6.1): `per_class` pairs
/// inside every class and as many with one sample inside and one outside.
///
/// A pair with a label in common asks for d^2 <= l, any other for d^2 >= u, where l and u
/// are percentiles (linear interpolation) of the squared distances between distinct samples
/// in the metric learning starts from: over all pairs of up to 1,500 samples, over
/// 100,000 random pairs of more. A lower percentile of 0 (many duplicates) is replaced by
/// the smallest positive distance.
///
/// Triplets: `count` times a random query, another sample that shares a label and one that
/// does not. Sets: for every sample its `neighbours` nearest of the same label and of
/// other labels. Rankings: every sample with its own labels.
#pragma once

#include <string>
#include <string_view>

#include "mahala/core/option.hpp"
#include "mahala/core/random.hpp"
#include "mahala/data/constraints.hpp"

namespace mahala {

struct SampleOptions {
  std::string protocol = "uniform";  ///< uniform or per-class
  Index count = 0;                   ///< pairs or triplets; 0 = 40 c (c-1)
  Index per_class = 100;             ///< pairs of each sort for a class
  double low_percentile = 5;         ///< gives l
  double high_percentile = 95;       ///< gives u
  Index neighbours = 3;              ///< of each sort in a near/far set
};

Options describe(SampleOptions& options);

/// `embedded` holds the samples (columns) in the metric learning starts from; its
/// Euclidean distances give the bounds. Error if the labels allow no such constraint.
Constraints sample_constraints(std::string_view kind, const Labels& labels,
                               const MatrixView& embedded, const SampleOptions& options, Rng& rng);

/// The p-th percentile (0 <= p <= 100) by linear interpolation between order statistics.
double percentile(std::vector<double> values, double p);

}  // namespace mahala
