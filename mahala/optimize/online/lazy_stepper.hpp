/// @file
/// Stochastic steps whose cost is the non-zeros of the observations, whatever the dimension.
/// They are Steppable (manifold_stepper.hpp) and equal the steps made by definition to rounding.
///
/// An observation is a pair of sparse samples, x = x_i - x_j, with yhat = x^T W x; a step takes
/// p of them at the same state and divides by p.
#pragma once

#include <span>
#include <vector>

#include "mahala/geometry/lazy_frame.hpp"
#include "mahala/geometry/psd_polar.hpp"
#include "mahala/geometry/psd_polar_log.hpp"
#include "mahala/geometry/psd_polar_symmetric.hpp"
#include "mahala/optimize/loss.hpp"
#include "mahala/optimize/regression/problem.hpp"
#include "mahala/optimize/regression/sparse_pairs.hpp"

namespace mahala {

/// The observations of one step: differences and what is wanted of them.
class SparseBatch {
 public:
  /// Keeps references to both.
  SparseBatch(const SparseMatrix& x, const Pairs& pairs, Loss loss)
      : x_(&x), pairs_(&pairs), loss_(loss) {}

  Index observations() const { return std::ssize(*pairs_); }
  Index dim() const { return x_->rows(); }

  void take(std::span<const Index> which);

  Index size() const { return std::ssize(views_); }
  std::span<const SparseView> views() const { return views_; }
  const SparseView& view(Index k) const { return views_[static_cast<std::size_t>(k)]; }
  const Pair& pair(Index k) const { return *wanted_[static_cast<std::size_t>(k)]; }

  /// weight phi'(e) / p of observation k that predicts yhat.
  double slope(Index k, double yhat) const;

  double mean_cost(
      const Vector& yhat) const;  ///< of weight phi(e), the observations predicting yhat

  Matrix gram() const;  ///< x_k^T x_l, p x p

 private:
  const SparseMatrix* x_;
  const Pairs* pairs_;
  Loss loss_;
  std::vector<SparseVector> differences_;
  std::vector<SparseView> views_;
  std::vector<const Pair*> wanted_;
};

/// G <- G - 2 s E G in the flat geometry touches the rows where x is not zero:
/// G += -2 s phi'(e) x (x^T G). |G|^2 follows in O(1). O(nnz r) a step.
class LazyFlat {
 public:
  LazyFlat(const SparseMatrix& x, const Pairs& pairs, const Matrix& start, Loss loss = {});

  Index size() const { return batch_.observations(); }
  double cost(std::span<const Index> which) const;
  double gradient_norm(std::span<const Index> which) const;
  double gradient_norm(const Problem& problem) const;  ///< over all observations
  void step(std::span<const Index> which, double s, double clip);
  Matrix factor() const { return g_.dense(); }
  double squared_norm() const { return squared_norm_; }
  void keep(Archive& archive) {
    archive("g", g_);
    archive("squared_norm", squared_norm_);
    archive("steps", steps_);
  }

 private:
  void look(std::span<const Index> which) const;  ///< fills batch_, z_ and slope_
  double gradient_norm_of_batch() const;

  TallMatrix g_;
  double squared_norm_;
  Index steps_ = 0;
  mutable SparseBatch batch_;
  mutable Matrix z_;      ///< G^T x_k, r x p
  mutable Vector slope_;  ///< weight phi'(e) / p
};

/// A polar geometry (PsdPolar, PsdPolarSymmetric or PsdPolarLog) on a lazy frame: U turns by
/// geometry/lazy_frame.hpp, its core (R or S) stays r x r. O(nnz r + r^2) for one observation with
/// the exponential step of R, + r^3 otherwise.
template <class M>
class LazyPolar {
 public:
  LazyPolar(const SparseMatrix& x, const Pairs& pairs, const FrameAndCore& start, M manifold,
            Loss loss = {});

  Index size() const { return batch_.observations(); }
  double cost(std::span<const Index> which) const;
  double gradient_norm(std::span<const Index> which) const;
  double gradient_norm(const Problem& problem) const;  ///< over all observations
  void step(std::span<const Index> which, double s, double clip);
  Matrix factor() const { return frame_.times(root()); }
  double squared_norm() const { return root().squaredNorm(); }
  FrameAndCore point() const { return {frame_.frame(), core_}; }
  const LazyFrame& frame() const { return frame_; }
  void keep(Archive& archive) {
    archive("frame", frame_);
    archive("core", core_);
    archive("root", root_);
  }

 private:
  static constexpr bool logarithmic = std::is_same_v<M, PsdPolarLog>;

  const Matrix& root() const { return logarithmic ? root_ : core_; }  ///< R of W = U R R^T U^T
  void look(std::span<const Index> which) const;
  Matrix core_slope() const;  ///< what the core's gradient is made from, r x r
  double gradient_norm_of_batch() const;
  void step_one(double s);
  void step_many(double s);
  void move_core(double s);

  M manifold_;
  LazyFrame frame_;
  Matrix core_;
  Matrix root_;  ///< of a logarithmic core: exp(S / 2)
  mutable SparseBatch batch_;
  mutable LazyFrame::Seen seen_;
  mutable Matrix z_, q_, v_, b_;  ///< V^T x, U^T x, R^T q, R v: r x p
  mutable Vector slope_;
};

extern template class LazyPolar<PsdPolar>;
extern template class LazyPolar<PsdPolarSymmetric>;
extern template class LazyPolar<PsdPolarLog>;

/// Oja's subspace tracking: U turns by s (x - U q) q^T, the mean over the samples of a step.
class LazySubspace {
 public:
  LazySubspace(const SparseMatrix& x, const Matrix& start, FrameRetraction retraction);

  Index size() const { return x_->cols(); }
  double cost(std::span<const Index> which) const;
  double gradient_norm(std::span<const Index> which) const;
  double gradient_norm(const Problem& problem) const;  ///< over all observations
  void step(std::span<const Index> which, double s, double clip);
  Matrix factor() const { return frame_.frame(); }
  double squared_norm() const { return static_cast<double>(frame_.rank()); }
  void keep(Archive& archive) { archive("frame", frame_); }

 private:
  void look(std::span<const Index> which) const;
  double gradient_norm_of_batch() const;

  const SparseMatrix* x_;
  LazyFrame frame_;
  mutable LazyFrame::Seen seen_;
  mutable std::vector<SparseView> views_;
  mutable Matrix z_, q_;
};

}  // namespace mahala
