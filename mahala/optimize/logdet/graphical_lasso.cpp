#include "mahala/optimize/logdet/graphical_lasso.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/core/watch.hpp"
#include "mahala/optimize/run_record.hpp"

namespace mahala {
namespace {

constexpr Index most_model_sweeps = 20;  ///< of a direction
constexpr double still_sweep = 1e-2;     ///< a sweep that moves less, of the direction, is the last
constexpr double enough_decrease = 1e-3;  ///< of the decrease the model promises
constexpr double shortest_newton_step = 1e-10;

double soft(double x, double by) { return std::copysign(std::max(std::abs(x) - by, 0.0), x); }

double off_diagonal_sum(const Matrix& m) {
  return m.cwiseAbs().sum() - m.diagonal().cwiseAbs().sum();
}

/// Where f is minimised, and the value there.
struct Estimate {
  Matrix m;
  Cholesky root;
  double value = std::numeric_limits<double>::infinity();

  Estimate(Matrix at, const Matrix& s, double lambda) : m(std::move(at)), root(m) {
    const double penalty = lambda * off_diagonal_sum(m);
    if (!root.definite()) return;
    const double f = s.cwiseProduct(m).sum() - root.log_determinant() + penalty;
    if (std::isfinite(f)) value = f;
  }
};

/// The minimiser of the model at M, by coordinate descent:
///   tr((S - W) D) + 1/2 tr(W D W D) + lambda sum_{i != j} |(M + D)_ij|,   W = M^-1.
/// Keeps T = M + D, so that entries that vanish are zero, and U = D W. Column j of U is all that
/// the entries of column j need; the others are told of its changes at its end.
class ModelDescent {
 public:
  ModelDescent(const Matrix& s, const Matrix& m, const Matrix& w, double lambda)
      : s_(s), m_(m), w_(w), lambda_(lambda), t_(m), u_(Matrix::Zero(m.rows(), m.cols())) {}

  /// Sweeps until one moves little.
  const Matrix& minimiser() {
    for (Index sweep = 0; sweep < most_model_sweeps; ++sweep) {
      double moved = 0;
      for (Index j = 0; j < m_.cols(); ++j) moved += improve_column(j);
      if (moved <= still_sweep * (t_ - m_).cwiseAbs().sum()) break;
    }
    return t_;
  }

 private:
  bool is_free(Index i, Index j) const {
    return i == j || m_(i, j) != 0 || std::abs(s_(i, j) - w_(i, j)) > lambda_;
  }

  /// The change that makes entry (i, j) the best given the others; u is column j of U.
  double change(Index i, Index j, const Vector& u) const {
    const double slope = s_(i, j) - w_(i, j) + w_.col(i).dot(u);
    if (i == j) return -slope / (w_(j, j) * w_(j, j));
    const double bend = w_(i, j) * w_(i, j) + w_(i, i) * w_(j, j);
    return soft(t_(i, j) - slope / bend, lambda_ / bend) - t_(i, j);
  }

  /// How much its entries above the diagonal, and that on it, were changed.
  double improve_column(Index j) {
    check_watch();
    Vector u = u_.col(j), changes = Vector::Zero(j + 1);
    for (Index i = 0; i <= j; ++i) {
      if (!is_free(i, j)) continue;
      const double by = change(i, j, u);
      if (by == 0) continue;
      changes[i] = by;
      u[i] += by * w_(j, j);
      if (i != j) u[j] += by * w_(i, j);
      t_(i, j) += by;
      t_(j, i) = t_(i, j);
    }
    const double moved = changes.cwiseAbs().sum();
    if (moved > 0) tell(j, changes);
    return 2 * moved;
  }

  /// U += C W for the symmetric C that has these changes in its column j.
  void tell(Index j, const Vector& changes) {
    u_.topRows(j + 1).noalias() += changes * w_.col(j).transpose();
    if (j > 0) u_.row(j).noalias() += changes.head(j).transpose() * w_.topRows(j);
  }

  const Matrix &s_, &m_, &w_;
  double lambda_;
  Matrix t_, u_;
};

/// The dual at W moved into its box; minus infinity if that is not positive definite.
double dual_value(const Matrix& s, const Matrix& w, double lambda) {
  Matrix t = w.cwiseMin((s.array() + lambda).matrix()).cwiseMax((s.array() - lambda).matrix());
  t.diagonal() = s.diagonal();
  const Cholesky root(t);
  const double value = root.definite() ? root.log_determinant() + static_cast<double>(s.rows())
                                       : std::numeric_limits<double>::quiet_NaN();
  return std::isfinite(value) ? value : -std::numeric_limits<double>::infinity();
}

/// S^-1, which is all of it without a penalty, or the inverse of its diagonal if that is better.
Estimate first_estimate(const Matrix& s, double lambda) {
  Estimate diagonal(s.diagonal().cwiseInverse().asDiagonal().toDenseMatrix(), s, lambda);
  const Cholesky root(s);
  if (!root.definite()) return diagonal;
  const Matrix all = root.inverse();
  Estimate inverse((all + all.transpose()) / 2, s, lambda);
  return inverse.value < diagonal.value ? inverse : diagonal;
}

/// Moves towards `target` as far as f falls; false if it does not.
bool move_towards(const Matrix& target, const Matrix& s, const Matrix& w, double lambda,
                  Estimate& at) {
  const Matrix d = target - at.m;
  const double promised =
      (s - w).cwiseProduct(d).sum() + lambda * (off_diagonal_sum(target) - off_diagonal_sum(at.m));
  for (double step = 1; step > shortest_newton_step && promised < 0; step /= 2) {
    Estimate next(step == 1 ? target : Matrix(at.m + step * d), s, lambda);
    if (!(next.value <= at.value + enough_decrease * step * promised)) continue;
    at = std::move(next);
    return true;
  }
  return false;
}

}  // namespace

GraphicalLasso graphical_lasso(const Matrix& s, double lambda, const GraphicalLassoOptions& options,
                               const Run& run) {
  require(s.rows() == s.cols() && s.allFinite() && s == s.transpose(),
          "the covariance of a graphical lasso must be symmetric and finite");
  require(s.rows() > 0 && s.diagonal().minCoeff() > 0,
          "the covariance of a graphical lasso has a diagonal entry that is not positive");
  const auto dim = static_cast<double>(s.rows());
  RunRecord record(run, options.max_iterations);
  Estimate at = first_estimate(s, lambda);
  double lower = dual_value(s, s, lambda);
  record.keeps([&](Archive& archive) {
    archive("m", at.m);
    archive("lower", lower);
    if (archive.reads()) at = Estimate(std::move(at.m), s, lambda);
  });
  for (; !record.is_over(); record.next()) {
    const Matrix w = at.root.inverse();
    lower = std::max(lower, dual_value(s, w, lambda));
    record.note(at.value);
    if (record.stopped()) break;
    if (at.value - lower <= options.tolerance * dim) {
      record.end(Status::converged,
                 fmt::format("the duality gap fell below {:g} a feature", options.tolerance));
      break;
    }
    if (record.spent()) break;
    ModelDescent model(s, at.m, w, lambda);
    bool moved = false;
    if (!record.makes([&] { moved = move_towards(model.minimiser(), s, w, lambda, at); })) break;
    if (!moved && record.converged("no step lowers the objective any further")) break;
  }
  return record.into(GraphicalLasso{
      .precision = at.m, .objective = at.value, .gap = std::max(0.0, at.value - lower)});
}

}  // namespace mahala
