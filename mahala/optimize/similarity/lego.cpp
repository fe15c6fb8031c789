#include "mahala/optimize/similarity/lego.hpp"

#include <cmath>

namespace mahala {
namespace {

/// M z.
Vector image(const Matrix& m, const SparseView& z) {
  Vector sum = Vector::Zero(m.rows());
  for (std::size_t k = 0; k < z.at.size(); ++k) sum += z.value[k] * m.col(z.at[k]);
  return sum;
}

double inner(const SparseView& z, const Vector& x) {
  double sum = 0;
  for (std::size_t k = 0; k < z.at.size(); ++k) sum += z.value[k] * x[z.at[k]];
  return sum;
}

}  // namespace

double PairLego::distance(const SparseView& x, const SparseView& z) {
  assign_difference(x, z, difference_);
  mz_ = image(m_, difference_.view());
  return inner(difference_.view(), mz_);
}

void PairLego::step(double yhat, double target) {
  const double c = 1 - eta_ * target * yhat;
  const double root = std::sqrt(c * c + 4 * eta_ * yhat * yhat);
  // The form of the root that adds numbers of equal sign.
  const double ybar = c < 0 ? (root - c) / (2 * eta_ * yhat) : 2 * yhat / (c + root);
  m_.noalias() -= (yhat - ybar) / (yhat * yhat) * mz_ * mz_.transpose();
}

double PairLego::update(const SparseView& x, const SparseView& z, bool alike) {
  return update(x, z, alike, alike ? bounds_.near : bounds_.far);
}

double PairLego::update(const SparseView& x, const SparseView& z, bool alike, double bound) {
  const double yhat = distance(x, z);
  const double missed = alike ? yhat - bound : bound - yhat;
  if (missed <= 0) return 0;
  if (yhat > 0) step(yhat, bound);
  return missed;
}

double PairLego::update(const TripletExample& example) {
  const double missed_far = std::max(bounds_.far - distance(example.query, example.negative), 0.0);
  const double missed_near = update(example.query, example.positive, true);
  update(example.query, example.negative, false);
  return missed_near + missed_far;
}

double TripletLego::update(const TripletExample& example) {
  constexpr double least = 1e-3;
  assign_difference(example.query, example.positive, near_);
  assign_difference(example.query, example.negative, far_);
  const Vector mp = image(m_, near_.view()), mn = image(m_, far_.view());
  const double dp = inner(near_.view(), mp), dn = inner(far_.view(), mn);
  const double loss = std::max(1 + dp - dn, 0.0);
  if (loss == 0) return 0;
  // Two rank-one changes of M^{-1}, the first of which changes what the second sees of M.
  const double cross = inner(far_.view(), mp);
  for (double eta = eta_;; eta /= 2) {
    const double first = eta / (1 + eta * dp);
    const double left = 1 - eta * (dn - first * cross * cross);
    if (left <= least) continue;
    const Vector seen = mn - first * cross * mp;
    m_.noalias() -= first * mp * mp.transpose();
    m_.noalias() += eta / left * seen * seen.transpose();
    return loss;
  }
}

}  // namespace mahala
