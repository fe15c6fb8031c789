/// @file
/// Maximum variance unfolding: samples pulled apart as far as the distances of neighbours allow.
///
///   maximise   tr K   subject to   K >= 0,  K 1 = 0,  K_ii + K_jj - 2 K_ij = d_ij^2 for neighbours
///
/// Neighbours are a sample's k nearest and, with local = angles, any two of these. Components of
/// their graph are joined by their shortest edges: else the problem has no bound. Samples
/// that coincide count as one. Sample i lies at row i of V_r L_r^{1/2}, K = V L V^T.
///
/// The interior point of optimize/descent/distance_sdp.hpp solves it. The model places these
/// samples and no others; where it was stopped early, by components of K that are rough.
///
/// Cost        m^3 / 3 + 6 n^3 multiplications an iteration for m neighbour pairs, of some 15 to
/// 30;
///             up to 5,000 samples and 15,000 such pairs.
/// Objective   minus the mean of the diagonal of K (the variance), negative: the smaller the
/// better;
///             certificate: the largest of the residuals and the gap. The trace shows that.
///
/// Reference   Weinberger, Sha, Saul, "Learning a kernel matrix for nonlinear dimensionality
///             reduction", ICML (2004).
#pragma once

#include "mahala/learn/learner.hpp"
#include "mahala/optimize/descent/distance_sdp.hpp"

namespace mahala {

/// To neighbours, or among neighbours as well.
enum class KeptDistances { nn, angles };

template <>
inline constexpr std::array<std::string_view, 2> names_of<KeptDistances> = {"nn", "angles"};

struct MvuOptions {
  Index rank = 0;        ///< 0 = 2, or the number of samples if that is less
  Index neighbours = 4;  ///< k; >= 1
  KeptDistances local = KeptDistances::nn;
  InteriorOptions interior = {.tolerance = 1e-5};
};

Options describe(MvuOptions& options);

Fit mvu(const Dataset& data, const MvuOptions& options = {}, const Run& run = {});

/// The neighbours above among samples with these squared distances, none of which is zero; the
/// smaller of a pair first, in order.
Edges mvu_edges(const Matrix& distances, Index neighbours, bool angles);

/// K, and how it was found.
Descent unfold(const Matrix& distances, const Edges& edges, Matrix& k,
               const InteriorOptions& options, const Run& run = {});

}  // namespace mahala
