#include "mahala/optimize/similarity/manifold_identification.hpp"

#include "mahala/core/linalg/decompositions.hpp"

namespace mahala {
namespace {

constexpr double least_stretch = 1e-12;

/// factor^T x.
Vector seen(const Matrix& factor, const SparseView& x) {
  Vector sum = Vector::Zero(factor.cols());
  for (std::size_t k = 0; k < x.at.size(); ++k) sum += x.value[k] * factor.row(x.at[k]).transpose();
  return sum;
}

}  // namespace

ManifoldIdentification::ManifoldIdentification(const FixedRankPoint& start,
                                               ManifoldIdentificationSettings settings)
    : state_(start.a, start.b),
      settings_(settings),
      m_(Matrix::Identity(start.a.cols(), start.a.cols())) {}

double ManifoldIdentification::update(const TripletExample& example) {
  assign_difference(example.positive, example.negative, difference_);
  const double loss = done_ == 0 ? outer(example) : inner(example);
  if (++done_ > settings_.inner_steps) end_round();
  return loss;
}

double ManifoldIdentification::outer(const TripletExample& example) {
  const auto& [a, b] = state_.point();
  const double loss = hinge(seen(a, example.query).dot(seen(b, difference_.view())));
  if (loss > 0) {
    state_.step(settings_.eta * dense(example.query, a.rows()),
                dense(difference_.view(), b.rows()));
  }
  return loss;
}

double ManifoldIdentification::inner(const TripletExample& example) {
  const Vector u = seen(state_.point().a, example.query);
  const Vector v = seen(state_.point().b, difference_.view());
  const double loss = hinge(u.dot(m_ * v)), size = u.squaredNorm() * v.squaredNorm();
  if (loss > 0 && size > 0) m_ += std::min(settings_.c, loss / size) * u * v.transpose();
  return loss;
}

void ManifoldIdentification::end_round() {
  const auto [u, sigma, v] = jacobi_svd(m_);
  const Vector root = sigma.cwiseMax(least_stretch * sigma[0]).cwiseSqrt();
  state_.multiply(u * root.asDiagonal(), v * root.asDiagonal());
  m_.setIdentity();
  done_ = 0;
}

FixedRankPoint ManifoldIdentification::factors() const {
  return {state_.point().a * m_, state_.point().b};
}

}  // namespace mahala
