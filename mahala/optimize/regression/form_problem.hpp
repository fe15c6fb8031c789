/// @file
/// Regression on linear functions of W that are sums of few squared distances,
///
///   yhat_k = tr(W A_k) = sum_s factor_s |G^T (p_i - p_j)|^2,
///
/// p the columns of a list of points, of which j may be the origin: any symmetric A_k of low rank
/// is such a sum over its eigenvectors. E M = P L (P^T M), L the Laplacian of the terms weighed by
/// the slopes of their losses.
///
/// Cost        O(d r p + s r) for p points and s terms; matrix_problem.hpp takes A_k in full.
#pragma once

#include <vector>

#include "mahala/optimize/loss.hpp"
#include "mahala/optimize/regression/problem.hpp"

namespace mahala {

class FormProblem final : public Problem {
 public:
  /// Terms of the forms are columns of `points`. Error unless there is a form.
  FormProblem(Matrix points, Forms forms, Loss loss = {});

  Index size() const override { return std::ssize(forms_); }
  Index dim() const override { return points_.rows(); }
  double cost(const Matrix& g) const override { return cost(g, all_); }
  Matrix slope(const Matrix& g, const Matrix& m) const override { return slope(g, m, all_); }
  using Problem::slope;
  double cost(const Matrix& g, std::span<const Index> which) const override;
  Matrix slope(const Matrix& g, const Matrix& m, std::span<const Index> which) const override;

  /// The c > 0 that makes tr(c W A_k) the best fit of the equalities; 1 if there are none or it
  /// would not be positive.
  double best_multiple(const Matrix& g) const;

 private:
  /// Those that terms of some forms name, and where each is among them.
  struct Used {
    std::vector<Index> points = {}, place = {};
  };
  Used used_by(std::span<const Index> which) const;
  double predicted(const Form& form, const Matrix& z, const Used& used) const;

  Matrix points_;
  Forms forms_;
  Loss loss_;
  std::vector<Index> all_;  ///< 0 .. n-1
};

}  // namespace mahala
