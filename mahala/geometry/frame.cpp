#include "mahala/geometry/frame.hpp"

#include <Eigen/QR>
#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/symmetric.hpp"

namespace mahala {

FrameRetraction frame_retraction(std::string_view name) {
  if (name == "qf") return FrameRetraction::qf;
  if (name == "uf") return FrameRetraction::uf;
  require(name == "exp", "retraction '{}' is none of qf, uf, exp", name);
  return FrameRetraction::exp;
}

std::vector<std::string_view> frame_retraction_names() { return {"uf", "qf", "exp"}; }

Matrix qf(const Matrix& a) {
  const Eigen::HouseholderQR<Matrix> qr(a);
  Matrix q = qr.householderQ() * Matrix::Identity(a.rows(), a.cols());
  for (Index c = 0; c < a.cols(); ++c) {
    if (qr.matrixQR()(c, c) < 0) q.col(c) = -q.col(c);
  }
  return q;
}

Matrix uf(const Matrix& a) { return a * inverse_sqrt_symmetric(a.transpose() * a); }

Matrix normal_part(const Matrix& u, const Matrix& z) { return z - u * (u.transpose() * z); }

FrameTurn frame_turn(const Matrix& gram_of_xi, FrameRetraction retraction) {
  const Index r = gram_of_xi.rows();
  const Matrix one_plus = Matrix::Identity(r, r) + gram_of_xi;
  if (retraction == FrameRetraction::qf) {
    const Matrix l = cholesky_factor(one_plus);
    const Matrix inverse =
        l.triangularView<Eigen::Lower>().solve(Matrix::Identity(r, r)).transpose();
    return {inverse, inverse};
  }
  if (retraction == FrameRetraction::uf) {
    const Matrix root = inverse_sqrt_symmetric(one_plus);
    return {root, root};
  }
  const auto angle = [](double s2) { return std::sqrt(std::max(s2, 0.0)); };
  return {map_spectrum(gram_of_xi, [&](double s2) { return std::cos(angle(s2)); }),
          map_spectrum(gram_of_xi, [&](double s2) {
            const double s = angle(s2);
            return s < 1e-8 ? 1 - s2 / 6 : std::sin(s) / s;
          })};
}

Matrix retract_frame(const Matrix& u, const Matrix& xi, FrameRetraction retraction) {
  // A decomposition of U + xi itself stays accurate where I + xi^T xi is ill-conditioned.
  if (retraction == FrameRetraction::qf) return qf(u + xi);
  if (retraction == FrameRetraction::uf) return uf(u + xi);
  const auto [a, c] = frame_turn(xi.transpose() * xi, retraction);
  return u * a + xi * c;
}

Matrix random_frame(Index dim, Index rank, Rng& rng) { return qf(random_normal(dim, rank, rng)); }

}  // namespace mahala
