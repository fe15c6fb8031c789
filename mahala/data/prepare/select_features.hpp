/// @file
/// Internal: the steps of preparation that go by the presence of features.
///
///   min-df:K   features at least K samples have
///   max-df:F   features no more than the fraction F of the samples have
///   top-df:N   the N features most samples have, most frequent first
///   gain:N     the N features of highest information gain, highest first
///   tfidf      x_k ln(n / df_k), for n samples; 0 for features none of them has
///
/// Ties go by the order of the features; where there are fewer than N all are kept.
#pragma once

#include "mahala/data/labels/labels.hpp"
#include "mahala/data/prepare/prepare.hpp"

namespace mahala {

bool selects_features(std::string_view step);

/// Error naming the step if its number is malformed or out of its range.
void check_selection(std::string_view step);

/// Where the features go that such a step keeps; Error if it keeps none.
Vector fit_selection(std::string_view step, const Samples& x, const Labels& labels);

/// The weights of tfidf.
Vector inverse_frequency(const Samples& x);

}  // namespace mahala
