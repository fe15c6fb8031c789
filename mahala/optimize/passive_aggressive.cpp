#include "mahala/optimize/passive_aggressive.hpp"

namespace mahala {
namespace {

/// How far along p v^T: as far as removes the loss, at most c.
double reach(double loss, double p2, double v2, double c) {
  return p2 * v2 > 0 ? std::min(loss / (p2 * v2), c) : 0;
}

}  // namespace

template <class Left>
void PassiveAggressive::move(const SparseView& p, const SparseView& q, double loss,
                             const Left& left) {
  const double p2 = p.squared_norm(), q2 = q.squared_norm(), v2 = v_.squaredNorm();
  const double t = reach(loss, p2, v2, settings_.c);
  a_.scatter(p, t * v_);
  if (settings_.sequential) {
    loss = left(t);
    u_ += t * p2 * v_;
  }
  if (loss > 0) b_.scatter(q, reach(loss, q2, u_.squaredNorm(), settings_.c) * u_);
}

double PassiveAggressive::update(const TripletExample& example) {
  assign_difference(example.positive, example.negative, difference_);
  const SparseView d = difference_.view();
  a_.gather(example.query, u_);
  b_.gather(d, v_);
  const double score = u_.dot(v_), loss = hinge(score);
  if (loss == 0) return 0;
  const double per_move = example.query.squared_norm() * v_.squaredNorm();
  move(example.query, d, loss, [&](double t) { return hinge(score + t * per_move); });
  return loss;
}

double LabelPassiveAggressive::update(const LabelExample& example) {
  require_labels(example.labels, a_.rows());
  b_.gather(example.x, v_);
  a_.times(v_, scores_);
  violation_.find(scores_, example.labels, direction_);
  const double loss = violation_.loss;
  if (loss == 0) return 0;
  const SparseView e = violation_.e.view();
  a_.gather(e, u_);
  // A's move raises the score of label i by t e_i |v|^2; the violators stay the same ones.
  move(e, example.x, loss, [&](double t) {
    for (std::size_t k = 0; k < e.at.size(); ++k) {
      scores_[e.at[k]] += t * e.value[k] * v_.squaredNorm();
    }
    double rest = 0;
    for (const Index y : violation_.violators) {
      rest += hinge(scores_[y] - scores_[violation_.negative]);
    }
    return rest;
  });
  return loss;
}

}  // namespace mahala
