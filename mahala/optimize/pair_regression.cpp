#include "mahala/optimize/pair_regression.hpp"

#include <cmath>
#include <limits>

namespace mahala {
namespace {

constexpr Index moves_between_projections = 100;

}  // namespace

PairRegression::PairRegression(const Samples& x, const Pairs& pairs, Matrix start)
    : x_(x), graph_(pairs, x.size()), g_(std::move(start)) {
  const Index rows = PairGraph::stride(g_.cols());
  for (Matrix* m : {&z_, &q_, &l_}) m->setZero(rows, graph_.ends());
  d_.resize(g_.rows(), g_.cols());
  project(g_, z_);
  value_ = graph_.cost(z_);
}

void PairRegression::project(const Matrix& a, Matrix& out) const {
  x_.project(a, out.topLeftCorner(a.cols(), x_.size()));
}

double PairRegression::gradient_norm() {
  graph_.laplacian(z_, l_);
  x_.back_project(l_.topLeftCorner(g_.cols(), x_.size()), d_);
  d_ *= 2;
  return d_.norm();
}

void PairRegression::aim() {
  project(d_, q_);
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

double PairRegression::move(double step, double value) {
  const double change = step * d_.norm() / g_.norm();
  g_ -= step * d_;
  z_ -= step * q_;
  value_ = value;
  if (++moves_ % moves_between_projections == 0) project(g_, z_);
  return change;
}

}  // namespace mahala
