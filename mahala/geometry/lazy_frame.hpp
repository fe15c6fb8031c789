/// @file
/// An orthonormal frame that a sparse sample turns at the cost of its non-zeros.
///
///   U = V T,   V d x r,  T r x r,  C = V^T V kept beside them,   T^T C T = I          (1)
///
/// so that T^{-T} = C T and no inverse is stored. A step U <- R_U(alpha (x - U q) b^T) with
/// q = U^T x is dense only through U itself,
///
///   U + alpha (I - U U^T) x b^T = U (I - alpha q b^T) + alpha x b^T:
///
/// a small matrix from the right, which goes into T, and a change of the rows where x is not
/// zero, which goes into V. Every retraction of geometry/frame.hpp multiplies by one more
/// small matrix. It equals the dense step to rounding.
///
/// Errors grow like eps kappa^2, kappa = |T|_F |T^{-1}|_F / r. Where a step would take kappa
/// beyond `most_kappa`, V absorbs T first (O(d r^2)); where the step's own small matrix is that
/// ill-conditioned (alpha b^T q near 1), it is made densely. Both are rare: a few in 10^4 steps.
///
/// Cost        O(nnz r + r^2) a step, O(nnz r + p nnz + p^2 r + p r^2 + r^3) for p samples at
///             once. Memory d r + 2 r^2.
#pragma once

#include <span>

#include "mahala/core/linalg/archive.hpp"
#include "mahala/core/linalg/tall_matrix.hpp"
#include "mahala/geometry/frame.hpp"

namespace mahala {

class LazyFrame {
 public:
  static constexpr double most_kappa = 30;

  explicit LazyFrame(const Matrix& u, FrameRetraction retraction = FrameRetraction::uf);

  Index dim() const { return v_.rows(); }
  Index rank() const { return v_.cols(); }

  /// x seen from the frame.
  struct Seen {
    Vector z = {};  ///< V^T x
    Vector q = {};  ///< U^T x
  };

  void see(const SparseView& x, Seen& seen) const;  ///< O(nnz r + r^2)

  /// U <- R_U(alpha (x - U q) b^T); `seen` must be what the frame sees of x now.
  void turn(const SparseView& x, const Seen& seen, const Vector& b, double alpha);

  /// U <- R_U((X - U Q) B^T) for p samples, their z and q in the columns of two matrices;
  /// b (r x p) holds the coefficients.
  void turn(std::span<const SparseView> x, const Matrix& z, const Matrix& q, const Matrix& b,
            const Matrix& xx);

  Matrix frame() const { return v_.dense() * t_; }                       ///< U, d x r
  Matrix times(const Matrix& m) const { return v_.dense() * (t_ * m); }  ///< U M, d x c

  Index absorptions() const { return absorptions_; }
  Index dense_steps() const { return dense_steps_; }

  void keep(Archive& archive) {
    archive("v", v_);
    archive("t", t_);
    archive("c", c_);
    archive("steps", steps_);
    archive("absorptions", absorptions_);
    archive("dense_steps", dense_steps_);
  }

 private:
  double kappa() const;
  void set_dense(const Matrix& u);
  void absorb();
  void renormalise_now_and_then();

  TallMatrix v_;
  Matrix t_, c_;  ///< T and C of (1)
  FrameRetraction retraction_;
  Index steps_ = 0, absorptions_ = 0, dense_steps_ = 0;
  Vector u_, w_, tb_, tu_;  ///< scratch
};

/// T L^{-T} in place with L L^T = I + beta b b^T, O(r) a row: the Cholesky factor has the closed
/// form L_kk = sqrt(d_k / d_{k-1}), L_ik = beta b_i b_k / sqrt(d_k d_{k-1}), d_k = d_{k-1} +
/// beta b_k^2, d_0 = 1.
void solve_rank_one_cholesky(Matrix& t, double beta, const Vector& b);

}  // namespace mahala
