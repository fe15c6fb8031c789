/// @file
/// Local Fisher discriminant analysis: lda for classes of several clouds.
///
///   A_ij = exp(-|x_i - x_j|^2 / (s_i s_j)) for samples of one class, s_i the distance of x_i to
///   its k-th nearest neighbour there;
///
///   Sw = 1/2 sum_ij a_ij (x_i - x_j)(x_i - x_j)^T,   a_ij = A_ij / n_c                in a class
///   Sb = 1/2 sum_ij b_ij (x_i - x_j)(x_i - x_j)^T,   b_ij = A_ij (1/n - 1/n_c)        in a class
///                                                    b_ij = 1/n                        else
///   Sw <- (1 - shrinkage) Sw + shrinkage tr(Sw)/d I
///
///   Sb v = g Sw v,   V^T Sw V = I,   W = V V^T over the r largest g > 0,
///
/// or W = V diag(g) V^T with scaling = ratios; to which a share of the identity is added that votes
/// choose (learn/identity_share.hpp). Far apart samples of a class are not pulled
/// together; with A = 1 this is lda. The rank may exceed the number of classes.
///
/// Cost        O(d n_c^2) for a class of n_c, O(n d^2 + d^3) besides; forms d x d matrices; sparse
///             samples are filled in a class at a time.
/// Objective   the sum of the kept g.
///
/// Reference   Sugiyama, "Dimensionality reduction of multimodal labeled data by local Fisher
///             discriminant analysis", JMLR 8 (2007).
#pragma once

#include "mahala/learn/learner.hpp"

namespace mahala {

enum class DirectionScaling { unit, ratios };

template <>
inline constexpr std::array<std::string_view, 2> names_of<DirectionScaling> = {"unit", "ratios"};

struct LfdaOptions {
  Index rank = 0;           ///< 0 = 10, or the dimension if that is less
  Index neighbours = 7;     ///< k; >= 1
  double shrinkage = 0.01;  ///< in [0, 1]
  DirectionScaling scaling = DirectionScaling::unit;
  double identity = -1;  ///< share of the identity; -1 = chosen, 0 if a rank is given
};

Options describe(LfdaOptions& options);

Fit lfda(const Dataset& data, const LfdaOptions& options = {}, const Run& run = {});

/// Sw and Sb of the header before shrinkage.
struct LocalScatter {
  Matrix within, between;
};
LocalScatter local_scatter(const Dataset& data, Index neighbours);

}  // namespace mahala
