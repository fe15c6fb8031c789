#include "mahala/optimize/online/lazy_filter.hpp"

#include "mahala/core/linalg/symmetric.hpp"

namespace mahala {

double LazyVectorFilter::predict(const SparseView& x) const {
  double sum = 0;
  for (std::size_t k = 0; k < x.at.size(); ++k) sum += w_[x.at[k]] * x.value[k];
  return sum;
}

double LazyVectorFilter::update(const SparseView& x, double y) {
  const double yhat = predict(x), rate = vector_rate(yhat, y, x.squared_norm(), settings_);
  for (std::size_t k = 0; k < x.at.size(); ++k) w_[x.at[k]] += rate * x.value[k];
  return yhat;
}

double LazyFlatFilter::predict(const SparseView& x) const {
  g_.gather(x, z_);
  return z_.squaredNorm();
}

double LazyFlatFilter::update(const SparseView& x, double y) {
  const double yhat = predict(x);
  g_.scatter(x, flat_rate(yhat, y, x.squared_norm(), settings_) * z_);
  return yhat;
}

double LazyPolarFilter::predict(const SparseView& x) const {
  frame_.see(x, seen_);
  return seen_.q.dot(b_ * seen_.q);
}

double LazyPolarFilter::update(const SparseView& x, double y) {
  frame_.see(x, seen_);
  const Vector b = b_ * seen_.q;
  const double yhat = seen_.q.dot(b);
  const double k = polar_rate(yhat, y, x.squared_norm(), b_, settings_);
  if (k == 0) return yhat;
  if (settings_.lambda > 0) frame_.turn(x, seen_, b, -2 * settings_.lambda * k);
  b_ += expm1_over(yhat, -(1 - settings_.lambda) * k) * b * b.transpose();
  return yhat;
}

Matrix LazyPolarFilter::factor() const { return frame_.times(sqrt_symmetric(b_)); }

}  // namespace mahala
