/// @file
/// Scores of pairs by a similarity, and of labels by a ranking.
///
/// A similarity is an inner product of two embeddings,
///
///   x^T W z = embed_side(x, left)^T embed_side(z, right),
///   left: x -> [sqrt(identity) x; left^T x],   right: z -> [sqrt(identity) z; right^T z],
///
/// the same on both sides if it is symmetric; x itself is the left side of a W of full rank. A
/// ranking has a right side only, the features': x -> right^T x.
#pragma once

#include <span>
#include <string_view>
#include <utility>

#include "mahala/model/model.hpp"

namespace mahala {

enum class Side { left, right };

/// Error unless `text` is left or right.
Side parse_side(std::string_view text);

/// Error unless the model is a ranking.
void check_ranking(const Model& model);

/// One side of samples that are prepared already, one column each. Sparse samples stay sparse
/// where the identity takes part. Error for metrics, and for the left side of a ranking, which
/// are labels and not samples.
Samples embed_prepared_side(const Model& model, const Samples& x, Side side);

/// The same of raw samples.
Samples embed_side(const Model& model, Samples x, Side side);

/// For each pair (i, j) x_i^T W z_j of two lists of embedded samples, x of the left side and z of
/// the right. Error if an index lies outside.
Vector score_pairs(const Samples& x, const Samples& z,
                   std::span<const std::pair<Index, Index>> pairs);

/// The scores of all labels for samples that are prepared already, L x n.
Matrix label_scores_prepared(const Model& model, const Samples& x);

/// The same of raw samples.
Matrix label_scores(const Model& model, Samples x);

}  // namespace mahala
