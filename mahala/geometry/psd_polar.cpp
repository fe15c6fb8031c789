#include "mahala/geometry/psd_polar.hpp"

#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/core/linalg/symmetric.hpp"

namespace mahala {
namespace {

/// A root of I + S, NaN where it is not positive definite.
Matrix root_of_one_plus(const Matrix& s) {
  return map_spectrum(s, [](double l) { return l > -1 ? std::sqrt(1 + l) : std::nan(""); });
}

}  // namespace

PsdPolar::PsdPolar(Index dim, Index rank, const Settings& settings)
    : PolarGeometry(dim, rank, settings.lambda, settings.retraction), settings_(settings) {}

FrameAndCore PsdPolar::gradient(const Point& p, const Matrix& eg) const {
  const Matrix k = symmetric_part((p.u * p.r).transpose() * eg);
  return {2 * lambda() * normal_part(p.u, eg * p.r.transpose()), core_gradient(p.r, k)};
}

double PsdPolar::inner(const Point&, const Tangent& a, const Tangent& b) const {
  return weights_.sum(a.u.cwiseProduct(b.u).sum(), a.r.cwiseProduct(b.r).sum());
}

Matrix PsdPolar::retract_core(const Matrix& r, const Matrix& s) const {
  const Matrix to = moved_core(r, s);
  return settings_.symmetric_root ? sqrt_symmetric(to * to.transpose()) : to;
}

Matrix PsdPolar::moved_core(const Matrix& r, const Matrix& s) const {
  switch (settings_.core) {
    case PolarCore::exp:
      return r * exp_symmetric(s / 2);
    case PolarCore::first:
      return r * root_of_one_plus(s);
    case PolarCore::first_or_exp: {
      const Matrix straight = root_of_one_plus(s);
      return r * (straight.allFinite() ? straight : exp_symmetric(s / 2));
    }
  }
  fail("no such core step");
}

FrameAndCore PsdPolar::random_point(Rng& rng) const {
  const Index rank = weights_.rank();
  const Matrix a = random_normal(rank, rank, rng) / std::sqrt(static_cast<double>(rank));
  const Matrix r = a + 2 * Matrix::Identity(rank, rank);
  return {random_frame(weights_.dim(), rank, rng),
          settings_.symmetric_root ? sqrt_symmetric(r * r.transpose()) : r};
}

FrameAndCore polar_from_factor(const Matrix& g) {
  const auto [u, values, v] = jacobi_svd(g);
  return {u * v.transpose(), v * values.asDiagonal() * v.transpose()};
}

}  // namespace mahala
