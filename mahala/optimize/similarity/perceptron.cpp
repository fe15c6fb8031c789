#include "mahala/optimize/similarity/perceptron.hpp"

#include <cmath>

#include "mahala/core/error.hpp"

namespace mahala {
namespace {

constexpr Index updates_between_sums = 1024;

/// column += along e.
template <class Column>
void add(Column column, double along, const SparseView& e) {
  for (std::size_t k = 0; k < e.at.size(); ++k) column[e.at[k]] += along * e.value[k];
}

}  // namespace

double MatrixPerceptron::update(const LabelExample& example) {
  require_labels(example.labels, w_.rows());
  const SparseView& x = example.x;
  scores_.setZero(w_.rows());
  for (std::size_t k = 0; k < x.at.size(); ++k) scores_ += x.value[k] * w_.col(x.at[k]);
  violation_.find(scores_, example.labels, direction_);
  if (violation_.loss == 0) return 0;
  for (std::size_t k = 0; k < x.at.size(); ++k) {
    add(w_.col(x.at[k]), eta_ * x.value[k], violation_.e.view());
  }
  return violation_.loss;
}

GroupPerceptron::GroupPerceptron(Index labels, Index dim, double eta, LabelDirection direction,
                                 double exponent)
    : theta_(Matrix::Zero(labels, dim)),
      eta_(eta),
      direction_(direction),
      exponent_(exponent != 0 ? exponent : std::max(2.0, std::log(static_cast<double>(dim)))),
      norms_(Vector::Zero(dim)) {
  require(exponent_ >= 2, "exponent {} must be at least 2", exponent_);
}

double GroupPerceptron::weight(Index j) const {
  if (powers_ <= 0) return 1;  // theta is zero, and so is W
  return std::pow(norms_[j] / std::pow(powers_, 1 / exponent_), exponent_ - 2);
}

void GroupPerceptron::change_column(Index j, double along) {
  add(theta_.col(j), along, violation_.e.view());
  const double before = norms_[j];
  norms_[j] = theta_.col(j).norm();
  powers_ += std::pow(norms_[j], exponent_) - std::pow(before, exponent_);
}

void GroupPerceptron::sum_powers() { powers_ = norms_.array().pow(exponent_).sum(); }

double GroupPerceptron::update(const LabelExample& example) {
  require_labels(example.labels, theta_.rows());
  const SparseView& x = example.x;
  scores_.setZero(theta_.rows());
  for (std::size_t k = 0; k < x.at.size(); ++k) {
    scores_ += (x.value[k] * weight(x.at[k])) * theta_.col(x.at[k]);
  }
  violation_.find(scores_, example.labels, direction_);
  if (violation_.loss == 0) return 0;
  for (std::size_t k = 0; k < x.at.size(); ++k) change_column(x.at[k], eta_ * x.value[k]);
  if (++updates_ % updates_between_sums == 0) sum_powers();
  return violation_.loss;
}

Matrix GroupPerceptron::matrix() const {
  Matrix w = theta_;
  for (Index j = 0; j < w.cols(); ++j) w.col(j) *= weight(j);
  return w;
}

}  // namespace mahala
