#include "mahala/optimize/online/adaptive_filter.hpp"

#include <algorithm>
#include <cmath>

#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/linalg/symmetric.hpp"

namespace mahala {
namespace {

double size_of(const Matrix& b, CoreNorm norm) {
  switch (norm) {
    case CoreNorm::frobenius:
      return b.norm();
    case CoreNorm::trace:
      return b.trace();
    case CoreNorm::spectral:
      break;
  }
  return symmetric_eigen(symmetric_part(b)).values.cwiseAbs().maxCoeff();
}

}  // namespace

double log_error(double yhat, double y, double limit) {
  if (y <= 0) return yhat > 0 ? limit : 0;
  if (yhat <= 0) return -limit;
  return std::clamp(std::log(yhat / y), -limit, limit);
}

double vector_rate(double yhat, double y, double x_squared, const FilterSettings& settings) {
  const double square = settings.normalised ? x_squared : 1;
  return square > 0 ? -settings.gain * (yhat - y) / square : 0;
}

double flat_rate(double yhat, double y, double x_squared, const FilterSettings& settings) {
  if (!settings.normalised) return -settings.gain * (yhat - y);
  if (x_squared == 0) return 0;
  const double k = -settings.gain * log_error(yhat, y, settings.log_limit);
  // Along the frozen field the exact flow is an exponential; Euler's rule is its first order.
  const bool along = settings.discretisation == Discretisation::retraction;
  return (along ? std::expm1(k) : k) / x_squared;
}

double polar_rate(double yhat, double y, double x_squared, const Matrix& core,
                  const FilterSettings& settings) {
  if (!settings.normalised) return settings.gain * (yhat - y);
  const double scale = x_squared * size_of(core, settings.core_norm);
  return scale > 0 ? settings.gain * log_error(yhat, y, settings.log_limit) / scale : 0;
}

double VectorFilter::update(const Vector& x, double y) {
  const double yhat = predict(x);
  w_ += vector_rate(yhat, y, x.squaredNorm(), settings_) * x;
  return yhat;
}

void SubspaceFilter::update(const Vector& x, const Vector& y) {
  const double square = settings_.normalised ? x.squaredNorm() : 1;
  if (square == 0) return;
  const Vector q = u_.transpose() * x, p = u_.transpose() * y;
  // P (x x^T - y x^T - x y^T) U
  const Matrix slope = normal_part(u_, (x - y) * q.transpose() - x * p.transpose());
  const Matrix xi = -settings_.gain / square * slope;
  if (settings_.discretisation == Discretisation::euler) {
    u_ += xi;
  } else {
    u_ = retract_frame(u_, xi, settings_.retraction);
  }
}

double FlatFilter::update(const Vector& x, double y) {
  const Vector z = g_.transpose() * x;
  const double yhat = z.squaredNorm();
  g_ += flat_rate(yhat, y, x.squaredNorm(), settings_) * x * z.transpose();
  return yhat;
}

double AffineFilter::update(const Vector& x, double y) {
  const Vector u = w_ * x;
  const double yhat = x.dot(u);
  if (settings_.normalised && !(yhat > 0)) return yhat;
  double c = settings_.normalised ? -settings_.gain * log_error(yhat, y, settings_.log_limit) / yhat
                                  : -settings_.gain * (yhat - y);
  if (settings_.discretisation == Discretisation::retraction) {
    c = expm1_over(yhat, c);
  } else if (c * yhat <= -(1 - settings_.clip_margin)) {
    c = -(1 - settings_.clip_margin) / yhat;  // W stays positive definite
  }
  w_ += c * u * u.transpose();
  return yhat;
}

Matrix AffineFilter::factor() const { return sqrt_symmetric(w_); }

double PolarFilter::predict(const Vector& x) const {
  const Vector q = u_.transpose() * x;
  return q.dot(b_ * q);
}

double PolarFilter::update(const Vector& x, double y) {
  const Vector q = u_.transpose() * x, b = b_ * q;
  const double yhat = q.dot(b);
  const double k = polar_rate(yhat, y, x.squaredNorm(), b_, settings_);
  if (k == 0) return yhat;
  const double turning = -2 * settings_.lambda * k, stretching = -(1 - settings_.lambda) * k;
  const Matrix xi = turning * (x - u_ * q) * b.transpose();
  if (settings_.discretisation == Discretisation::euler) {
    u_ += xi;
  } else if (turning != 0) {
    u_ = retract_frame(u_, xi, settings_.retraction);
  }
  const bool along = settings_.discretisation == Discretisation::retraction;
  b_ += (along ? expm1_over(yhat, stretching) : stretching) * b * b.transpose();
  return yhat;
}

Matrix PolarFilter::factor() const { return u_ * sqrt_symmetric(b_); }

void logdet_step(Matrix& w, const Vector& x, double y, double s) {
  const Vector u = w * x;
  const double yhat = x.dot(u);
  if (yhat == 0 || s == 0) return;
  const double t = s * y * yhat - 1, root = std::sqrt(t * t + 4 * s * yhat * yhat);
  // The same number both ways; each cancels where the other does not.
  const double after = t < 0 ? 2 * yhat / (root - t) : (t + root) / (2 * s * yhat);
  const double e = after - y;
  w -= s * e / (1 + s * e * yhat) * u * u.transpose();
}

}  // namespace mahala
