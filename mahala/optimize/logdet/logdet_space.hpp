/// @file
/// Where the matrix of a LogDet problem lives (optimize/logdet/logdet_bound.hpp). All forms give
/// the same iterates; they differ in what a projection costs.
///
///   CoordinateSpace   A0 = I, d x d; v_k the difference of two points      4 d^2
///   BlockedSpace      the same, blocks of bounds by matrix products        4 d^2, faster if large
///   KernelSpace       A0 = K0, n x n; v_k the difference of unit vectors   2 n^2
///
/// The m x m Gram form is KernelSpace with K0 = (v_k^T A0 v_l) and v_k = e_k; another prior
/// A0 = L L^T is CoordinateSpace with points L^T x and A = L F L^T.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mahala/core/linalg/archive.hpp"
#include "mahala/optimize/logdet/logdet_bound.hpp"

namespace mahala {

/// The two ends of a difference; j may be the origin.
struct Ends {
  std::int32_t i = 0, j = 0;
};

/// v_k = x_i - x_j for the columns x of `points`.
struct Differences {
  Matrix points = {};
  std::vector<Ends> ends = {};

  Index dim() const { return points.rows(); }
  Index count() const { return std::ssize(ends); }
};

/// v_k, d x m.
Matrix vectors_of(const Differences& differences);

/// sum_k w_k (e_i - e_j)(e_i - e_j)^T, n x n.
Matrix laplacian_of(const std::vector<Ends>& ends, const Vector& weights, Index n);

/// sum_k w_k v_k v_k^T, d x d.
Matrix curvature_of(const Differences& differences, const Vector& weights);

/// What happened in one pass over the bounds.
struct PassTally {
  double gain = 0;          ///< of the dual, to second order
  double log_det = 0;       ///< change of logdet(I + A0 C)
  Index projections = 0;    ///< that moved A
  Index skipped = 0;        ///< at a distance of about 0, which no step changes
  Index extreme = 0;        ///< distance and bound 12 orders of magnitude apart
  bool infeasible = false;  ///< a hard bound lies below its constant part
};

class LogDetSpace {
 public:
  virtual ~LogDetSpace() = default;

  /// Projects on the bounds in the given order.
  virtual void pass(std::span<const Index> order, const LogDetBounds& bounds, Slack slack,
                    Vector& weights, PassTally& tally) = 0;

  /// A = A(w), free of what rounding has added up; returns logdet(I + A0 C), C = sum w v v^T.
  /// NaN if w is outside the domain of the dual.
  virtual double refresh(const Vector& weights) = 0;

  /// v_k^T A v_k of all bounds.
  virtual Vector distances() const = 0;

  /// A as it is, with the rounding of the passes.
  virtual void keep(Archive& archive) = 0;

  double negligible(Index k) const { return negligible_[k]; }
  void prefetch(Index k) const {
    __builtin_prefetch(&ends_[static_cast<std::size_t>(k)]);
    __builtin_prefetch(&negligible_[k]);
  }

 protected:
  explicit LogDetSpace(std::vector<Ends> ends) : ends_(std::move(ends)) {}

  std::vector<Ends> ends_;  ///< of the bounds: columns of points, or of K
  Vector negligible_;       ///< distances that count as 0
};

class CoordinateSpace : public LogDetSpace {
 public:
  explicit CoordinateSpace(const Differences& differences);

  void pass(std::span<const Index> order, const LogDetBounds& bounds, Slack slack, Vector& weights,
            PassTally& tally) override;
  double refresh(const Vector& weights) override;
  Vector distances() const override;
  void keep(Archive& archive) override { archive("a", a_); }

  Matrix matrix() const { return a_.topRows(a_.cols()); }  ///< A
  Matrix gram() const;                                     ///< v_k^T A v_l, m x m

  /// v^T A v of one bound, and A <- A + beta u u^T for the same one.
  double distance(Index k);
  void move(double beta);

 protected:
  Matrix a_;       ///< padded rows
  Matrix points_;  ///< padded, moved to their mean; the last is the origin

 private:
  Vector v_, u_;
};

class BlockedSpace final : public CoordinateSpace {
 public:
  /// Blocks of `block` bounds, each passed over `inner` times.
  BlockedSpace(const Differences& differences, Index block, Index inner);

  void pass(std::span<const Index> order, const LogDetBounds& bounds, Slack slack, Vector& weights,
            PassTally& tally) override;

 private:
  void pass_block(std::span<const Index> which, const LogDetBounds& bounds, Slack slack,
                  Vector& weights, PassTally& tally);

  Index block_, inner_;
  Matrix v_, product_, gram_, weighted_;
};

class KernelSpace final : public LogDetSpace {
 public:
  KernelSpace(Matrix k0, std::vector<Ends> ends);

  void pass(std::span<const Index> order, const LogDetBounds& bounds, Slack slack, Vector& weights,
            PassTally& tally) override;
  double refresh(const Vector& weights) override;
  Vector distances() const override;
  void keep(Archive& archive) override { archive("k", k_); }

  Matrix matrix() const { return k_.topRows(k_.cols()); }  ///< K
  Matrix gram() const;                                     ///< v_k^T K v_l, m x m

  double distance(Index k);
  void move(double beta);

 private:
  double distance_of(const Ends& ends) const;

  Matrix k0_, k_;  ///< k_ has padded rows
  Vector u_;
  Ends last_ = {};
};

/// S with K = K0 + K0 S K0 at the weights of differences of unit vectors: -C (I + K0 C)^-1. K0 is
/// never inverted and may be singular; S is zero outside samples of bounds with a weight.
Matrix induced_middle(const Matrix& k0, const std::vector<Ends>& ends, const Vector& weights);

}  // namespace mahala
