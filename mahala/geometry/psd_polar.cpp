#include "mahala/geometry/psd_polar.hpp"

#include <Eigen/LU>
#include <Eigen/SVD>
#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/symmetric.hpp"

namespace mahala {
namespace {

bool is_logarithmic(PolarCore core) {
  return core == PolarCore::von_neumann || core == PolarCore::log_euclidean;
}

Matrix log_core(const Matrix& r) { return log_symmetric(r * r.transpose()); }

/// A root of I + S, NaN where it is not positive definite.
Matrix root_of_one_plus(const Matrix& s) {
  return map_spectrum(s, [](double l) { return l > -1 ? std::sqrt(1 + l) : std::nan(""); });
}

/// 1/w, and 0 for a factor of weight 0, which does not move.
double inverse_weight(double w) { return w > 0 ? 1 / w : 0; }

}  // namespace

PolarCore polar_core(std::string_view name) {
  if (name == "exp") return PolarCore::exp;
  if (name == "first") return PolarCore::first_or_exp;
  if (name == "von-neumann") return PolarCore::von_neumann;
  require(name == "log-euclidean",
          "core step '{}' is none of exp, first, von-neumann, "
          "log-euclidean",
          name);
  return PolarCore::log_euclidean;
}

std::vector<std::string_view> polar_core_names() {
  return {"exp", "first", "von-neumann", "log-euclidean"};
}

PsdPolar::PsdPolar(Index dim, Index rank, const Settings& settings)
    : dim_(dim), rank_(rank), settings_(settings) {
  require(1 <= rank && rank <= dim, "rank {} must lie between 1 and the dimension {}", rank, dim);
  require(0 <= settings.lambda && settings.lambda <= 1, "lambda {} must lie between 0 and 1",
          settings.lambda);
}

FrameAndCore PsdPolar::gradient(const Point& p, const Matrix& eg) const {
  const Matrix k = symmetric_part((p.u * p.r).transpose() * eg);
  return {2 * settings_.lambda * normal_part(p.u, eg * p.r.transpose()), core_gradient(p.r, k)};
}

Matrix PsdPolar::core_gradient(const Matrix& r, const Matrix& k) const {
  const double weight = 1 - settings_.lambda;
  if (!is_logarithmic(settings_.core)) return weight * k;
  // K = R^T A R is known; the logarithmic metrics want A = U^T E U itself.
  const Matrix inverse = r.inverse();
  const Matrix a = weight * symmetric_part(inverse.transpose() * k * inverse);
  return settings_.core == PolarCore::von_neumann ? a : exp_derivative(log_core(r), a);
}

double PsdPolar::inner(const Point& p, const Tangent& a, const Tangent& b) const {
  const Matrix seen =
      settings_.core == PolarCore::von_neumann ? exp_derivative(log_core(p.r), b.r) : b.r;
  return inverse_weight(settings_.lambda) * a.u.cwiseProduct(b.u).sum() +
         inverse_weight(1 - settings_.lambda) * a.r.cwiseProduct(seen).sum();
}

FrameAndCore PsdPolar::project(const Point& p, const Tangent& z) const {
  Tangent xi{normal_part(p.u, z.u), symmetric_part(z.r)};
  if (settings_.lambda == 0) xi.u.setZero();
  if (settings_.lambda == 1) xi.r.setZero();
  return xi;
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
    case PolarCore::von_neumann:
    case PolarCore::log_euclidean:
      return exp_symmetric((log_core(r) + s) / 2);
  }
  fail("no such core step");
}

FrameAndCore PsdPolar::retract(const Point& p, const Tangent& xi) const {
  Point to = p;
  if (settings_.lambda > 0) to.u = retract_frame(p.u, xi.u, settings_.retraction);
  if (settings_.lambda < 1) to.r = retract_core(p.r, xi.r);
  return to;
}

FrameAndCore PsdPolar::random_point(Rng& rng) const {
  const Matrix a = random_normal(rank_, rank_, rng) / std::sqrt(static_cast<double>(rank_));
  const Matrix r = a + 2 * Matrix::Identity(rank_, rank_);
  // Steps that go through B or its logarithm come back to its symmetric root.
  const bool symmetric = settings_.symmetric_root || is_logarithmic(settings_.core);
  return {random_frame(dim_, rank_, rng), symmetric ? sqrt_symmetric(r * r.transpose()) : r};
}

FrameAndCore PsdPolar::random_tangent(const Point& p, Rng& rng) const {
  const Tangent xi =
      project(p, {random_normal(dim_, rank_, rng), random_normal(rank_, rank_, rng)});
  const double length = std::sqrt(inner(p, xi, xi));
  return length > 0 ? xi / length : xi;
}

FrameAndCore polar_from_factor(const Matrix& g) {
  const Eigen::JacobiSVD<Matrix> svd(g, Eigen::ComputeThinU | Eigen::ComputeThinV);
  const Matrix& v = svd.matrixV();
  return {svd.matrixU() * v.transpose(), v * svd.singularValues().asDiagonal() * v.transpose()};
}

}  // namespace mahala
