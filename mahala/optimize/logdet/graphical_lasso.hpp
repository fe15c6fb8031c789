/// @file
/// Graphical lasso: the sparse inverse of a covariance.
///
///   minimise  f(M) = tr(S M) - logdet M + lambda sum_{i != j} |M_ij|     over M > 0           (1)
///   maximise  logdet T + d,   |T_ij - S_ij| <= lambda for i != j,  T_ii = S_ii,  T > 0        (2)
///
/// (2) is the dual of (1), and T = M^-1 at the solution. S need not be positive definite as long as
/// (2) has a point.
///
/// Solver      Newton's method on (1): the quadratic model of tr(S M) - logdet M plus the penalty
/// is
///             minimised by coordinate descent over the entries that are not zero or leave zero,
///             and f is made to fall along that direction.
/// Cost        d^3 + d (entries that move) a sweep, some ten sweeps in all; six d x d matrices.
/// Certificate f less the dual at M^-1 moved into the box of (2).
///
/// References  Friedman, Hastie, Tibshirani, "Sparse inverse covariance estimation with the
///             graphical lasso", Biostatistics 9 (2008); Hsieh, Sustik, Dhillon, Ravikumar, "QUIC:
///             quadratic approximation for sparse inverse covariance estimation", JMLR 15 (2014).
/// Differs     QUIC updates a d x d matrix after each entry; here once a column, by products.
#pragma once

#include <string>
#include <vector>

#include "mahala/core/run.hpp"

namespace mahala {

struct GraphicalLassoOptions {
  double tolerance = 1e-6;     ///< of the duality gap by d; >= 0
  Index max_iterations = 100;  ///< Newton's steps; >= 0
};

struct GraphicalLasso {
  Matrix precision = {};  ///< M
  double objective = 0;   ///< f(M)
  double gap = 0;         ///< f(M) is at most this above the least value; infinity: unknown
  Status status = Status::converged;
  std::string message = {};
  Index iterations = 0;
  std::vector<Progress> trace = {};
};

/// Error unless S is symmetric and finite with a positive diagonal. Where f has no least value it
/// ends with an infinite gap.
GraphicalLasso graphical_lasso(const Matrix& s, double lambda,
                               const GraphicalLassoOptions& options = {}, const Run& run = {});

}  // namespace mahala
