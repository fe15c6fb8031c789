/// @file
/// FrobMetric: near samples nearer than far ones by a margin, with the smallest Frobenius norm.
///
///   minimise   f(M) = 1/2 |M|_F^2 + cost/m sum_k v_k max(0, 1 - (d_far - d_near))   over M >= 0
///
/// over the m triplets k = (query, near, far), their weights v, and d the squared distances in
/// W = M, or W = I + M with prior = identity. Its dual has a box for a domain,
///
///   maximise   sum_k b_k u_k - 1/2 |A(u)_+|^2,    0 <= u_k <= v_k cost/m,
///   A(u) = sum_k u_k (a_far a_far^T - a_near a_near^T),   a the differences to the query,
///
/// b_k = 1 less d_far - d_near in the prior, and M = A(u)_+ at its solution. Triplets of one query
/// share their pairs: A(u) and all distances cost n d^2 + O(d) a pair.
///
/// Units       the margin of 1 and |M| depend on the units of x. So samples are divided by
///             sqrt(unit tau / sqrt(p)) and |M|^2 by p, where tau is the median of the geometric
///             means of d_near and d_far in plain distances and p = tr(C)^2 / |C|^2 the number of
///             dimensions that samples of covariance C are spread over: their squared distances
///             differ among themselves by about tau / sqrt(p), and the identity there has |I|^2 =
///             p. unit = 0 is the problem above, in the units of the data.
///
/// Solver      spectral projected gradient on the dual (optimize/descent/projected_gradient.hpp).
/// Cost        n d^2 + d^3 an iteration; forms d x d matrices; sparse samples are filled in.
/// Objective   f; certificate: the duality gap, relative to f. The trace shows the dual with its
/// sign
///             turned, which falls to -f.
///
/// References  Shen, Kim, Wang, "A scalable dual approach to semidefinite metric learning", CVPR
///             (2011); dlib's vector_normalizer_frobmetric.
/// Differs     dlib transforms by I + M^{1/2} with the prior, which is not the metric I + M of its
///             own constraints; here the metric is I + M.
#pragma once

#include "mahala/learn/learner.hpp"
#include "mahala/optimize/neighbours/margin_loss.hpp"

namespace mahala {

enum class FrobmetricPrior { none, identity };

template <>
inline constexpr std::array<std::string_view, 2> names_of<FrobmetricPrior> = {"none", "identity"};

struct FrobmetricOptions {
  double cost = 1;    ///< > 0
  double unit = 0.5;  ///< >= 0
  FrobmetricPrior prior = FrobmetricPrior::none;
  double tolerance = 1e-3;  ///< of the relative duality gap; >= 0
  Index max_iterations = 1000;
};

Options describe(FrobmetricOptions& options);

/// `constraints` are NearFarSets or Triplets.
Fit frobmetric(const Dataset& data, const Constraints& constraints,
               const FrobmetricOptions& options = {}, const Run& run = {});

/// The dual above with its sign turned, and what a point of it says about the primal.
class FrobmetricDual {
 public:
  /// Keeps references.
  FrobmetricDual(const Samples& x, const std::vector<MarginGroup>& groups,
                 const FrobmetricOptions& options);

  const Matrix& highest() const { return highest_; }  ///< u is at most, m x 1
  double scale() const { return scale_; }             ///< of the samples

  /// -sum b u + 1/2 |A(u)_+|^2 and its gradient.
  double value(const Matrix& u, Matrix& gradient);

  /// Of the last point asked for: the dual, f(M), and a factor of M, d x (its rank).
  double dual() const { return dual_; }
  double primal() const { return primal_; }
  const Matrix& factor() const { return factor_; }

  void keep(Archive& archive) {
    archive("factor", factor_);
    archive("dual", dual_);
    archive("primal", primal_);
  }

 private:
  Matrix differences(const Matrix& u) const;  ///< A(u)

  const Samples& x_;
  const std::vector<MarginGroup>& groups_;
  Matrix all_;  ///< the samples, dense, times scale
  double scale_ = 1;
  Matrix highest_, b_;
  Matrix factor_;
  double dual_ = 0, primal_ = 0;
};

}  // namespace mahala
