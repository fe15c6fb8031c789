#include "mahala/optimize/logdet/logdet_linear.hpp"

#include <cmath>

#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/optimize/logdet/logdet_kernels.hpp"

namespace mahala {
namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();
constexpr int most_newton_steps = 200;

std::vector<Ends> all_ends(const std::vector<LinearTerms>& terms) {
  std::vector<Ends> ends;
  for (const LinearTerms& each : terms) {
    for (const SignedDifference& term : each) ends.push_back(term.ends);
  }
  return ends;
}

/// Eigenvalues of M^{1/2} diag(sign) M^{1/2}.
Vector signed_spectrum(const Matrix& m, const Vector& signs) {
  if (m.rows() == 2) {
    const double trace = signs[0] * m(0, 0) + signs[1] * m(1, 1);
    const double det = signs.prod() * std::max(0.0, m(0, 0) * m(1, 1) - m(0, 1) * m(1, 0));
    const double root = std::sqrt(std::max(0.0, trace * trace - 4 * det));
    // The larger root first; the other from the product, which does not cancel.
    const double large = (trace + (trace >= 0 ? root : -root)) / 2;
    return Eigen::Vector2d(large, large != 0 ? det / large : 0);
  }
  const Matrix root = sqrt_symmetric(m);
  return small_eigenvalues(root * signs.asDiagonal() * root);
}

/// The decreasing function whose root is the step, and its derivative.
struct Excess {
  const Vector& mu;
  const LogDetBound& bound;
  double yielding;  ///< 1 / gamma of quadratic slack, else 0
  double weight;

  double operator()(double t) const {
    return (mu.array() / (1 + t * mu.array())).sum() - bound.bound - yielding * (weight + t);
  }
  double slope(double t) const {
    return -(mu.array() / (1 + t * mu.array())).square().sum() - yielding;
  }
};

}  // namespace

double linear_step(const Vector& mu, const LogDetBound& bound, Slack slack, double weight) {
  double low = -unlimited, high = unlimited;  // where 1 + t mu > 0
  for (const double each : mu) {
    if (each > 0) low = std::max(low, -1 / each);
    if (each < 0) high = std::min(high, -1 / each);
  }
  const bool soft = !bound.hard();
  const Excess excess{mu, bound, soft && slack == Slack::quadratic ? 1 / bound.gamma : 0, weight};
  if (-weight > low) {
    if (excess(-weight) <= 0) return -weight;
    low = -weight;
  }
  if (soft && slack == Slack::hinge && bound.gamma - weight < high) {
    high = bound.gamma - weight;
    if (excess(high) >= 0) return high;
  }
  if (high == unlimited && excess.yielding == 0 && bound.bound <= 0) return unlimited;
  double t = low < 0 && 0 < high ? 0 : std::isfinite(high) ? (low + high) / 2 : low + 1;
  for (int step = 0; step < most_newton_steps; ++step) {
    const double value = excess(t);
    (value > 0 ? low : high) = t;
    double next = t - value / excess.slope(t);
    if (!(next > low && next < high)) {
      next = std::isfinite(low) && std::isfinite(high) ? (low + high) / 2 : 2 * t;
    }
    if (std::abs(next - t) <= 1e-16 * (1e-300 + std::abs(next))) return next;
    t = next;
  }
  return t;
}

LinearSpace::LinearSpace(const Matrix& points, std::vector<LinearTerms> terms)
    : CoordinateSpace({points, all_ends(terms)}), terms_(std::move(terms)) {
  begin_.push_back(0);
  for (const LinearTerms& each : terms_) begin_.push_back(begin_.back() + std::ssize(each));
}

void LinearSpace::pass(std::span<const Index> order, const LogDetBounds& bounds, Slack slack,
                       Vector& weights, PassTally& tally) {
  for (const Index k : order) {
    project(k, bounds[static_cast<std::size_t>(k)], slack, weights[k], tally);
  }
}

void LinearSpace::project(Index k, const LogDetBound& bound, Slack slack, double& weight,
                          PassTally& tally) {
  const LinearTerms& terms = terms_[static_cast<std::size_t>(k)];
  const Index first = begin_[static_cast<std::size_t>(k)], count = std::ssize(terms);
  v_.resize(a_.rows(), count);
  u_.resize(a_.rows(), count);
  Vector signs(count);
  bool all_zero = true;
  for (Index s = 0; s < count; ++s) {
    const auto [i, j] = ends_[static_cast<std::size_t>(first + s)];
    const double p =
        kernels::difference_product(a_.data(), a_.cols(), a_.rows(), points_.col(i).data(),
                                    points_.col(j).data(), v_.col(s).data(), u_.col(s).data());
    all_zero = all_zero && !(p > negligible(first + s));
    signs[s] = terms[static_cast<std::size_t>(s)].sign;
  }
  if (all_zero) {
    ++tally.skipped;
    return;
  }
  const Matrix m = symmetric_part(v_.transpose() * u_);
  const Vector mu = signed_spectrum(m, signs);
  const double t = linear_step(mu, bound, slack, weight);
  if (t == 0) return;
  if (!std::isfinite(t)) {
    tally.infeasible = true;
    return;
  }
  Matrix system = t * m * signs.asDiagonal();
  system.diagonal().array() += 1;
  const Matrix middle = signs.asDiagonal() * inverse(system);
  a_ -= t * u_ * symmetric_part(middle) * u_.transpose().leftCols(a_.cols());
  weight += t;
  tally.log_det += (t * mu.array()).log1p().sum();
  tally.gain += t * t * mu.squaredNorm() / 2;
  ++tally.projections;
}

double LinearSpace::refresh(const Vector& weights) {
  Vector each(begin_.back());
  for (Index k = 0; k < weights.size(); ++k) {
    const LinearTerms& terms = terms_[static_cast<std::size_t>(k)];
    for (Index s = 0; s < std::ssize(terms); ++s) {
      each[begin_[static_cast<std::size_t>(k)] + s] =
          weights[k] * terms[static_cast<std::size_t>(s)].sign;
    }
  }
  return CoordinateSpace::refresh(each);
}

Vector LinearSpace::distances() const {
  const Vector p = CoordinateSpace::distances();
  Vector sums = Vector::Zero(std::ssize(terms_));
  for (Index k = 0; k < sums.size(); ++k) {
    const LinearTerms& terms = terms_[static_cast<std::size_t>(k)];
    for (Index s = 0; s < std::ssize(terms); ++s) {
      sums[k] +=
          terms[static_cast<std::size_t>(s)].sign * p[begin_[static_cast<std::size_t>(k)] + s];
    }
  }
  return sums;
}

}  // namespace mahala
