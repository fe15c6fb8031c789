#include "mahala/optimize/similarity/factor_descent.hpp"

namespace mahala {
namespace {

/// The step on both factors from where they were; `a` and `b` may be one matrix.
double descend(const TripletExample& example, TallMatrix& a, TallMatrix& b, double eta,
               SparseVector& difference, Vector& u, Vector& v) {
  assign_difference(example.positive, example.negative, difference);
  a.gather(example.query, u);
  b.gather(difference.view(), v);
  const double loss = hinge(u.dot(v));
  if (loss == 0) return 0;
  a.scatter(example.query, eta * v);
  b.scatter(difference.view(), eta * u);
  return loss;
}

}  // namespace

double FactorDescent::update(const TripletExample& example) {
  return descend(example, a_, b_, eta_, difference_, u_, v_);
}

double FactorDescentPsd::update(const TripletExample& example) {
  return descend(example, a_, a_, eta_, difference_, u_, v_);
}

}  // namespace mahala
