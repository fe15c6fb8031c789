/// @file
/// A similarity x^T W z of fixed rank k whose Riemannian steps cost the non-zeros of their vectors,
/// whatever the dimensions:
///
///   W = A S B^T,   A n x k,  B m x k tall,  S k x k,
///
/// and beside them S^{-1} and the inverses of A^T A and B^T B. A step R_W(eta G1 G2^T) of
/// geometry/fixed_rank.hpp multiplies both factors by a small matrix, which goes into S (the
/// retraction depends on W and not on its factors), and changes the rows of A and B where G1 and G2
/// are not zero. It equals the step made by definition to rounding.
///
/// Steps that are too long for the retraction are shortened: |R|_F <= `most_s` (geometry/
/// rank_step.hpp; |q^T W^+ p| for one column), and then the rank cannot be lost. Without a bound
/// (0), a step is halved while it would divide a determinant of a Gram matrix by more than 10^10.
///
/// Rounding    The inverses are taken anew every 1024 steps, and whenever a step changes a
///             determinant much; an ill-conditioned S is absorbed by the tall factors then, which
///             is rare. The Gram matrices are summed anew every 10^6 steps (10^5 in single
///             precision). The core is double whatever the tall factors are.
/// Cost        O((nnz x + nnz z) k + k^2) a step of one column, without allocation; times l, with
///             l x l matrices allocated, for l columns. Memory (n + m) k + 6 k^2.
#pragma once

#include <span>
#include <utility>

#include "mahala/geometry/lazy_upkeep.hpp"

namespace mahala {

template <class Scalar>
class LazyBilinear {
 public:
  /// W = A B^T at first. Error unless A and B have the same number of columns, at most that of
  /// rows, and full rank.
  LazyBilinear(const Matrix& a, const Matrix& b, double most_s = 1);

  Index left_dim() const { return a_.tall().rows(); }
  Index rank() const { return a_.tall().cols(); }

  /// Vectors seen from the factors: A^T x and B^T z, one column each.
  struct Seen {
    Panel u = {}, v = {};
    mutable Panel image = {};  ///< scratch of score
  };

  void see_left(const SparseView& x, Seen& seen) const;
  void see_right(const SparseView& z, Seen& seen) const;
  void see(const SparseView& x, const SparseView& z, Seen& seen) const;
  void see(std::span<const SparseView> x, std::span<const SparseView> z, Seen& seen) const;

  double score(const Seen& seen) const;                          ///< x^T W z
  double score(const SparseView& x, const SparseView& z) const;  ///< sees first

  /// S B^T z, whose products with rows of A are the entries of W z.
  void image(const Seen& seen, Vector& w) const;
  void left_scores(const Vector& w, Vector& scores) const { a_.tall().times(w, scores); }
  double left_score(const Vector& w, Index i) const { return a_.tall().times(w, i); }

  /// W <- R_W(eta x z^T); `seen` must be what is seen of x and z now.
  void step(const SparseView& x, const SparseView& z, const Seen& seen, double eta);
  void step(const SparseView& x, const SparseView& z, double eta);

  /// W <- R_W(eta sum_l x_l z_l^T).
  void step(std::span<const SparseView> x, std::span<const SparseView> z, double eta);

  /// The same step for z known by seen.v and |z|^2 only, but B is owed z row^T: several dense z can
  /// be seen at once and paid at once, by BLAS (pay_right). No other step in between.
  void step_owing_right(const SparseView& x, const Seen& seen, double squared_norm_z, double eta,
                        Vector& row);

  /// B += Z rows^T.
  void pay_right(const MatrixView& z, const MatrixView& rows);

  void project_right(const MatrixView& z, Matrix& v) const { b_.tall().project(z, v); }  ///< B^T Z

  /// A and B with W = A B^T, A^T A = B^T B diagonal.
  std::pair<Matrix, Matrix> factors() const;

  Index folds() const { return folds_; }  ///< how often S was absorbed

  void keep(Archive& archive) {
    archive("a", a_);
    archive("b", b_);
    archive("core", core_);
    archive("upkeep", upkeep_);
    archive("folds", folds_);
  }

 private:
  void look(const Seen& seen);
  template <int L>
  void move(const Seen& seen, const Small<L>& xx, const Small<L>& zz, double eta);
  template <int L>
  void change(const Seen& seen, const RankStep<L>& step, const MatrixView& na, const MatrixView& nb,
              const Small<L>& xx, const Small<L>& zz);
  void maintain();
  void fold();

  LazyFactor<Scalar> a_, b_;
  LazyCore core_;
  double most_s_;
  Upkeep<Scalar> upkeep_;
  Index folds_ = 0;

  struct Work {
    Panel a, b;    ///< [H_A u, H_A y] and [H_B v, H_B x]
    Panel x, y;    ///< S^{-1} a and S^{-T} b
    Panel ca, cb;  ///< A += G1 ca^T, B += G2 cb^T
    Panel more;    ///< scratch
  };
  Work work_;
  Seen own_;
};

extern template class LazyBilinear<double>;
extern template class LazyBilinear<float>;

}  // namespace mahala
