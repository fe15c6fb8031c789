/// @file
/// SCML: a metric composed of few out of many directions, so that near samples are nearer than far
/// ones by a margin.
///
///   W = sum_b w_b b b^T,     minimise over w >= 0
///   f(w) = 1/m sum_k v_k max(0, 1 - (d_far - d_near)) + beta sum_b w_b
///
/// over m triplets k = (query, near, far) of weights v, d squared distances in W. Of labels, a
/// share of the identity that votes choose is added to W (learn/identity_share.hpp).
///
/// Triplets    given, or of labels: every sample with each of its `neighbours` nearest of the same
///             class and each of its `impostors` nearest of others.
/// Bases       local discriminants, or differences of pairs in triplets (scml_bases.hpp), or the
///             columns of a given factor (Run::start). basis = auto: discriminants where samples
///             have classes.
/// Solver      optimize/neighbours/sparse_margins.hpp.
/// Cost        that solver's, and for discriminants d^3 each; K n numbers of memory for K bases.
///             Sparse samples are filled in.
/// Objective   f; certificate: the duality gap, relative to f.
///
/// Reference   Shi, Bellet, Sha, "Sparse compositional metric learning", AAAI (2014).
/// Differs     the paper and metric-learn make a given number of stochastic steps; here the same
///             convex problem is solved.
#pragma once

#include "mahala/learn/learner.hpp"
#include "mahala/optimize/neighbours/sparse_margins.hpp"

namespace mahala {

enum class ScmlBasis { automatic, lda, differences };

template <>
inline constexpr std::array<std::string_view, 3> names_of<ScmlBasis> = {"auto", "lda",
                                                                        "differences"};

struct ScmlOptions {
  double beta = 1e-5;  ///< > 0
  ScmlBasis basis = ScmlBasis::automatic;
  Index basis_size = 0;  ///< K; 0 = 20 d, at most 1000
  Index neighbours = 3;  ///< >= 1
  Index impostors = 10;  ///< >= 1
  double identity = -1;  ///< share of the identity; -1 = chosen, 0 of triplets or given bases
  SparseMarginOptions solver = {};
};

Options describe(ScmlOptions& options);

/// The Euclidean metric.
Model scml_prior(const Dataset& data, const ScmlOptions& options, const Run& run);

/// `constraints` are Nothing (labels are used) or Triplets.
Fit scml(const Dataset& data, const Constraints& constraints, const ScmlOptions& options = {},
         const Run& run = {});

}  // namespace mahala
