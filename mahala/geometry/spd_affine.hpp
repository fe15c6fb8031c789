/// @file
/// Positive definite d x d matrices with the affine-invariant metric.
///
///   S+(d) = { W : W = W^T, W > 0 },      <xi, zeta>_W = tr(xi W^{-1} zeta W^{-1})
///
/// A change of coordinates W -> A W A^T is an isometry, so descent does not depend on the
/// basis or the units of the data.
///
/// Gradient    W E W = L K L^T,  K = L^T E L for any factor W = L L^T; its length is |K|.
/// Retraction  exp    L exp(S) L^T with xi = L S L^T: the geodesic
///             first  W + xi, positive definite iff S > -1. Guards: `clip` shortens a step
///                    with S < -(1 - margin) to that bound, `exp` takes the geodesic instead,
///                    `none` leaves W + xi, which has no factor (NaN) if it is indefinite.
/// Cost        O(d^3).
///
/// Reference   Meyer, Bonnabel, Sepulchre, JMLR 12 (2011), section 5.2.
/// Differs     the first-order retraction has a plus, (14) prints a minus.
#pragma once

#include "mahala/core/names.hpp"
#include "mahala/geometry/manifold.hpp"

namespace mahala {

enum class AffineRetraction { exp, first_clipped, first_or_exp, first };

template <>
inline constexpr std::array<std::string_view, 4> names_of<AffineRetraction> = {
    "exp", "first-clipped", "first-or-exp", "first"};

class SpdAffine {
 public:
  using Point = Matrix;    ///< W, d x d, positive definite
  using Tangent = Matrix;  ///< xi, d x d, symmetric

  /// Error unless dim >= 1 and 0 < margin < 1.
  explicit SpdAffine(Index dim, AffineRetraction retraction = AffineRetraction::exp,
                     double margin = 0.1);

  Matrix factor(const Point& w) const;  ///< lower triangular; NaN if w is indefinite
  Tangent gradient(const Point& w, const Matrix& eg) const;
  double inner(const Point& w, const Tangent& a, const Tangent& b) const;
  Tangent project(const Point&, const Matrix& z) const;
  Point retract(const Point& w, const Tangent& xi) const { return ray(w, xi).at(1); }
  /// Along the geodesic: E xi E^T with E = (to w^{-1})^{1/2}, which keeps lengths and angles.
  Tangent transport(const Point& w, const Point& to, const Tangent& xi) const;
  double distance_moved(const Point& w, const Point& to) const { return relative_change(w, to); }

  Point random_point(Rng& rng) const;
  Tangent random_tangent(const Point& w, Rng& rng) const;  ///< unit length

  /// W moved by s xi for any s, from one decomposition xi = (L Q) diag(rates) (L Q)^T with
  /// W = (L Q)(L Q)^T.
  class Ray {
   public:
    Matrix factor(double s) const;  ///< NaN where there is none
    Matrix at(double s) const;
    double log_change() const;  ///< of W, at s = 1; 0 for straight steps

   private:
    friend class SpdAffine;
    Vector stretch(double s) const;  ///< eigenvalues of L^{-1} W+ L^{-T}

    Matrix axes_;  ///< L Q
    Vector rates_;
    AffineRetraction retraction_ = AffineRetraction::exp;
    double margin_ = 0;
  };
  Ray ray(const Point& w, const Tangent& xi) const;

 private:
  Index dim_;
  AffineRetraction retraction_;
  double margin_;
};

static_assert(Manifold<SpdAffine> && HasRay<SpdAffine>);

}  // namespace mahala
