/// @file
/// Semidefinite programs that keep distances, as maximum variance unfolding does:
///
///   minimise   -tr X   subject to   X_ii + X_jj - 2 X_ij = b_e  for edges e = (i, j),
///                                   X 1 = 0,  X >= 0,
///
/// by a primal-dual interior point (HKM direction, predictor and corrector). The dual slack is
///
///   S = s J - L(y),   J = I - 1 1^T / n,  L(y) the graph's Laplacian with weights y,      (1)
///
/// and is feasible where s = -1. It starts with a larger s, and what it lacks stays a multiple of
/// J: S is known by m + 1 numbers, and products with it or its change cost O(n) an edge. On the
/// complement of 1, with v_e = e_i - e_j, the Schur matrix of the edges e and f is
///
///   (v_e^T X v_f) (v_e^T S^+ v_f),                                                        (2)
///
/// O(1) an entry (edge_forms.hpp) where matrices without such v would take products of
/// m^2 n + m n^2 operations. The longest steps are found by Lanczos (definite_step.hpp).
///
/// Cost an iteration: some m^3 / 3 + 6 n^3 operations for n samples and m edges, in blocks on all
/// threads (blocks.hpp), so that it can be interrupted; some 15 to 60 iterations.
///
/// Reference: Helmberg, Rendl, Vanderbei, Wolkowicz, "An interior-point method for semidefinite
/// programming", SIAM J. Optimization 6 (1996).
#pragma once

#include "mahala/optimize/descent/descent.hpp"
#include "mahala/optimize/descent/edge_forms.hpp"

namespace mahala {

struct DistanceSdp {
  Index size = 0;  ///< n
  Edges edges = {};
  Vector b = {};
};

struct InteriorOptions {
  double tolerance = 1e-9;     ///< of the residuals and the gap; >= 0
  Index max_iterations = 100;  ///< >= 0
};

Options describe(InteriorOptions& options);

/// Bytes that `solve` takes at its most.
double solve_bytes(Index size, Index edges);

/// X becomes the solution. The trace shows the largest of the relative residuals and the
/// relative gap, which is Descent::gradient_norm too; Descent::objective is -tr X.
Descent solve(const DistanceSdp& problem, Matrix& x, const InteriorOptions& options,
              const Run& run = {});

}  // namespace mahala
