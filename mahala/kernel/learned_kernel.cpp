#include "mahala/kernel/learned_kernel.hpp"

#include "mahala/core/error.hpp"

namespace mahala {

LearnedKernel::LearnedKernel(Samples support, Matrix middle, KernelOptions options, double weight)
    : support_(std::move(support)),
      middle_(std::move(middle)),
      options_(std::move(options)),
      weight_(weight) {
  const Index s = is_precomputed(options_) ? support_.dim() : support_.size();
  require(middle_.rows() == s && middle_.cols() == s,
          "a kernel learned on {} samples has a {} x {} middle", s, middle_.rows(), middle_.cols());
}

Matrix LearnedKernel::with_support(const Samples& x) const {
  if (!is_precomputed(options_)) return cross_kernel(x, support_, options_);
  require(x.dim() == dim(), "a precomputed kernel with {} samples has {} numbers a sample, not {}",
          dim(), dim(), x.dim());
  return x.block(0, x.size()).transpose();
}

Matrix LearnedKernel::between(const Samples& x, const Samples& z) const {
  const Matrix learned = with_support(x) * middle_ * with_support(z).transpose();
  return weight_ > 0 ? Matrix(weight_ * cross_kernel(x, z, options_) + learned) : learned;
}

Vector LearnedKernel::of_itself(const Samples& x) const {
  const Matrix with_x = with_support(x);
  const Vector learned = (with_x * middle_).cwiseProduct(with_x).rowwise().sum();
  return weight_ > 0 ? Vector(weight_ * self_kernel(x, options_) + learned) : learned;
}

Matrix LearnedKernel::squared_distances(const Samples& x, const Samples& z) const {
  Matrix squares = -2 * between(x, z);
  squares.colwise() += of_itself(x);
  squares.rowwise() += of_itself(z).transpose();
  return squares.cwiseMax(0);
}

}  // namespace mahala
