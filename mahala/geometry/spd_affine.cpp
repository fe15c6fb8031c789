#include "mahala/geometry/spd_affine.hpp"

#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg.hpp"
#include "mahala/core/symmetric.hpp"

namespace mahala {
namespace {

/// S with xi = L S L^T.
Matrix in_coordinates(const Matrix& l, const Matrix& xi) {
  const auto triangle = l.triangularView<Eigen::Lower>();
  const Matrix half = triangle.solve(xi);
  return symmetric_part(triangle.solve(half.transpose()));
}

}  // namespace

SpdAffine::SpdAffine(Index dim, AffineRetraction retraction, double margin)
    : dim_(dim), retraction_(retraction), margin_(margin) {
  require(dim >= 1, "there are no positive definite matrices of dimension {}", dim);
  require(0 < margin && margin < 1, "margin {} must lie between 0 and 1", margin);
}

Matrix SpdAffine::factor(const Point& w) const { return cholesky_factor(w); }

Matrix SpdAffine::gradient(const Point& w, const Matrix& eg) const {
  const Matrix l = factor(w);
  return symmetric_part(l * symmetric_part(l.transpose() * eg) * l.transpose());
}

double SpdAffine::inner(const Point& w, const Tangent& a, const Tangent& b) const {
  const Matrix l = factor(w);
  return in_coordinates(l, a).cwiseProduct(in_coordinates(l, b)).sum();
}

Matrix SpdAffine::project(const Point&, const Matrix& z) const { return symmetric_part(z); }

Matrix SpdAffine::retract(const Point& w, const Tangent& xi) const {
  const auto geodesic = [&] {
    const Matrix l = factor(w);
    return symmetric_part(l * exp_symmetric(in_coordinates(l, xi)) * l.transpose());
  };
  if (retraction_ == AffineRetraction::exp) return geodesic();
  if (retraction_ == AffineRetraction::first) return w + xi;
  const Matrix s = in_coordinates(factor(w), xi);
  if (!s.allFinite()) return Matrix::Constant(dim_, dim_, std::nan(""));
  const double shrinking = -symmetric_eigen(s).values[dim_ - 1];
  if (shrinking < 1 - margin_) return w + xi;
  if (retraction_ == AffineRetraction::first_or_exp) return geodesic();
  return w + (1 - margin_) / shrinking * xi;
}

Matrix SpdAffine::random_point(Rng& rng) const {
  const Matrix a = random_normal(dim_, dim_, rng) / std::sqrt(static_cast<double>(dim_));
  return a * a.transpose() + Matrix::Identity(dim_, dim_) / 2;
}

Matrix SpdAffine::random_tangent(const Point& w, Rng& rng) const {
  const Matrix xi = symmetric_part(random_normal(dim_, dim_, rng));
  return xi / std::sqrt(inner(w, xi, xi));
}

}  // namespace mahala
