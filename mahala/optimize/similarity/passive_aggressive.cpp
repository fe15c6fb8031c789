#include "mahala/optimize/similarity/passive_aggressive.hpp"

namespace mahala {

double PassiveAggressive::reach(Fall fall) const {
  return fall.rate > 0 ? std::min(fall.loss / fall.rate, settings_.c) : 0;
}

template <class AlongB>
void PassiveAggressive::move(const SparseView& p, const SparseView& q, Fall along_a,
                             const AlongB& along_b) {
  const double t = reach(along_a), seen = settings_.sequential ? t : 0;
  u_ += seen * p.squared_norm() * v_;
  const Fall left = along_b(seen);
  a_.scatter(p, t * v_);
  if (left.loss > 0) b_.scatter(q, reach(left) * u_);
}

double PassiveAggressive::update(const TripletExample& example) {
  assign_difference(example.positive, example.negative, difference_);
  const SparseView d = difference_.view();
  a_.gather(example.query, u_);
  b_.gather(d, v_);
  const double score = u_.dot(v_), loss = hinge(score);
  if (loss == 0) return 0;
  const double rate = example.query.squared_norm() * v_.squaredNorm();
  move(example.query, d, {loss, rate}, [&](double t) {
    return Fall{hinge(score + t * rate), d.squared_norm() * u_.squaredNorm()};
  });
  return loss;
}

double LabelPassiveAggressive::lead() const {
  return direction_ == LabelDirection::exact ? 1 + static_cast<double>(violation_.violators.size())
                                             : 2;
}

PassiveAggressive::Fall LabelPassiveAggressive::along_features(double t, double x2) {
  const Index n = violation_.negative;
  const double gain = t * lead() * v_.squaredNorm();
  double loss = 0, violators = 0;
  pull_.setZero(u_.size());
  for (const Index y : violation_.violators) {
    const double excess = hinge(scores_[y] - scores_[n] + gain);
    if (excess == 0) continue;
    loss += excess;
    ++violators;
    pull_ += a_.row(y) - a_.row(n);
  }
  pull_ += t * lead() * violators * v_;
  return {loss, x2 * pull_.dot(u_)};
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
  const auto violators = static_cast<double>(violation_.violators.size());
  move(e, example.x, {loss, violators * lead() * v_.squaredNorm()},
       [&](double t) { return along_features(t, example.x.squared_norm()); });
  return loss;
}

}  // namespace mahala
