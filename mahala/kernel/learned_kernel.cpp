#include "mahala/kernel/learned_kernel.hpp"

#include "mahala/core/error.hpp"

namespace mahala {

LearnedKernel::LearnedKernel(Samples support, Matrix middle, KernelOptions options)
    : support_(std::move(support)), middle_(std::move(middle)), options_(std::move(options)) {
  require(middle_.rows() == support_.size() && middle_.cols() == support_.size(),
          "a kernel learned on {} samples has a {} x {} middle", support_.size(), middle_.rows(),
          middle_.cols());
}

Matrix LearnedKernel::between(const Samples& x, const Samples& z) const {
  const Matrix with_x = cross_kernel(x, support_, options_);
  const Matrix with_z = cross_kernel(z, support_, options_);
  return cross_kernel(x, z, options_) + with_x * middle_ * with_z.transpose();
}

Vector LearnedKernel::of_itself(const Samples& x) const {
  const Matrix with_x = cross_kernel(x, support_, options_);
  return self_kernel(x, options_) + (with_x * middle_).cwiseProduct(with_x).rowwise().sum();
}

Matrix LearnedKernel::squared_distances(const Samples& x, const Samples& z) const {
  Matrix squares = -2 * between(x, z);
  squares.colwise() += of_itself(x);
  squares.rowwise() += of_itself(z).transpose();
  return squares.cwiseMax(0);
}

}  // namespace mahala
