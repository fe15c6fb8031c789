#include "mahala/optimize/factor_descent.hpp"

namespace mahala {

double FactorDescent::update(const TripletExample& example) {
  assign_difference(example.positive, example.negative, difference_);
  const SparseView d = difference_.view();
  a_.gather(example.query, u_);
  b_.gather(d, v_);
  const double loss = hinge(u_.dot(v_));
  if (loss == 0) return 0;
  a_.scatter(example.query, eta_ * v_);
  b_.scatter(d, eta_ * u_);
  return loss;
}

double FactorDescentPsd::update(const TripletExample& example) {
  assign_difference(example.positive, example.negative, difference_);
  const SparseView d = difference_.view();
  a_.gather(example.query, u_);
  a_.gather(d, v_);
  const double loss = hinge(u_.dot(v_));
  if (loss == 0) return 0;
  a_.scatter(example.query, eta_ * v_);
  a_.scatter(d, eta_ * u_);
  return loss;
}

}  // namespace mahala
