#include "mahala/optimize/descent/distance_sdp.hpp"

#include <cmath>

#include "mahala/core/linalg/archive.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/optimize/descent/blocks.hpp"
#include "mahala/optimize/descent/definite_step.hpp"

namespace mahala {
namespace {

constexpr double to_the_border = 0.95;  ///< of the longest step that keeps a matrix definite

/// A change of X, of y and of s in (1).
struct Step {
  Matrix x;
  Vector y;
  double shift;
};

/// The factor of A + c 1 1^T, which for A with A 1 = 0 is as definite as A is on the complement;
/// empty if that is not definite.
Matrix factor_of(Matrix a) {
  const auto n = static_cast<double>(a.rows());
  a.array() += a.trace() / (n * n);  // 1 gets the mean of the eigenvalues
  return factorise(a) ? a : Matrix();
}

/// X, y and s of (1), with the factors of X and S.
class Iterate {
 public:
  Iterate() = default;
  Iterate(Matrix x, Vector y, double shift) : x_(std::move(x)), y_(std::move(y)), shift_(shift) {}

  const Matrix& x() const { return x_; }
  const Vector& y() const { return y_; }
  double shift() const { return shift_; }

  /// False if X or S is not definite; O(n^3) the first time.
  bool factorise(const Edges& edges) {
    if (x_factor_.size() == 0) x_factor_ = factor_of(x_);
    if (x_factor_.size() > 0 && s_factor_.size() == 0) s_factor_ = factor_of(slack(edges));
    return s_factor_.size() > 0;
  }
  const Matrix& x_factor() const { return x_factor_; }
  const Matrix& s_factor() const { return s_factor_; }

  Iterate after(const Step& step, double p, double d) const {
    return {x_ + p * step.x, y_ + d * step.y, shift_ + d * step.shift};
  }

  void keep(Archive& archive) {
    archive("x", x_);
    archive("y", y_);
    archive("shift", shift_);
  }

 private:
  Matrix slack(const Edges& edges) const {
    const Index n = x_.rows();
    Matrix s = Matrix::Constant(n, n, -shift_ / static_cast<double>(n));
    s.diagonal().array() += shift_;
    add_laplacian(edges, y_, -1, s);
    return s;
  }

  Matrix x_;
  Vector y_;
  double shift_ = 0;
  Matrix x_factor_, s_factor_;
};

/// Everything one iteration needs at its point.
class Newton {
 public:
  Newton(const DistanceSdp& problem, const Iterate& at)
      : problem_(problem), at_(at), infeasible_(-1 - at.shift()) {
    const Vector forms = edge_forms(problem.edges, at.x());
    gap_ = at.shift() * at.x().trace() - at.y().dot(forms);
    primal_error_ = (problem.b - forms).norm() / (1 + problem.b.norm());
  }

  /// The largest of the relative residuals and the gap.
  double error() const {
    const double root = std::sqrt(dimension());  // the norms of J
    return std::max({primal_error_, std::abs(infeasible_) * root / (1 + root),
                     std::abs(gap_) / (1 + std::abs(at_.x().trace()))});
  }

  /// False if the matrices have become too singular to go on.
  bool prepare() {
    inverse_ = inverse_of_factorised(at_.s_factor());
    if (!inverse_.allFinite() || !factorise_schur()) return false;
    inverse_.array() -= inverse_.mean();  // what belongs to the constant vector
    infeasible_forms_ = infeasible_ * edge_forms(problem_.edges, at_.x(), inverse_);
    return true;
  }

  Step predictor() const {
    return direction(0, problem_.b + infeasible_forms_, Matrix::Zero(problem_.size, problem_.size));
  }

  /// Towards the smaller gap that the predictor's seems to allow, with its term of second order.
  Step corrector(const Step& predictor) const {
    const auto [p, d] = longest(predictor, 0.1);
    const double left = gap_after(predictor, p, d) / gap_;
    const double target = std::min(1.0, left * left) * gap_ / dimension();
    const Matrix second = times_slack_change(predictor.x, predictor);
    const Vector forms = edge_forms(problem_.edges, inverse_);
    const Vector right = problem_.b + infeasible_forms_ - target * forms +
                         edge_forms(problem_.edges, second.transpose(), inverse_);
    return direction(target, right, second);
  }

