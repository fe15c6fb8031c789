#include "mahala/optimize/pair_regression.hpp"

#include <cmath>
#include <limits>

namespace mahala {
namespace {

constexpr Index moves_between_projections = 30;

}  // namespace

PairRegression::PairRegression(const Samples& x, const Pairs& pairs, Matrix start,
                               Preconditioning preconditioning)
    : x_(x),
      graph_(pairs, x.size()),
      preconditioner_(preconditioning, x, pairs, start.cols()),
      g_(std::move(start)) {
  const Index rows = PairGraph::stride(g_.cols());
  for (Matrix* m : {&z_, &q_, &l_}) m->setZero(rows, graph_.ends());
  d_.resize(g_.rows(), g_.cols());
  project(g_, z_);
  value_ = graph_.cost(z_);
}

void PairRegression::project(const Matrix& a, Matrix& out) const {
  x_.project(a, out.topLeftCorner(a.cols(), x_.size()));
}

void PairRegression::back_project(Matrix& out) const {
  x_.back_project(l_.topLeftCorner(g_.cols(), x_.size()), out);
  out *= 2;
}

double PairRegression::gradient_norm() {
  graph_.laplacian(z_, l_);
  back_project(d_);
  return d_.norm();
}

void PairRegression::aim(const Matrix& h) {
  h_ = h;
  project(h_, q_);
  graph_.rays(z_, q_, ray_);
}

void PairRegression::trials(std::span<const double> steps, std::span<double> values) const {
  graph_.costs(ray_, steps, values);
  // A parabola that overflows could pass the gate of an inequality as zero: it is no trial.
  const double steepest = ray_.c.maxCoeff();
  for (std::size_t t = 0; t < steps.size(); ++t) {
    if (!std::isfinite(steps[t] * steps[t] * steepest)) {
      values[t] = std::numeric_limits<double>::infinity();
    }
  }
}

Trial PairRegression::best_step(double guess, double slope) {
  Trial best{.step = quartic_minimiser(graph_.quartic(ray_))};
  const bool found = best.step > 0 && std::isfinite(best.step);
  if (!found || graph_.one_sided()) {
    best = newton_minimiser([&](double s) { return graph_.curve(ray_, s); },
                            found ? best.step : guess, value_, slope);
  }
  trials({&best.step, 1}, {&best.value, 1});
  return best.value < value_ ? best : Trial{};
}

void PairRegression::resize() {
  const double root = std::sqrt(graph_.best_multiple(z_));
  g_ *= root;
  z_ *= root;
  value_ = graph_.cost(z_);
}

double PairRegression::move(double step, double value) {
  const double change = step * h_.norm() / g_.norm();
  g_ -= step * h_;
  z_ -= step * q_;
  value_ = value;
  last_step_ = step;
  if (++moves_ % moves_between_projections == 0 || change > 1) {
    project(g_, z_);
    value_ = graph_.cost(z_);
  }
  return change;
}

Matrix PairRegression::curvature(const Matrix& h, bool gauss_newton) {
  h_ = h;
  project(h_, q_);
  graph_.curvature(z_, q_, gauss_newton, l_);
  Matrix product(h.rows(), h.cols());
  back_project(product);
  return product;
}

}  // namespace mahala
