#include "mahala/geometry/lazy_frame.hpp"

#include <cmath>
#include <limits>

#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/core/linalg/symmetric.hpp"

namespace mahala {
namespace {

constexpr Index steps_between_renormalisations = 64;

/// |xi|^2 of a step whose rounding shows, and of one that needs the numbers of the dense step:
/// xi^T xi is known to eps |xi|^2 only.
constexpr double is_long = 16, is_too_long = 1e6;

/// The retracted frame is U (I + u b^T) + ax x b^T (times L^{-T} for qf), det(I + u b^T) = det.
struct RankOneTurn {
  double ax, cosine, det;
};

RankOneTurn rank_one_turn(FrameRetraction retraction, double alpha, double beta, double b2,
                          double bq) {
  double c = 1, ax = alpha;
  if (retraction == FrameRetraction::uf) {
    c = 1 / std::sqrt(1 + beta * b2);
    ax = alpha * c;
  } else if (retraction == FrameRetraction::exp) {
    const double angle = std::sqrt(beta * b2);
    c = std::cos(angle);
    ax = angle > 1e-150 ? alpha * std::sin(angle) / angle : alpha;
  }
  return {ax, c, c - ax * bq};
}

double condition_number(const Matrix& a) {
  const Vector values = singular_values(a);
  return values[0] / values[values.size() - 1];
}

/// One step of Newton and Schulz from T towards T (T^T C T)^{-1/2}: the product is I to rounding.
void renormalise(Matrix& t, const Matrix& c) {
  const Matrix n = t.transpose() * c * t;
  t = (t * (1.5 * Matrix::Identity(n.rows(), n.cols()) - 0.5 * n)).eval();
}

/// out += x w^T.
void add(const SparseView& x, const Vector& w, Matrix& out) {
  for (std::size_t k = 0; k < x.at.size(); ++k) out.row(x.at[k]) += x.value[k] * w.transpose();
}

Index non_zeros(std::span<const SparseView> x) {
  Index sum = 0;
  for (const SparseView& each : x) sum += each.count();
  return sum;
}

}  // namespace

LazyFrame::LazyFrame(const Matrix& u, FrameRetraction retraction)
    : v_(u), retraction_(retraction), u_(u.cols()), w_(u.cols()), tb_(u.cols()), tu_(u.cols()) {
  c_ = v_.gram();
  t_ = inverse_sqrt_symmetric(c_);
}

void LazyFrame::see(const SparseView& x, Seen& seen) const {
  seen.z.resize(rank());
  v_.gather(x, seen.z);
  seen.q.noalias() = t_.transpose() * seen.z;
}

double LazyFrame::kappa() const {
  return t_.norm() * std::sqrt(c_.trace()) / static_cast<double>(rank());
}

void LazyFrame::set_dense(const Matrix& u) {
  v_ = TallMatrix(u);
  c_ = v_.gram();
  t_ = inverse_sqrt_symmetric(c_);
}

void LazyFrame::absorb() {
  v_.multiply(t_);
  c_ = v_.gram();
  t_ = inverse_sqrt_symmetric(c_);
  ++absorptions_;
}

void LazyFrame::renormalise_now_and_then() {
  if (++steps_ % steps_between_renormalisations != 0) return;
  renormalise(t_, c_);
}

void LazyFrame::turn(const SparseView& x, const Seen& seen, const Vector& b, double alpha) {
  const double x2 = x.squared_norm(), b2 = b.squaredNorm();
  if (alpha == 0 || b2 == 0) return;
  const double beta = alpha * alpha * std::max(x2 - seen.q.squaredNorm(), 0.0);
  const auto [ax, c, det] = rank_one_turn(retraction_, alpha, beta, b2, b.dot(seen.q));
  u_ = (c - 1) / b2 * b - ax * seen.q;
  const double ub = u_.norm() * std::sqrt(b2);
  const double growth =
      det != 0 ? (1 + ub) * (1 + ub / std::abs(det)) : std::numeric_limits<double>::infinity();
  const double length = alpha * alpha * x2 * b2;
  if (!(growth <= most_kappa && length <= is_too_long)) {
    const Matrix u = frame();
    const Matrix a = normal_part(u, dense(x, dim()));
    set_dense(retract_frame(u, alpha * a * b.transpose(), retraction_));
    ++dense_steps_;
    return;
  }
  Vector z = seen.z;
  if (kappa() * growth > most_kappa) {
    absorb();
    z.noalias() = c_ * (t_ * seen.q);
  }
  tb_.noalias() = t_ * b;
  w_.noalias() = c_ * tb_;
  w_ *= ax / det;
  v_.scatter(x, w_);
  c_.noalias() += z * w_.transpose();
  c_.noalias() += w_ * z.transpose();
  c_.noalias() += x2 * w_ * w_.transpose();
  tu_.noalias() = t_ * u_;
  t_.noalias() += tu_ * b.transpose();
  if (retraction_ == FrameRetraction::qf) solve_rank_one_cholesky(t_, beta, b);
  if (length > is_long) renormalise(t_, c_);
  renormalise_now_and_then();
}

void LazyFrame::turn(std::span<const SparseView> x, const Matrix& z, const Matrix& q,
                     const Matrix& b, const Matrix& xx) {
  const Matrix gram = symmetric_part(b * (xx - q.transpose() * q) * b.transpose());
  const auto [a, c] = frame_turn(gram, retraction_);
  const Matrix f = a - q * b.transpose() * c;  // U+ = U F + X B^T C
  const Matrix bc = b.transpose() * c;
  const double growth =
      f.allFinite() ? condition_number(f) : std::numeric_limits<double>::infinity();
  const double length = (b * xx * b.transpose()).trace();
  if (!(growth <= most_kappa && length <= is_too_long) || non_zeros(x) > dim()) {
    Matrix xi = Matrix::Zero(dim(), rank());
    for (std::size_t k = 0; k < x.size(); ++k) add(x[k], b.col(static_cast<Index>(k)), xi);
    const Matrix u = frame();
    set_dense(retract_frame(u, normal_part(u, xi), retraction_));
    ++dense_steps_;
    return;
  }
  Matrix seen = z;
  if (kappa() * growth > most_kappa) {
    absorb();
    seen = c_ * (t_ * q);
  }
  const Matrix w = bc * Lu(f).solve(t_.transpose() * c_);  // p x r
  for (std::size_t k = 0; k < x.size(); ++k) v_.scatter(x[k], w.row(static_cast<Index>(k)));
  c_ += seen * w + w.transpose() * seen.transpose() + w.transpose() * xx * w;
  t_ = (t_ * f).eval();
  if (length > is_long) renormalise(t_, c_);
  renormalise_now_and_then();
}

void solve_rank_one_cholesky(Matrix& t, double beta, const Vector& b) {
  Vector sum = Vector::Zero(t.rows());
  double before = 1;
  for (Index k = 0; k < b.size(); ++k) {
    const double after = before + beta * b[k] * b[k];
    t.col(k) = (t.col(k) - beta * b[k] * sum) * std::sqrt(before / after);
    sum += t.col(k) * (b[k] / std::sqrt(after * before));
    before = after;
  }
}

}  // namespace mahala
