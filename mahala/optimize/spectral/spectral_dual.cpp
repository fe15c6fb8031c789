#include "mahala/optimize/spectral/spectral_dual.hpp"

#include <algorithm>
#include <cmath>

#include "mahala/core/linalg/linalg.hpp"

namespace mahala {
namespace {

/// a diag(weights) a^T
Matrix weighted_outer(const Matrix& a, const Vector& weights) {
  const Matrix scaled = a * weights.asDiagonal();
  Matrix out(a.rows(), a.rows());
  multiply_a_bt(scaled, a, out);
  return (out + out.transpose()) / 2;
}

Matrix transposed_product(const Matrix& a, const Matrix& b) {
  Matrix out(a.cols(), b.cols());
  multiply_at_b(a, b, out);
  return out;
}

}  // namespace

std::vector<LinearTerms> pair_terms(const std::vector<Ends>& ends) {
  std::vector<LinearTerms> terms;
  for (const Ends& each : ends) terms.push_back({{each, 1}});
  return terms;
}

SpectralDual::SpectralDual(const SpectralProblem& problem, const SpectralFunction& f)
    : problem_(&problem), f_(&f) {
  std::vector<Ends> ends;
  std::vector<double> signs;
  for (std::size_t k = 0; k < problem.terms.size(); ++k) {
    for (const SignedDifference& term : problem.terms[k]) {
      ends.push_back(term.ends);
      signs.push_back(term.sign);
      own_.push_back(static_cast<Index>(k));
    }
  }
  v_ = vectors_of({problem.points, std::move(ends)});
  sign_ = Eigen::Map<const Vector>(signs.data(), std::ssize(signs));
}

/// -sum f^*(s)
double SpectralDual::spectral_part(const Vector& s) const {
  double sum = 0;
  for (const double each : s) sum -= f_->conjugate(each);
  return sum;
}

bool SpectralDual::move_to(const Vector& weights) {
  const Vector by_term = weights(own_).cwiseProduct(sign_);
  const Matrix c = weighted_outer(v_, by_term);
  if (!c.allFinite()) return false;
  Spectrum spectrum = symmetric_eigen(-c);
  if (spectrum.values.size() > 0 && spectrum.values[0] >= f_->limit()) return false;
  double value = spectral_part(spectrum.values);
  const double sum = weights.sum();
  const double threshold = problem_->learns_threshold ? std::max(1.0, sum) : 0;
  if (problem_->learns_threshold) value += threshold * (threshold / 2 - sum);
  const double spectral = value;
  for (Index k = 0; k < weights.size(); ++k) {
    value += dual_term(problem_->bounds[static_cast<std::size_t>(k)], problem_->slack, weights[k]);
  }
  if (!std::isfinite(value)) return false;
  value_ = value;
  spectral_ = spectral;
  threshold_ = threshold;
  weights_ = weights;
  s_ = std::move(spectrum.values);
  q_ = std::move(spectrum.vectors);
  values_ = s_.unaryExpr([&](double each) { return f_->eigenvalue(each); });
  turned_ = transposed_product(q_, v_);
  const Vector squares = turned_.array().square().matrix().transpose() * values_;
  distances_ = Vector::Constant(weights.size(), -threshold);
  for (std::size_t t = 0; t < own_.size(); ++t) {
    const auto at = static_cast<Index>(t);
    distances_[own_[t]] += sign_[at] * squares[at];
  }
  return true;
}

Vector SpectralDual::gradient() const {
  return dual_gradient(problem_->bounds, problem_->slack, weights_, distances_);
}

LogDetStanding SpectralDual::standing() const {
  return mahala::standing(problem_->bounds, problem_->slack, weights_, distances_, spectral_);
}

Matrix SpectralDual::matrix() const { return weighted_outer(q_, values_); }

void SpectralDual::prepare_curvature() {
  slopes_.resize(s_.size(), s_.size());
  for (Index j = 0; j < s_.size(); ++j) {
    for (Index i = 0; i <= j; ++i) slopes_(i, j) = slopes_(j, i) = f_->slope(s_[i], s_[j]);
  }
}

Vector SpectralDual::curvature_times(const Vector& d) const {
  const Vector by_term = d(own_).cwiseProduct(sign_);
  const Matrix bent = slopes_.cwiseProduct(weighted_outer(turned_, by_term));
  const Matrix moved = transposed_product(bent, turned_);
  const Vector squares = turned_.cwiseProduct(moved).colwise().sum().transpose();
  const double common = problem_->learns_threshold && threshold_ > 1 ? d.sum() : 0;
  Vector out = Vector::Constant(d.size(), common);
  for (std::size_t t = 0; t < own_.size(); ++t) {
    const auto at = static_cast<Index>(t);
    out[own_[t]] += sign_[at] * squares[at];
  }
  for (Index k = 0; k < d.size(); ++k) {
    const LogDetBound& bound = problem_->bounds[static_cast<std::size_t>(k)];
    out[k] += dual_curvature(bound, problem_->slack, weights_[k]) * d[k];
  }
  return out;
}

/// Of bounds with several terms without what these have in common: it scales a solver's steps.
Vector SpectralDual::curvature_diagonal() const {
  const Matrix squares = turned_.array().square();
  const Vector own =
      squares.cwiseProduct(transposed_product(slopes_, squares)).colwise().sum().transpose();
  Vector out(weights_.size());
  for (Index k = 0; k < out.size(); ++k) {
    out[k] =
        dual_curvature(problem_->bounds[static_cast<std::size_t>(k)], problem_->slack, weights_[k]);
  }
  for (std::size_t t = 0; t < own_.size(); ++t) out[own_[t]] += own[static_cast<Index>(t)];
  return out;
}

}  // namespace mahala
