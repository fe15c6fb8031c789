/// @file
/// Approximate inverses of the Hessian of f(G) = 1/m sum_k weight_k phi(e_k) (pair_regression.hpp)
/// that cost no pass over the data.
///
/// gauss     For differences x = x_i - x_j that were Gaussian with covariance C the Gauss-Newton
///           operator is
///
///             H -> 4 ( C H S + C G H^T C G + <C G, H> C G ),      S = G^T C G,
///
///           and its inverse on horizontal D (G^T D symmetric), with S + eps I in place of S,
///
///             P(D) = 1/4 ( C^{-1} D - G B / 2 - tr(B) / (2 (r + 2)) G ) S^{-1},  B = S^{-1} G^T D.
///
/// scaled    P(D) = D (G^T G + eps I)^{-1}, which removes the condition of W alone.
/// none      P(D) = D.
///
/// All are symmetric and positive definite for every eps >= 0, so that they may precondition
/// conjugate gradients and L-BFGS. What gauss does not know is the curvature of the residuals,
/// 2 E H with E = 1/m sum_k phi'(e_k) x_k x_k^T; modelling E by ebar C, with ebar from
/// tr(C^{-1} E) on a few pairs, gives eps = ebar / 2, which vanishes with the residuals. Bounds
/// leave most residuals at zero and the rest large: four times as much did better on them. Where
/// the loss bends less than a parabola, the operator above shrinks by the mean of phi'' over the
/// residuals that count, and eps grows by as much.
///
/// A pull mu/4 |W - W0|^2 (start_pull.hpp) bends as bounds of weight mu/4 on the distances of
/// samples with covariance I would: kappa I is added to C, kappa^2 = mu / (4 mean weight).
///
/// C comes from a few pairs per feature (from more where samples are sparse), its diagonal
/// lifted by a thousandth; above 2,000 features it is a diagonal.
///
/// Cost        O(k d^2 + d^3) once, k <= 20 d and about what four gradients cost, and
///             O(d^2 r + d r^2) a product.
///
/// Reference   Tong, Ma, Chi, "Accelerating ill-conditioned low-rank matrix estimation via scaled
///             gradient descent", JMLR 22 (2021), for `scaled`; gauss is its counterpart for
///             observations by rank-one matrices.
#pragma once

#include <vector>

#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/optimize/loss.hpp"

namespace mahala {

enum class Preconditioning { none, scaled, gauss };

class Preconditioner {
 public:
  static constexpr Index largest_full = 2000;  ///< features up to which C is a full matrix

  /// Keeps no reference. `rank` only decides how many pairs C is worth; `pull` is mu.
  Preconditioner(Preconditioning kind, const Samples& x, const Pairs& pairs, Index rank,
                 Loss loss = {}, double pull = 0);

  Preconditioning kind() const { return kind_; }

  /// Moves to G, whose projection G^T X, padded with zeros or not, has the samples as its first
  /// columns.
  void place(const Matrix& g, const Matrix& projection);

  void apply(const Matrix& d, Matrix& out);  ///< out = P(D); out is not d

 private:
  struct Seen {
    Pair pair;
    double leverage = 0;  ///< x^T C^{-1} x
  };

  void estimate(const Samples& x, const Pairs& pairs, Index rank);  ///< C and the leverages
  void estimate_diagonal(const Samples& x, const Pairs& pairs);
  void times_root(const Matrix& a, Matrix& out) const;                      ///< L^T A, C = L L^T
  void solve_covariance(const Matrix& d, Matrix& out) const;                ///< C^{-1} D
  void divide_by_s(Matrix& a) const;                                        ///< A (S + eps I)^{-1}
  double residual_curvature(const Matrix& projection, Index others) const;  ///< ebar / mean phi''

  Preconditioning kind_;
  Loss loss_;
  Index dim_;
  double variance_ = 1;     ///< of a feature, where C is taken for a multiple of I (scaled)
  double weight_ = 1;       ///< mean weight of the pairs looked at
  double kappa_ = 0;        ///< what a pull adds to the diagonal of C
  bool one_sided_ = false;  ///< one of them is a bound
  Matrix root_ = {};        ///< L of C = L L^T, or empty
  Vector diagonal_ = {};    ///< of C where it is diagonal
  std::vector<Seen> seen_;  ///< pairs whose residuals are looked at
  Matrix g_ = {};
  Cholesky s_ = {};                 ///< of S + eps I
  Matrix tall_ = {}, square_ = {};  ///< d x r and r x r to work in
};

}  // namespace mahala
