#include "mahala/optimize/similarity/wsabie.hpp"

namespace mahala {

double Wsabie::update(const LabelExample& example) {
  const Index labels = a_.rows(), relevant = std::ssize(example.labels);
  if (relevant == 0 || relevant >= labels) return 0;
  const Index y = example.labels[static_cast<std::size_t>(random_index(relevant, rng_))];
  const WarpPick pick =
      update(example, y, [&] { return random_negative(labels, example.labels, rng_); });
  return pick.excess * weights_[static_cast<std::size_t>(pick.rank)];
}

void Wsabie::step(const SparseView& x, Index y, const WarpPick& pick) {
  const double length = eta_ * weights_[static_cast<std::size_t>(pick.rank)];
  apart_ = length * (a_.row(y) - a_.row(pick.negative));
  a_.row(y) += length * f_;
  a_.row(pick.negative) -= length * f_;
  b_.scatter(x, apart_);
  shorten(a_, y);
  shorten(a_, pick.negative);
  for (const Index i : x.at) shorten(b_, i);
}

void Wsabie::shorten(TallMatrix& factor, Index i) const {
  auto row = factor.row(i);
  const double length = row.norm();
  if (length > longest_row_) row *= longest_row_ / length;
}

}  // namespace mahala
