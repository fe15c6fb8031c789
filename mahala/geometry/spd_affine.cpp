#include "mahala/geometry/spd_affine.hpp"

#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/linalg/symmetric.hpp"

namespace mahala {
namespace {

/// S with xi = L S L^T.
Matrix in_coordinates(const Matrix& l, const Matrix& xi) {
  const Matrix half = solve_triangle(l, xi);
  return symmetric_part(solve_triangle(l, half.transpose()));
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

Matrix SpdAffine::transport(const Point& w, const Point& to, const Tangent& xi) const {
  // With w = L L^T, E = L (L^{-1} to L^{-T})^{1/2} L^{-1}.
  const Matrix l = cholesky_factor(w);
  const Matrix half = solve_triangle(l, to);
  const Matrix root = sqrt_symmetric(symmetric_part(solve_triangle(l, half.transpose())));
  const Matrix e = l * root * solve_triangle(l, Matrix::Identity(w.rows(), w.rows()));
  return e.allFinite() ? symmetric_part(e * xi * e.transpose()) : xi;
}

SpdAffine::Ray SpdAffine::ray(const Point& w, const Tangent& xi) const {
  const Matrix l = factor(w);
  const Matrix s = in_coordinates(l, xi);
  Ray ray;
  ray.retraction_ = retraction_;
  ray.margin_ = margin_;
  if (s.allFinite()) {
    Spectrum spectrum = symmetric_eigen(s);
    ray.axes_ = l * spectrum.vectors;
    ray.rates_ = std::move(spectrum.values);
  } else {
    ray.axes_ = Matrix::Constant(dim_, dim_, std::nan(""));
    ray.rates_ = Vector::Zero(dim_);
  }
  return ray;
}

Vector SpdAffine::Ray::stretch(double s) const {
  const Vector moves = s * rates_;
  const double shrinking = -moves.minCoeff();
  const bool leaves = shrinking >= 1 - margin_;
  if (retraction_ == AffineRetraction::exp ||
      (leaves && retraction_ == AffineRetraction::first_or_exp)) {
    return moves.array().exp();
  }
  const bool clips = leaves && retraction_ == AffineRetraction::first_clipped;
  return 1 + (clips ? (1 - margin_) / shrinking : 1) * moves.array();
}

double SpdAffine::Ray::log_change() const {
  const bool straight =
      retraction_ == AffineRetraction::first || retraction_ == AffineRetraction::first_clipped;
  return straight ? 0 : rates_.cwiseAbs().maxCoeff();
}

Matrix SpdAffine::Ray::factor(double s) const {
  return axes_ * stretch(s).cwiseSqrt().asDiagonal();
}

Matrix SpdAffine::Ray::at(double s) const {
  return symmetric_part(axes_ * stretch(s).asDiagonal() * axes_.transpose());
}

Matrix SpdAffine::random_point(Rng& rng) const {
  const Matrix a = random_normal(dim_, dim_, rng) / std::sqrt(static_cast<double>(dim_));
  return a * a.transpose() + Matrix::Identity(dim_, dim_) / 2;
}

Matrix SpdAffine::random_tangent(const Point& w, Rng& rng) const {
  return unit_length(*this, w, symmetric_part(random_normal(dim_, dim_, rng)));
}

}  // namespace mahala
