/// @file
/// The matrix that pays least for its eigenvalues and keeps bounds on distances:
///
///   minimise  f(W) + sum_k slack_k    over positive semidefinite W, r x r
///   p_k = tr(C_k W) = sum_s sign_s v_s^T W v_s,   p_k + c_k <= b_k  (or >=, or =)
///
/// f is a SpectralFunction; bounds and slack are those of optimize/logdet/logdet_bound.hpp. With
/// the weight w_k of a bound signed as there, C(w) = sum_k w_k C_k and -C(w) = Q diag(s) Q^T,
///
///   D(w)        = -sum_j f_s^*(s_j) + sum_k dual_term_k(w_k)
///   W(w)        = Q diag(h(s)) Q^T
///   dD/dw_k     = p_k + c_k - met_bound_k
///   -D''(w) [d] = tr(C_k Q (G o (Q^T C(d) Q)) Q^T) + dual_curvature_k d_k,   G_ij = slope(s_i,
///   s_j)
///
/// and the gap f(W(w)) + slack - D(w) is the sum of gap_term_k whatever f is.
///
/// With `learns_threshold` the bounds are on p_k - t for a threshold t >= 1 that is learned as well
/// and pays t^2 / 2: t = max(1, sum_k w_k).
///
/// Cost of a value, and of D'' times a vector: m r^2 + O(r^3).
/// Reference   Jain, Kulis, Davis, Dhillon, JMLR 13 (2012), sections 4 and 5.
#pragma once

#include "mahala/optimize/logdet/logdet_dual.hpp"
#include "mahala/optimize/logdet/logdet_linear.hpp"
#include "mahala/optimize/spectral/spectral_function.hpp"

namespace mahala {

struct SpectralProblem {
  Matrix points = {};                   ///< r x n, where W = I gives the distances of the prior
  std::vector<LinearTerms> terms = {};  ///< C_k as differences of points with signs
  LogDetBounds bounds = {};
  Slack slack = Slack::logdet;
  bool learns_threshold = false;
};

/// Bounds on the distances of single pairs.
std::vector<LinearTerms> pair_terms(const std::vector<Ends>& ends);

/// D, W and all that follows from them at one w.
class SpectralDual {
 public:
  SpectralDual(const SpectralProblem& problem, const SpectralFunction& f);

  /// False, and nothing changes, if w is outside the domain of D.
  bool move_to(const Vector& weights);

  double value() const { return value_; }
  Vector gradient() const;
  LogDetStanding standing() const;
  Matrix matrix() const;  ///< W
  double threshold() const { return threshold_; }
  const Vector& weights() const { return weights_; }
  const Vector& distances() const { return distances_; }  ///< p_k, or p_k - t

  /// -D''(w) d. `prepare_curvature` comes first after a move.
  void prepare_curvature();
  Vector curvature_times(const Vector& d) const;

  /// Of one such product: operations, and a hundred for each number of the terms that is read.
  double work_of_product() const {
    return static_cast<double>(v_.size()) * (4.0 * static_cast<double>(v_.rows()) + 100);
  }
  Vector curvature_diagonal() const;

 private:
  double spectral_part(const Vector& s) const;

  const SpectralProblem* problem_;
  const SpectralFunction* f_;
  Matrix v_;                ///< v_s of all terms
  Vector sign_;             ///< of terms
  std::vector<Index> own_;  ///< the bound a term belongs to
  Vector weights_, distances_, s_, values_;
  Matrix q_, slopes_, turned_;  ///< turned: Q^T v
  double value_ = 0, spectral_ = 0, threshold_ = 0;
};

}  // namespace mahala
