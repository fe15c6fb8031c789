#include "tests/support/closeness.hpp"

#include <algorithm>
#include <cmath>

#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/core/linalg/symmetric.hpp"

namespace mahala {

double flat_closeness(const Matrix& g, const Matrix& h) {
  return g.squaredNorm() + h.squaredNorm() - 2 * singular_values(h.transpose() * g).sum();
}

Vector principal_angles(const Matrix& u, const Matrix& v) {
  const Matrix overlap = u.transpose() * v;
  const Vector cosines = singular_values(overlap);
  const Vector sines = singular_values(v - u * overlap).reverse();
  Vector angles(cosines.size());
  for (Index i = 0; i < angles.size(); ++i) {
    // Each of arccos and arcsin loses digits where the other keeps them.
    const double c = std::min(cosines[i], 1.0), s = std::min(sines[i], 1.0);
    angles[i] = c * c > 0.5 ? std::asin(s) : std::acos(c);
  }
  return angles;
}

double polar_closeness(const FrameAndCore& g, const FrameAndCore& h, double turning,
                       double stretching) {
  const Svd svd = jacobi_svd(h.u.transpose() * g.u);
  const Matrix &p = svd.u, &q = svd.v;
  const Matrix bh = p.transpose() * h.r * p, bg = q.transpose() * g.r * q;
  return turning * principal_angles(h.u, g.u).squaredNorm() + stretching * affine_closeness(bg, bh);
}

double affine_closeness(const Matrix& w, const Matrix& v) {
  const Matrix root = inverse_sqrt_symmetric(v);
  return log_symmetric(root * w * root).squaredNorm();
}

double logdet_divergence(const Matrix& w, const Matrix& v) {
  const Matrix l = cholesky_factor(w), m = cholesky_factor(v);
  const double trace = solve_triangle(m, l).squaredNorm();
  const double log_ratio = 2 * (l.diagonal().array() / m.diagonal().array()).log().sum();
  return trace - log_ratio - static_cast<double>(w.rows());
}

double von_neumann_divergence(const Matrix& w, const Matrix& v) {
  return (w * (log_symmetric(w) - log_symmetric(v)) - w + v).trace();
}

}  // namespace mahala
