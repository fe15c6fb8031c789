#include "mahala/data/samples/ordered_parts.hpp"

#include "mahala/core/ranks.hpp"
#include "mahala/data/samples/parts.hpp"

namespace mahala {

OrderedParts::OrderedParts(const Samples& x, Index rank, Eigen::Ref<Matrix> out)
    : x_(x), out_(out) {
  eigen_assert(out.rows() == x.dim() && out.cols() == rank);
  static_cast<void>(rank);
  out_.setZero();
}

void OrderedParts::add(const Strips& sum, const Beside& beside) {
  if (!x_.is_shared()) {
    sum.add_transposed_to(1, out_);
    beside_.cost += beside.cost;
    beside_.error += beside.error;
    return;
  }
  const auto size = static_cast<std::size_t>(out_.size());
  own_.resize(own_.size() + size + 2, 0.0);
  double* const last = own_.data() + own_.size() - size - 2;
  sum.add_transposed_to(1, Eigen::Map<Matrix>(last, out_.rows(), out_.cols()));
  last[size] = beside.cost;
  last[size + 1] = beside.error;
}

Beside OrderedParts::finish() {
  if (!x_.is_shared()) return beside_;
  const Index size = out_.size() + 2;
  Vector total(size);
  ordered_sum(own_, size, SampleParts(x_.size()).part_shares(),
              {total.data(), static_cast<std::size_t>(size)});
  out_ = Eigen::Map<const Matrix>(total.data(), out_.rows(), out_.cols());
  return {.cost = total[size - 2], .error = total[size - 1]};
}

}  // namespace mahala
