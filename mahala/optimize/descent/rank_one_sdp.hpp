/// @file
/// Semidefinite programs whose constraints are all of rank one:
///
///   minimise   <C, X>   subject to   v_k^T X v_k = b_k,  X >= 0,
///
/// by a primal-dual interior point (HKM direction, predictor and corrector). With V the rows v_k
/// and S the dual slack the Schur matrix is simply  (V X V^T) o (V S^-1 V^T).
///
/// Cost an iteration: O(n^3 + m n^2 + m^2 n + m^3 / 3) for n x n matrices and m constraints; some
/// 15 to 60 iterations.
///
/// Reference: Helmberg, Rendl, Vanderbei, Wolkowicz, "An interior-point method for semidefinite
/// programming", SIAM J. Optimization 6 (1996).
#pragma once

#include "mahala/optimize/descent/descent.hpp"

namespace mahala {

struct RankOneSdp {
  Matrix c = {};  ///< C
  Matrix v = {};  ///< m x n
  Vector b = {};
};

struct InteriorOptions {
  double tolerance = 1e-9;     ///< of the residuals and the gap; >= 0
  Index max_iterations = 100;  ///< >= 0
};

Options describe(InteriorOptions& options);

/// X becomes the solution. The trace shows the largest of the relative residuals and the
/// relative gap, which is Descent::gradient_norm too; Descent::objective is <C, X>.
Descent solve(const RankOneSdp& problem, Matrix& x, const InteriorOptions& options,
              const Run& run = {});

}  // namespace mahala
