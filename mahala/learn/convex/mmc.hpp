/// @file
/// MMC: pairs that are not alike far apart, with pairs that are alike close on average.
///
///   maximise   mean over pairs >= of d(x_i, x_j)   subject to   mean over pairs <= of d^2 = 1,  W
///   >= 0
///
/// where d are distances in W. With S the mean of (x_i - x_j)(x_i - x_j)^T over pairs <=, shrunk by
/// (1 - a) S + a tr(S)/d I, and W = S^{-1/2} N S^{-1/2} this is a concave problem over N >= 0 with
/// trace 1. metric = diagonal keeps to diagonal W: b >= 0 with sum 1 and W = diag(b / diag(S)).
/// The values of pairs do not matter; pairs "=" are refused.
///
/// The optimum is often of rank one or two, and neighbours there are worse than plain ones: where
/// samples have labels, as much of the identity is added to W as votes in folds choose
/// (learn/identity_share.hpp).
///
/// Solver      spectral projected gradient (optimize/descent/projected_gradient.hpp) from N = I /
/// d. Cost        n d^2 + d^3 an evaluation; forms d x d matrices; sparse samples are filled in.
/// Objective   minus the mean distance of pairs that are not alike; certificate: the norm of the
///             projected gradient.
///
/// Reference   Xing, Ng, Jordan, Russell, "Distance metric learning with application to clustering
///             with side-information", NIPS 15 (2002).
/// Differs     the paper bounds the distances of the pairs that are not alike and minimises the
///             others: the same metrics, but for their size.
#pragma once

#include "mahala/learn/learner.hpp"
#include "mahala/optimize/descent/projected_gradient.hpp"

namespace mahala {

enum class MmcMetric { full, diagonal };

template <>
inline constexpr std::array<std::string_view, 2> names_of<MmcMetric> = {"full", "diagonal"};

struct MmcOptions {
  MmcMetric metric = MmcMetric::full;
  double shrinkage = 0.01;  ///< a in [0, 1]
  double identity = -1;     ///< share of the identity; -1 = chosen where there are labels, else 0
  ProjectedOptions descent = {};
};

Options describe(MmcOptions& options);

/// Error if a pair is a measured distance (=) or with the origin.
Fit mmc(const Dataset& data, const Pairs& pairs, const MmcOptions& options = {},
        const Run& run = {});

}  // namespace mahala
