/// @file
/// A positive semidefinite similarity x^T W z of fixed rank k whose Riemannian steps cost the
/// non-zeros of their vectors:
///
///   W = Y S Y^T,   Y n x k tall,  S k x k positive definite,
///
/// the symmetric case of geometry/lazy_bilinear.hpp, where the same is said of exactness, cost and
/// rounding. A step is R_W(F C F^T), C symmetric; of a step G1 G2^T only the symmetric part
/// counts. The bound is on the spectral radius of h C h^T for two columns, on its Frobenius norm
/// for more.
#pragma once

#include <span>

#include "mahala/geometry/lazy_upkeep.hpp"

namespace mahala {

template <class Scalar>
class LazyBilinearPsd {
 public:
  /// W = Y Y^T at first. Error unless Y has full column rank.
  explicit LazyBilinearPsd(const Matrix& y, double most_s = 1);

  Index dim() const { return y_.tall().rows(); }
  Index rank() const { return y_.tall().cols(); }

  /// Vectors seen from the factor: Y^T f, one column each.
  struct Seen {
    Panel u = {};
    mutable Panel image = {};  ///< scratch of score
  };

  void see(const SparseView& x, const SparseView& z, Seen& seen) const;
  void see(std::span<const SparseView> f, Seen& seen) const;

  double score(const Seen& seen) const;  ///< f_0^T W f_1
  double score(const SparseView& x, const SparseView& z) const;

  /// W <- R_W(eta sym(x z^T)); `seen` must be what is seen of x and z now.
  void step(const SparseView& x, const SparseView& z, const Seen& seen, double eta);
  void step(const SparseView& x, const SparseView& z, double eta);

  /// W <- R_W(eta sum_l sym(x_l z_l^T)).
  void step(std::span<const SparseView> x, std::span<const SparseView> z, double eta);

  /// W <- R_W(F C F^T).
  void step(std::span<const SparseView> f, const Matrix& c);

  Matrix factor() const;  ///< Y with W = Y Y^T, Y^T Y diagonal

  Index folds() const { return folds_; }  ///< how often S was absorbed

  void keep(Archive& archive) {
    archive("y", y_);
    archive("core", core_);
    archive("upkeep", upkeep_);
    archive("folds", folds_);
  }

 private:
  void look(const Seen& seen);
  template <int L>
  void move(const Seen& seen, const Small<L>& ff, const Small<L>& c);
  template <int L>
  void change(const Seen& seen, const PsdRankStep<L>& step, const MatrixView& n,
              const Small<L>& ff);
  void maintain();
  void fold();

  LazyFactor<Scalar> y_;
  LazyCore core_;
  double most_s_;
  Upkeep<Scalar> upkeep_;
  Index folds_ = 0;

  struct Work {
    Panel h;     ///< [H u, H x]
    Panel x;     ///< S^{-1} H u
    Panel c;     ///< Y += F c^T
    Panel more;  ///< scratch
  };
  Work work_;
  Seen own_;
};

extern template class LazyBilinearPsd<double>;
extern template class LazyBilinearPsd<float>;

}  // namespace mahala
