#include "mahala/geometry/spd_log.hpp"

#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/symmetric.hpp"

namespace mahala {

SpdLog::SpdLog(Index dim, LogMetric metric) : dim_(dim), metric_(metric) {
  require(dim >= 1, "there are no positive definite matrices of dimension {}", dim);
}

Matrix SpdLog::factor(const Point& s) const { return exp_symmetric(s / 2); }

Matrix SpdLog::gradient(const Point& s, const Matrix& e) const {
  return metric_ == LogMetric::von_neumann ? symmetric_part(e) : exp_derivative(s, e);
}

double SpdLog::inner(const Point& s, const Tangent& a, const Tangent& b) const {
  if (metric_ == LogMetric::log_euclidean) return a.cwiseProduct(b).sum();
  return a.cwiseProduct(exp_derivative(s, b)).sum();
}

Matrix SpdLog::project(const Point&, const Matrix& z) const { return symmetric_part(z); }

double SpdLog::distance_moved(const Point& s, const Point& to) const {
  return relative_change(exp_symmetric(s), exp_symmetric(to));
}

Matrix SpdLog::random_point(Rng& rng) const {
  return symmetric_part(random_normal(dim_, dim_, rng)) / std::sqrt(static_cast<double>(dim_));
}

Matrix SpdLog::random_tangent(const Point& s, Rng& rng) const {
  return unit_length(*this, s, symmetric_part(random_normal(dim_, dim_, rng)));
}

}  // namespace mahala
