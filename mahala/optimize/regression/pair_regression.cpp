#include "mahala/optimize/regression/pair_regression.hpp"

#include <cmath>
#include <limits>

namespace mahala {
namespace {

constexpr Index moves_between_projections = 30;

}  // namespace

PairRegression::PairRegression(const Samples& x, const Pairs& pairs, Matrix start,
                               Preconditioning preconditioning, Loss loss, StartPull pull)
    : x_(x),
      graph_(pairs, x, loss),
      pull_(std::move(pull)),
      preconditioner_(preconditioning, x, pairs, start.cols(), loss, pull_.strength()),
      g_(std::move(start)) {
  for (Matrix* m : {&z_, &q_}) graph_.shape(g_.cols(), *m);
  d_.resize(g_.rows(), g_.cols());
  project(g_, z_);
  value_ = graph_.cost(z_) + pull_.value(g_);
}

void PairRegression::project(const Matrix& a, Matrix& out) {
  x_.project(a, out.topLeftCorner(a.cols(), graph_.samples()));
}

void PairRegression::back_project(const Matrix& padded, Matrix& out) {
  x_.back_project(padded.topLeftCorner(g_.cols(), graph_.samples()), out);
  out *= 2;
}

double PairRegression::gradient_norm() {
  graph_.laplacian(z_, q_);
  back_project(q_, d_);
  pull_.add_gradient(g_, d_);
  return d_.norm();
}

void PairRegression::aim(const Matrix& h) {
  h_ = h;
  project(h_, q_);
  graph_.rays(z_, q_, ray_);
  pull_along_ = pull_.along(g_, h_);
}

void PairRegression::trials(std::span<const double> steps, std::span<double> values) const {
  graph_.costs(ray_, steps, values);
  // A parabola that overflows could pass the gate of an inequality as zero: it is no trial.
  const double steepest = Eigen::Map<const Vector>(ray_.c.data(), std::ssize(ray_.c)).maxCoeff();
  for (std::size_t t = 0; t < steps.size(); ++t) {
    values[t] = std::isfinite(steps[t] * steps[t] * steepest)
                    ? values[t] + curve_at(pull_along_, steps[t]).value
                    : std::numeric_limits<double>::infinity();
  }
}

StepTrial PairRegression::best_step(double guess, double slope) {
  StepTrial best;
  if (is_quadratic(graph_.loss())) {
    Quartic along = graph_.quartic(ray_);
    for (std::size_t t = 0; t < along.size(); ++t) along[t] += pull_along_[t];
    best.step = quartic_minimiser(along);
  }
  const bool found = best.step > 0 && std::isfinite(best.step);
  if (!found || graph_.one_sided()) {
    const auto curve = [&](double s) {
      const RayCurve pairs = graph_.curve(ray_, s), pull = curve_at(pull_along_, s);
      return RayCurve{pairs.value + pull.value, pairs.slope + pull.slope, pairs.bend + pull.bend};
    };
    best = newton_minimiser(curve, found ? best.step : guess, value_, slope);
  }
  trials({&best.step, 1}, {&best.value, 1});
  return best.value < value_ ? best : StepTrial{};
}

void PairRegression::resize() {
  if (pull_.strength() > 0) return;
  const StepTrial best = graph_.best_multiple(z_, value_, ray_);
  g_ *= std::sqrt(best.step);
  z_ *= std::sqrt(best.step);
  value_ = best.value;
}

double PairRegression::move(double step, double value) {
  const double change = step * h_.norm() / g_.norm();
  g_ -= step * h_;
  z_ -= step * q_;
  value_ = value;
  last_step_ = step;
  if (++moves_ % moves_between_projections == 0 || change > 1) {
    project(g_, z_);
    value_ = graph_.cost(z_) + pull_.value(g_);
  }
  return change;
}

void PairRegression::keep(Archive& archive) {
  archive("g", g_);
  archive("z", z_);
  archive("value", value_);
  archive("last_step", last_step_);
  archive("moves", moves_);
}

void PairRegression::curvature(const Matrix& h, bool gauss_newton, Matrix& out) {
  project(h, q_);
  graph_.curvature(z_, q_, gauss_newton, curved_);
  out.resize(h.rows(), h.cols());
  back_project(curved_, out);
  pull_.add_curvature(g_, h, gauss_newton, out);
}

}  // namespace mahala
