#include "mahala/optimize/descent/rank_one_sdp.hpp"

#include <cmath>
#include <optional>

#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/optimize/descent/smooth_function.hpp"

namespace mahala {
namespace {

constexpr double to_the_border = 0.95;  ///< of the longest step that keeps a matrix definite

/// v_k^T A v_k of all rows.
Vector forms(const Matrix& v, const Matrix& a) { return (v * a).cwiseProduct(v).rowwise().sum(); }

/// The longest step t <= 1 with A + t D definite, a little less; 0 if A is not.
double longest_step(const Matrix& a, const Matrix& d) {
  const Cholesky cholesky(a);
  if (!cholesky.definite()) return 0;
  const Matrix half = cholesky.solve_lower(d).transpose();
  const Matrix scaled = cholesky.solve_lower(half);
  if (!scaled.allFinite()) return 0;
  const double smallest = symmetric_eigen(symmetric_part(scaled)).values.minCoeff();
  return smallest >= -1e-16 ? 1 : std::min(1.0, -to_the_border / smallest);
}

/// The Cholesky factor of the Schur matrix, its diagonal raised as little as needed.
std::optional<Cholesky> factorised(Matrix schur) {
  const Vector diagonal = schur.diagonal();
  for (const double raise : {1e-14, 1e-12, 1e-10, 1e-8}) {
    schur.diagonal() = diagonal * (1 + raise);
    Cholesky cholesky(schur);
    if (cholesky.definite()) return cholesky;
  }
  return std::nullopt;
}

struct Iterate {
  Matrix x, s;
  Vector y;

  void keep(Archive& archive) {
    archive("x", x);
    archive("s", s);
    archive("y", y);
  }
};

struct Step {
  Matrix x, s;
  Vector y;
};

/// Everything one iteration needs at its point.
class Newton {
 public:
  Newton(const RankOneSdp& problem, const Iterate& at)
      : problem_(problem),
        at_(at),
        mu_(entry_product(at.x, at.s) / static_cast<double>(at.x.rows())) {
    dual_residual_ = problem.c - problem.v.transpose() * at.y.asDiagonal() * problem.v - at.s;
    primal_residual_ = problem.b - forms(problem.v, at.x);
  }

  /// The largest of the relative residuals and the gap.
  double error() const {
    const double gap =
        entry_product(at_.x, at_.s) / (1 + std::abs(entry_product(problem_.c, at_.x)));
    return std::max({primal_residual_.norm() / (1 + problem_.b.norm()),
                     dual_residual_.norm() / (1 + problem_.c.norm()), gap});
  }

  /// False if the matrices have become too singular to go on.
  bool prepare() {
    inverse_ = symmetric_part(Cholesky(at_.s).inverse());
    const Matrix& v = problem_.v;
    if (!inverse_.allFinite()) return false;
    schur_ = factorised((v * at_.x * v.transpose()).cwiseProduct(v * inverse_ * v.transpose()));
    xrs_ = symmetric_part(at_.x * dual_residual_ * inverse_);
    return schur_.has_value();
  }

  /// Towards a gap of `centring` times the present one; `correction` is of second order.
  Step direction(double centring, const Matrix& correction) const {
    const Matrix target = symmetric_part(centring * mu_ * inverse_ - correction);
    Step step;
    step.y = schur_->solve(Vector(problem_.b - forms(problem_.v, target - xrs_)));
    step.s = dual_residual_ - problem_.v.transpose() * step.y.asDiagonal() * problem_.v;
    step.x = symmetric_part(target - at_.x - at_.x * step.s * inverse_);
    return step;
  }

  Matrix correction(const Step& predictor) const {
    return symmetric_part(predictor.x * predictor.s * inverse_);
  }

 private:
  const RankOneSdp& problem_;
  const Iterate& at_;
  double mu_;
  Matrix dual_residual_, inverse_, xrs_;
  Vector primal_residual_;
  std::optional<Cholesky> schur_;
};

/// Predictor and corrector; false if no step is possible.
bool advance(Newton& newton, Iterate& at) {
  if (!newton.prepare()) return false;
  const Index n = at.x.rows();
  const Step predictor = newton.direction(0, Matrix::Zero(n, n));
  const double ap = longest_step(at.x, predictor.x), ad = longest_step(at.s, predictor.s);
  if (ap == 0 || ad == 0) return false;
  const double left =
      entry_product(at.x + ap * predictor.x, at.s + ad * predictor.s) / entry_product(at.x, at.s);
  const Step step = newton.direction(std::min(1.0, left * left), newton.correction(predictor));
  const double p = longest_step(at.x, step.x), d = longest_step(at.s, step.s);
  if (p == 0 || d == 0) return false;
  at.x = symmetric_part(at.x + p * step.x);
  at.s = symmetric_part(at.s + d * step.s);
  at.y += d * step.y;
  return true;
}

}  // namespace

Options describe(InteriorOptions& o) {
  return {
      {"tolerance", &o.tolerance, "stop when residuals and gap are below this, relatively",
       at_least(0)},
      {"max_iterations", &o.max_iterations, "largest number of interior point steps", at_least(0)},
  };
}

Descent solve(const RankOneSdp& problem, Matrix& x, const InteriorOptions& options,
              const Run& run) {
  const Index n = problem.c.rows();
  Iterate at{Matrix::Identity(n, n) * std::max(1.0, problem.b.cwiseAbs().maxCoeff()),
             Matrix::Identity(n, n) * std::max(1.0, problem.c.cwiseAbs().maxCoeff()) * 10,
             Vector::Zero(problem.b.size())};
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
      x = at.x;
    }
    record.note(best);
    const bool solved = error < options.tolerance;
    if (record.stopped() ||
        record.converged(
            solved ? fmt::format("residuals and gap fell below {:g}", options.tolerance) : "") ||
        record.spent() ||
        (!advance(newton, at) &&
         record.end(Status::budget_spent,
                    "rounding allows no further step: the best point is kept"))) {
      break;
    }
  }
  return record.into(Descent{.objective = entry_product(problem.c, x), .gradient_norm = best});
}

}  // namespace mahala
