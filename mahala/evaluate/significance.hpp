/// @file
/// Is a difference between two methods more than fold-to-fold noise?
///
/// Over f folds repeated, with J = f x repeats paired differences of mean m and variance
/// v, training sets overlap, so the plain t-test claims too much. The corrected resampled
/// t-test (Nadeau, Bengio, Machine Learning 52, 2003) uses
///
///   t = m / sqrt( (1/J + test/train) v ),     J - 1 degrees of freedom,
///
/// where test/train = 1/(f-1) is the ratio of the set sizes.
#pragma once

#include <vector>

#include "mahala/core/types.hpp"

namespace mahala {

/// Below this p-value a difference is more than fold-to-fold noise.
inline constexpr double significant = 0.05;

double sample_mean(const std::vector<double>& values);
double sample_sd(const std::vector<double>& values);  ///< n - 1 in the denominator; 0 if n < 2

/// P(|T| > |t|) for Student's t with `freedom` >= 1 degrees of freedom.
double student_two_sided(double t, Index freedom);

/// The t with P(T <= t) = confidence for `freedom` >= 1 degrees; confidence in [0.5, 1).
double student_quantile(double confidence, Index freedom);

/// Two-sided p-value of "a and b have the same mean"; 1 if all differences are zero or there
/// is only one.
double paired_test(const std::vector<double>& a, const std::vector<double>& b, Index folds);

}  // namespace mahala
