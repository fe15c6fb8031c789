#include "mahala/optimize/regression/start_pull.hpp"

namespace mahala {
namespace {

double product(const Matrix& a, const Matrix& b) { return a.cwiseProduct(b).sum(); }

}  // namespace

StartPull::StartPull(double mu, Matrix start)
    : mu_(mu), g0_(std::move(start)), start_square_((g0_.transpose() * g0_).squaredNorm()) {}

double StartPull::value(const Matrix& g) const {
  if (mu_ == 0) return 0;
  return value(Matrix(g.transpose() * g), Matrix(g0_.transpose() * g));
}

double StartPull::value(const Matrix& gram, const Matrix& with_start) const {
  if (mu_ == 0) return 0;
  return mu_ / 4 * (gram.squaredNorm() - 2 * with_start.squaredNorm() + start_square_);
}

void StartPull::add_change(double scale, const Matrix& g, const Matrix& m, Matrix& out) const {
  if (mu_ == 0) return;
  out += scale * (g * (g.transpose() * m) - g0_ * (g0_.transpose() * m));
}

void StartPull::add_curvature(const Matrix& g, const Matrix& h, bool gauss_newton,
                              Matrix& out) const {
  if (mu_ == 0) return;
  out += mu_ * (g * (h.transpose() * g) + h * (g.transpose() * g));
  if (!gauss_newton) add_change(mu_, g, h, out);
}

Quartic StartPull::along(const Matrix& g, const Matrix& h) const {
  if (mu_ == 0) return {};
  // W(s) - W0 = e0 - s e1 + s^2 e2 with e0 = G G^T - W0, e1 = G H^T + H G^T, e2 = H H^T.
  const Matrix a = g.transpose() * g, b = g.transpose() * h, c = h.transpose() * h;
  const Matrix p = g0_.transpose() * g, q = g0_.transpose() * h;
  const double e00 = a.squaredNorm() - 2 * p.squaredNorm() + start_square_;
  const double e01 = 2 * (product(a, b) - product(p, q));
  const double e11 = 2 * (product(a, c) + product(b, b.transpose()));
  const double e02 = b.squaredNorm() - q.squaredNorm();
  const double e12 = 2 * product(b, c), e22 = c.squaredNorm();
  Quartic quartic{e00, -2 * e01, e11 + 2 * e02, -2 * e12, e22};
  for (double& each : quartic) each *= mu_ / 4;
  return quartic;
}

}  // namespace mahala
