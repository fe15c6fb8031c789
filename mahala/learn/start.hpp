/// @file
/// Where learning starts: a factor of a low-rank metric, or a metric of full rank.
#pragma once

#include <string_view>

#include "mahala/core/option.hpp"
#include "mahala/core/run.hpp"
#include "mahala/data/constraints/constraints.hpp"

namespace mahala {

enum class FactorStart {
  pca,  ///< the leading principal axes
  random,
  spectral,  ///< by moments of observed distances, where there are such
  rca,       ///< the inverse covariance inside classes, in its leading directions
};

template <>
inline constexpr std::array<std::string_view, 4> names_of<FactorStart> = {"pca", "random",
                                                                          "spectral", "rca"};

struct StartOptions {
  Index rank = 0;  ///< r; 0 = the largest that is usual, or the dimension if that is less
  FactorStart start = FactorStart::pca;
  Index usual_rank = 10;  ///< of the learner, where there are more samples
};

/// For learners of anything, which know no start = spectral.
Options describe(StartOptions& options);

/// For learners of observed distances; `starts` narrows where they start, empty = anywhere.
Options describe_observed(StartOptions& options,
                          const std::vector<std::string_view>& starts =
                              one_of(FactorStart::pca, FactorStart::random, FactorStart::spectral));

/// The rank that is meant. Error if it is above the dimension, or not that of a given start.
Index rank_of_start(const Dataset& data, const StartOptions& options, const Run& run);

/// Leading principal axes that hold what a metric of low rank is to be learned from.
Index wide_rank(const Dataset& data);

/// The factor learning starts from: run.start, else the identity if r = d, else the r leading
/// principal axes, or random. Error if the rank is above the dimension.
Matrix start_factor(const Dataset& data, const StartOptions& options, const Run& run);

/// The same given what was observed: `start` = spectral looks at the pairs.
Matrix start_factor(const Dataset& data, const Pairs& pairs, const StartOptions& options,
                    const Run& run);

/// run.start as a d x d metric, else the identity.
Matrix start_metric(const Dataset& data, const Run& run);

/// Error if the option `start` was changed though a model to continue from is given.
void check_start(FactorStart start, const Run& run);

/// Error naming the first option that was changed though a start is given, where it counts for
/// nothing. `defaults` describes an untouched struct of the same type.
void refuse_beside_start(const Options& options, const Options& defaults);

}  // namespace mahala
