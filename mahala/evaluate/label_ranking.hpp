/// @file
/// How high the labels of a sample are ranked among all labels.
///
/// For each sample the labels are ordered by score, largest first and equal ones by id, and
/// the average precision (ranked.hpp) of its own labels is taken (Shalit, Weinshall, Chechik,
/// JMLR 2012, 7.2). Samples without a label say nothing and are left out.
#pragma once

#include <vector>

#include "mahala/data/labels/labels.hpp"
#include "mahala/evaluate/retrieval.hpp"

namespace mahala {

/// For labels x samples scores, the measures of every sample that has a label, in their order.
/// Error if the shapes differ or a score is NaN.
Retrieval rank_labels(const MatrixView& scores, const Labels& labels,
                      const std::vector<Index>& cuts);

}  // namespace mahala
