/// @file
/// Internal: the steps of preparation that go by the presence of features.
///
///   min-df:K   features at least K samples have
///   max-df:F   features no more than the fraction F of the samples have
///   top-df:N   the N features most samples have, most frequent first
///   gain:N     the N features of highest information gain, highest first
///   tfidf      x_k ln(n / df_k), for n samples; 0 for features none of them has
///
/// where df_k counts the samples that have feature k, that is a value other than 0, and
///
///   gain_k = H(C) - P(k) H(C | k) - P(not k) H(C | not k)      in bits, C the class of a sample.
///
/// Cost: O(entries) for sparse samples, O(d n) for dense ones. Ties go by the order of the
/// features; where there are fewer than N all are kept.
#pragma once

#include "mahala/data/labels/labels.hpp"
#include "mahala/data/prepare/prepare.hpp"
#include "mahala/data/samples/samples.hpp"

namespace mahala {

bool selects_features(std::string_view step);

/// Error naming the step if its number is malformed or out of its range.
void check_selection(std::string_view step);

/// Where the features go that such a step keeps; Error if it keeps none.
Vector fit_selection(std::string_view step, const Samples& x, const Labels& labels);

/// The weights of tfidf.
Vector inverse_frequency(const Samples& x);

/// df of every feature.
Vector sample_frequency(const Samples& x);

/// The information gain of every feature about the labels; Error unless every sample has one.
Vector information_gain(const Samples& x, const Labels& labels);

}  // namespace mahala
