/// @file
/// What the presence of a feature, its being other than 0, says.
///
///   df_k   the samples that have feature k
///   gain_k = H(C) - P(k) H(C | k) - P(not k) H(C | not k)      in bits, C the class of a sample
///
/// Cost: O(entries) for sparse samples, O(d n) for dense ones.
#pragma once

#include "mahala/data/labels/labels.hpp"
#include "mahala/data/samples/samples.hpp"

namespace mahala {

/// df of every feature.
Vector sample_frequency(const Samples& x);

/// The information gain of every feature about the labels; Error unless every sample has one.
Vector information_gain(const Samples& x, const Labels& labels);

}  // namespace mahala
