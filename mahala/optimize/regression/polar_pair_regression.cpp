#include "mahala/optimize/regression/polar_pair_regression.hpp"

#include <cmath>
#include <limits>

#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/geometry/log_change.hpp"

namespace mahala {
namespace {

constexpr Index polar_moves_between_projections = 100;
constexpr double damping = 1e-4;  ///< of R^{-1}, in units of the mean eigenvalue of B

}  // namespace

PolarPairRegression::PolarPairRegression(const Samples& x, const Pairs& pairs, FrameAndCore start,
                                         PsdPolar manifold, Preconditioning preconditioning,
                                         Loss loss, StartPull pull)
    : x_(x),
      graph_(pairs, x, loss),
      manifold_(std::move(manifold)),
      pull_(std::move(pull)),
      preconditioner_(manifold_.moves_all() ? preconditioning : Preconditioning::none, x, pairs,
                      start.r.cols(), loss, pull_.strength()),
      point_(std::move(start)),
      trial_r_(point_.r) {
  for (Matrix* m : {&z_, &q_, &g_, &l_, &trial_}) graph_.shape(point_.r.cols(), *m);
  project_point();
  value_ = graph_.cost(g_) + pull_.value(factor());
}

void PolarPairRegression::project(const Matrix& a, Matrix& out) {
  x_.project(a, out.topLeftCorner(a.cols(), graph_.samples()));
}

void PolarPairRegression::project_point() {
  const Index r = point_.r.cols();
  project(point_.u, z_);
  g_.topRows(r).noalias() = point_.r.transpose() * z_.topRows(r);
}

double PolarPairRegression::gradient_norm() {
  graph_.laplacian(g_, l_);
  Matrix eg(point_.u.rows(), point_.r.cols());
  x_.back_project(l_.topLeftCorner(point_.r.cols(), graph_.samples()), eg);
  const Matrix g = factor();
  pull_.add_change(pull_.strength() / 2, g, g, eg);
  gradient_ = manifold_.gradient(point_, eg);
  return std::sqrt(std::max(manifold_.inner(point_, gradient_, gradient_), 0.0));
}

void PolarPairRegression::settle() {
  if (preconditioner_.kind() == Preconditioning::none) return;
  preconditioner_.place(factor(), g_);
  Matrix b = point_.r * point_.r.transpose();
  b.diagonal().array() += damping * b.trace() / static_cast<double>(b.rows());
  inverse_core_ = Cholesky(b).solve(point_.r).transpose();
}

void PolarPairRegression::precondition(const FrameAndCore& a, FrameAndCore& out) {
  if (preconditioner_.kind() == Preconditioning::none) {
    out = a;
    return;
  }
  const double lambda = manifold_.lambda();
  const Matrix slope = (a.u / lambda) * inverse_core_.transpose() +
                       point_.u * (inverse_core_.transpose() * ((2 / (1 - lambda)) * a.r));
  Matrix h;
  preconditioner_.apply(slope, h);
  const Matrix along = point_.u.transpose() * h, half = inverse_core_ * along;
  out.u = (h - point_.u * along) * inverse_core_;
  out.r = half + half.transpose();
}

void PolarPairRegression::aim(const FrameAndCore& h) {
  direction_ = h;
  ray_ = FrameRay(direction_.u.transpose() * direction_.u, manifold_.retraction());
  Spectrum spectrum = symmetric_eigen(direction_.r);
  rates_ = std::move(spectrum.values);
  rotation_ = std::move(spectrum.vectors);
  if (manifold_.lambda() > 0) project(direction_.u, q_);
  if (pull_.strength() == 0) return;
  pull_u_ = pull_.start().transpose() * point_.u;
  pull_xi_ = pull_.start().transpose() * direction_.u;
}

double PolarPairRegression::pull_of_trial(double step) const {
  if (pull_.strength() == 0) return 0;
  return pull_.value(Matrix(trial_r_.transpose() * trial_r_),
                     (pull_u_ * turn_.a - step * pull_xi_ * turn_.c) * trial_r_);
}

void PolarPairRegression::trials(std::span<const double> steps, std::span<double> values) {
  const Index r = point_.r.cols();
  for (std::size_t t = 0; t < steps.size(); ++t) {
    const double s = steps[t];
    // R exp(-s S / 2); S is zero where lambda = 1.
    trial_r_ = point_.r * rotation_ * (-s / 2 * rates_.array()).exp().matrix().asDiagonal() *
               rotation_.transpose();
    turn_ = ray_.turn(s);
    const Matrix of_z = (turn_.a * trial_r_).transpose();
    trial_.topRows(r).noalias() = of_z * z_.topRows(r);
    if (manifold_.lambda() > 0) {
      const Matrix of_q = -s * (turn_.c * trial_r_).transpose();
      trial_.topRows(r).noalias() += of_q * q_.topRows(r);
    }
    const bool too_far = s * rates_.cwiseAbs().maxCoeff() > most_log_change;
    values[t] =
        too_far ? std::numeric_limits<double>::infinity() : graph_.cost(trial_) + pull_of_trial(s);
  }
}

double PolarPairRegression::move(double step, double value) {
  const Matrix before = factor();
  if (manifold_.lambda() > 0) {
    point_.u = point_.u * turn_.a - step * direction_.u * turn_.c;
    const Index r = point_.r.cols();
    // The trial was a frame up to the rounding of its step; the next step believes it to be one.
    const Matrix restoring = inverse_sqrt_symmetric(point_.u.transpose() * point_.u);
    point_.u = (point_.u * restoring).eval();
    const Matrix a = restoring * turn_.a.transpose(), c = -step * restoring * turn_.c.transpose();
    l_.topRows(r).noalias() = a * z_.topRows(r);  // l_ is free until the next gradient
    l_.topRows(r).noalias() += c * q_.topRows(r);
    z_.swap(l_);
  }
  point_.r = trial_r_;
  g_.swap(trial_);
  value_ = value;
  last_step_ = step;
  if (++moves_ % polar_moves_between_projections == 0) {
    project_point();  // before rounding adds up
  }
  return relative_change(before, factor());
}

void PolarPairRegression::keep(Archive& archive) {
  archive("point", point_);
  archive("z", z_);
  archive("g", g_);
  archive("value", value_);
  archive("last_step", last_step_);
  archive("moves", moves_);
}

}  // namespace mahala
