#include "mahala/optimize/similarity/loreta.hpp"

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/linalg.hpp"

namespace mahala {

template <class Scalar>
double LabelLoreta<Scalar>::look(std::span<const Index> labels) {
  require_labels(labels, similarity_.left_dim());
  similarity_.image(seen_, image_);
  similarity_.left_scores(image_, scores_);
  violation_.find(scores_, labels, direction_);
  if (violation_.loss > 0) similarity_.see_left(violation_.e.view(), seen_);
  return violation_.loss;
}

template <class Scalar>
double LabelLoreta<Scalar>::update(const LabelExample& example) {
  const double eta = eta_.next();
  similarity_.see_right(example.x, seen_);
  const double loss = look(example.labels);
  if (loss > 0) similarity_.step(violation_.e.view(), example.x, seen_, eta);
  return loss;
}

template <class Scalar>
double LabelLoreta<Scalar>::update(const MatrixView& x,
                                   std::span<const std::span<const Index>> labels) {
  require(x.cols() == std::ssize(labels), "{} samples and the labels of {}", x.cols(),
          labels.size());
  const Index count = x.cols();
  Matrix v, xx(count, count), rows = Matrix::Zero(similarity_.rank(), count);
  similarity_.project_right(x, v);
  multiply_at_b(x, x, xx);
  seen_.v.resize(similarity_.rank(), 1);
  double sum = 0;
  Vector row;
  for (Index j = 0; j < count; ++j) {
    const double eta = eta_.next();
    seen_.v.view().col(0) = v.col(j);
    const double loss = look(labels[static_cast<std::size_t>(j)]);
    if (loss == 0) continue;
    sum += loss;
    similarity_.step_owing_right(violation_.e.view(), seen_, xx(j, j), eta, row);
    rows.col(j) = row;
    const Index rest = count - j - 1;
    v.rightCols(rest).noalias() += row * xx.col(j).tail(rest).transpose();
  }
  similarity_.pay_right(x, rows);
  return sum;
}

template <class Scalar>
double WarpLoreta<Scalar>::update(const LabelExample& example) {
  const Index labels = similarity_.left_dim(), relevant = std::ssize(example.labels);
  if (relevant == 0 || relevant >= labels) return 0;
  const Index y = example.labels[static_cast<std::size_t>(random_index(relevant, rng_))];
  const WarpPick pick =
      update(example, y, [&] { return random_negative(labels, example.labels, rng_); });
  return pick.excess * weights_[static_cast<std::size_t>(pick.rank)];
}

template <class Scalar>
void WarpLoreta<Scalar>::step(const SparseView& x, Index y, const WarpPick& pick, double eta) {
  e_.clear();
  e_.push(std::min(y, pick.negative), y < pick.negative ? 1 : -1);
  e_.push(std::max(y, pick.negative), y < pick.negative ? -1 : 1);
  similarity_.see_left(e_.view(), seen_);
  similarity_.step(e_.view(), x, seen_, eta * weights_[static_cast<std::size_t>(pick.rank)]);
}

template <class Scalar>
double TaskLoreta<Scalar>::update(const TaskExample& example) {
  const double eta = eta_.next();
  require(example.y.size() == similarity_.left_dim(), "{} values for {} tasks", example.y.size(),
          similarity_.left_dim());
  similarity_.see_right(example.x, seen_);
  similarity_.image(seen_, image_);
  similarity_.left_scores(image_, residual_);
  residual_ = example.y - residual_;
  const double loss = residual_.squaredNorm() / 2;
  if (loss == 0) return 0;
  const SparseView e = all_tasks_(residual_);
  similarity_.see_left(e, seen_);
  similarity_.step(e, example.x, seen_, eta);
  return loss;
}

template class LabelLoreta<double>;
template class LabelLoreta<float>;
template class WarpLoreta<double>;
template class WarpLoreta<float>;
template class TaskLoreta<double>;
template class TaskLoreta<float>;

}  // namespace mahala
