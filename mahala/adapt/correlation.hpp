/// @file
/// How well numbers agree with grades: Pearson's and Spearman's correlations.
#pragma once

#include <vector>

#include "mahala/core/types.hpp"

namespace mahala {

/// 0 where either is constant.
double pearson(const Vector& a, const Vector& b);

/// Places in ascending order, from 1; equal numbers share the mean of their places.
Vector ranks_of(const Vector& values);

/// Pearson's correlation of the ranks.
double spearman(const Vector& a, const Vector& b);

/// What every pair of numbers contributes to their correlation r: with a and b standardised,
/// r + a_i b_i - r (a_i^2 + b_i^2) / 2, whose mean is r. Their spread is that of r (the influence
/// function; Devlin, Gnanadesikan, Kettenring, Biometrika 62, 1975), which a test of means then
/// tells apart from noise.
std::vector<double> correlation_parts(const Vector& a, const Vector& b);

}  // namespace mahala