  /// Of X and of S, the longest steps that keep them definite.
  std::pair<double, double> longest(const Step& step, double accuracy) const {
    double p = 0, d = 0;
    parallel_for(2, [&](Index k) {
      if (k == 0) {
        p = definite_step(
            at_.x_factor(), [&](const Vector& v) -> Vector { return step.x * v; }, to_the_border,
            accuracy);
        return;
      }
      const auto change = [&](const Vector& v) -> Vector {
        return step.shift * (v.array() - v.mean()).matrix() -
               laplacian_times(problem_.edges, step.y, v);
      };
      d = definite_step(at_.s_factor(), change, to_the_border, accuracy);
    });
    return {p, d};
  }

 private:
  double dimension() const { return static_cast<double>(problem_.size - 1); }

  /// The factor of (2), its diagonal raised as little as needed.
  bool factorise_schur() {
    for (const double raise : {1e-14, 1e-12, 1e-10, 1e-8}) {
      edge_schur(problem_.edges, at_.x(), inverse_, schur_);
      schur_.diagonal() *= 1 + raise;
      if (factorise(schur_)) return true;
    }
    return false;
  }

  /// A dS
  Matrix times_slack_change(const Matrix& a, const Step& step) const {
    return step.shift * a - times_laplacian(a, problem_.edges, step.y);
  }

  /// The step to X S = `target` I: dy solves the Schur system with this right-hand side, and dX is
  /// the symmetric part of  target S^+ - X - (second + X dS) S^+.
  Step direction(double target, Vector right, const Matrix& second) const {
    solve_lower(schur_, false, right);
    solve_lower(schur_, true, right);
    Step step{.x = {}, .y = std::move(right), .shift = infeasible_};
    const Matrix product = product_a_bt(second + times_slack_change(at_.x(), step), inverse_);
    step.x = without_mean(symmetric_part(target * inverse_ - at_.x() - product));
    return step;
  }

  /// <X, S> with steps p and d.
  double gap_after(const Step& step, double p, double d) const {
    const Vector forms =
        edge_forms(problem_.edges, at_.x()) + p * edge_forms(problem_.edges, step.x);
    return (at_.shift() + d * step.shift) * (at_.x().trace() + p * step.x.trace()) -
           (at_.y() + d * step.y).dot(forms);
  }

  const DistanceSdp& problem_;
  const Iterate& at_;
  double infeasible_;  ///< the dual residual is this times J
  double gap_, primal_error_;
  Matrix inverse_, schur_;
  Vector infeasible_forms_;
};

/// Predictor and corrector; false if no step is possible.
bool advance(const DistanceSdp& problem, Newton& newton, Iterate& at) {
  if (!at.factorise(problem.edges) || !newton.prepare()) return false;
  const Step step = newton.corrector(newton.predictor());
  auto [p, d] = newton.longest(step, 0.02);
  for (int tries = 0; p > 0 && d > 0 && tries < 10; ++tries, p *= 0.8, d *= 0.8) {
    Iterate next = at.after(step, p, d);
    if (!next.factorise(problem.edges)) continue;
    at = std::move(next);
    return true;
  }
  return false;
}

}  // namespace

Options describe(InteriorOptions& o) {
  return {
      {"tolerance", &o.tolerance, "stop when residuals and gap are below this, relatively",
       at_least(0)},
      {"max_iterations", &o.max_iterations, "largest number of interior point steps", at_least(0)},
  };
}

double solve_bytes(Index size, Index edges) {
  const auto n = static_cast<double>(size), m = static_cast<double>(edges);
  return sizeof(double) * (12 * n * n + m * m);
}

Descent solve(const DistanceSdp& problem, Matrix& x, const InteriorOptions& options,
              const Run& run) {
  const Index n = problem.size;
  Iterate at{without_mean(Matrix::Identity(n, n)) * std::max(1.0, problem.b.cwiseAbs().maxCoeff()),
             Vector::Zero(problem.b.size()), 10};
  RunRecord record(run, options.max_iterations);
  double best = std::numeric_limits<double>::infinity();
  record.keeps([&](Archive& archive) {
    archive("at", at);
    archive("x", x);
    archive("best", best);
  });
  for (; !record.is_over(); record.next()) {
    Newton newton(problem, at);
    const double error = newton.error();
    if (error < best || record.steps() == 0) {
      best = error;
      x = at.x();
    }
    record.note(best);
    const bool solved = error < options.tolerance;
    if (record.stopped() ||
        record.converged(
            solved ? fmt::format("residuals and gap fell below {:g}", options.tolerance) : "") ||
        record.spent()) {
      break;
    }
    bool moved = false;
    if (!record.makes([&] { moved = advance(problem, newton, at); })) break;
    if (!moved) {
      record.end(Status::budget_spent, "rounding allows no further step: the best point is kept");
      break;
    }
  }
  return record.into(Descent{.objective = -x.trace(), .gradient_norm = best});
}

}  // namespace mahala
