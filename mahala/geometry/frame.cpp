#include "mahala/geometry/frame.hpp"

#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/linalg/symmetric.hpp"

namespace mahala {
namespace {

/// The frame next to one that rounding, or a long step, has taken away from being one. Steps
/// believe in U^T U = I, and what is left of an error grows by a large factor from one to the next.
Matrix restored(const Matrix& u) {
  constexpr double harmless = 1e-14, near = 0.1;
  const Matrix gram = u.transpose() * u;
  const double off = (gram - Matrix::Identity(gram.rows(), gram.cols())).norm();
  if (off <= harmless || !std::isfinite(off)) return u;
  return off < near ? Matrix(u * inverse_sqrt_symmetric(gram)) : uf(u);
}

}  // namespace

Matrix qf(const Matrix& a) {
  const Qr qr(a);
  const Matrix r = qr.r();
  Matrix q = qr.q(a.cols());
  for (Index c = 0; c < a.cols(); ++c) {
    if (r(c, c) < 0) q.col(c) = -q.col(c);
  }
  return q;
}

Matrix uf(const Matrix& a) {
  // From the triangle of a QR decomposition: a^T a would square the condition number.
  const Qr qr(a);
  const Svd svd = jacobi_svd(qr.r());
  Matrix q = Matrix::Zero(a.rows(), a.cols());
  q.topRows(a.cols()) = svd.u * svd.v.transpose();
  qr.apply_q(q);
  return q;
}

Matrix normal_part(const Matrix& u, const Matrix& z) {
  // Twice: where z is almost inside the frame, what is left is small and so is not normal to it.
  const Matrix once = z - u * (u.transpose() * z);
  return once - u * (u.transpose() * once);
}

FrameTurn frame_turn(const Matrix& gram_of_xi, FrameRetraction retraction) {
  return FrameRay(gram_of_xi, retraction).turn(1);
}

FrameRay::FrameRay(Matrix gram_of_xi, FrameRetraction retraction)
    : retraction_(retraction), gram_(std::move(gram_of_xi)) {
  if (retraction == FrameRetraction::qf || !gram_.allFinite()) return;
  Spectrum spectrum = symmetric_eigen(symmetric_part(gram_));
  values_ = spectrum.values.cwiseMax(0);
  vectors_ = std::move(spectrum.vectors);
}

FrameTurn FrameRay::turn(double s) const {
  const Index r = gram_.rows();
  if (retraction_ == FrameRetraction::qf || vectors_.size() == 0) {
    const Matrix l = cholesky_factor(Matrix::Identity(r, r) + s * s * gram_);
    const Matrix turned = solve_triangle(l, Matrix::Identity(r, r)).transpose();
    return {turned, turned};
  }
  const auto mapped = [&](const Vector& values) -> Matrix {
    return vectors_ * values.asDiagonal() * vectors_.transpose();
  };
  if (retraction_ == FrameRetraction::uf) {
    const Matrix root = mapped((1 + s * s * values_.array()).rsqrt());
    return {root, root};
  }
  const Vector angles = std::abs(s) * values_.cwiseSqrt();
  const Vector sinc =
      angles.unaryExpr([](double a) { return a < 1e-8 ? 1 - a * a / 6 : std::sin(a) / a; });
  return {mapped(angles.array().cos()), mapped(sinc)};
}

Matrix retract_frame(const Matrix& u, const Matrix& xi, FrameRetraction retraction) {
  // Householder reflections of U + xi stay accurate where I + xi^T xi is ill-conditioned.
  if (retraction == FrameRetraction::qf) return qf(u + xi);
  const auto [a, c] = frame_turn(xi.transpose() * xi, retraction);
  return restored(u * a + xi * c);
}

Matrix random_frame(Index dim, Index rank, Rng& rng) { return qf(random_normal(dim, rank, rng)); }

}  // namespace mahala
