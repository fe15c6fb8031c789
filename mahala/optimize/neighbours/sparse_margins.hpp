/// @file
/// Margins of triplets from few of many given directions.
///
///   minimise   P(w) = sum_k c_k max(0, 1 - (d_far - d_near)) + beta sum_b w_b     over w >= 0  (1)
///   maximise   sum_k u_k,   0 <= u_k <= c_k,   A^T u <= beta                                   (2)
///
/// over triplets k = (query, near, far) with shares c that add up to 1 for weights of 1. A point is
/// a column of Z, K x n, its coordinates in K directions (bases), and d = sum_b w_b (z_bi -
/// z_bj)^2, so that d_far - d_near = A w is linear in w: (1) is a linear program and (2) its dual.
///
/// Solver      the hinge is rounded by a parabola of width mu, from 2 downwards, which gives u_k as
///             its slope. For each mu Newton's method with an exact line search (residuals are
///             linear along a ray) over a few bases; those whose slope says that they would help
///             join until there are none, when u satisfies (2).
/// Cost        3 K pairs for a look at all bases, |S| f^2 + f^3 a step, S the triplets on parabolas
///             and f the bases at work; K n numbers of memory.
/// Certificate P less the dual, relative to P; u is scaled into (2) where it is not there.
#pragma once

#include <string>
#include <vector>

#include "mahala/core/run.hpp"
#include "mahala/optimize/neighbours/margin_loss.hpp"

namespace mahala {

struct SparseMarginOptions {
  double tolerance = 1e-3;     ///< of the relative duality gap; >= 0
  Index max_iterations = 500;  ///< Newton's steps; >= 0
};

struct SparseMargins {
  Vector weights = {};   ///< w
  double objective = 0;  ///< P(w)
  double gap = 0;        ///< relative
  Status status = Status::converged;
  std::string message = {};
  Index iterations = 0;
  std::vector<Progress> trace = {};
};

/// Solves (1) for beta > 0. Error if squares of differences are beyond the range of double.
SparseMargins solve_sparse_margins(const Matrix& z, const std::vector<MarginGroup>& groups,
                                   double beta, const SparseMarginOptions& options = {},
                                   const Run& run = {});

/// P(w).
double sparse_margin_objective(const Matrix& z, const std::vector<MarginGroup>& groups, double beta,
                               const Vector& w);

}  // namespace mahala
