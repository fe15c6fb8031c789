/// @file
/// A few samples of a large data set to choose by.
#pragma once

#include "mahala/data/constraints/constraints.hpp"
#include "mahala/data/dataset.hpp"
#include "mahala/evaluate/quality.hpp"

namespace mahala {

/// All samples, or about `most` of them drawn with their share of every class.
Dataset stratified_sample(const Dataset& data, Index most, std::uint64_t seed);

/// Constraints with the samples they are about.
struct GivenSample {
  Dataset data;
  Constraints given;
};

/// All of them, or `most` drawn at random, with the samples those are about alone.
GivenSample few_constraints(const Dataset& data, const Constraints& given, Index most,
                            std::uint64_t seed);

}  // namespace mahala
