/// @file
/// A matrix whose columns begin at multiples of 32 bytes and are padded to whole lanes with zeros,
/// and the products that online steps make of small ones. Large ones are asked for in huge pages:
/// at ten million columns most of the time of a sparse step would go to address translation.
#pragma once

#include <cstdlib>
#include <memory>

#include "mahala/core/linalg/lane.hpp"

namespace mahala {

template <class Scalar>
class PaddedMatrix {
 public:
  using Dense = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;
  using View = Eigen::Map<Dense, Eigen::Aligned32, Eigen::OuterStride<>>;
  using ConstView = Eigen::Map<const Dense, Eigen::Aligned32, Eigen::OuterStride<>>;

  PaddedMatrix() = default;
  PaddedMatrix(Index rows, Index cols);  ///< zeros
  PaddedMatrix(const PaddedMatrix& other);
  PaddedMatrix& operator=(const PaddedMatrix& other);
  PaddedMatrix(PaddedMatrix&&) noexcept = default;
  PaddedMatrix& operator=(PaddedMatrix&&) noexcept = default;

  Index rows() const { return rows_; }
  Index cols() const { return cols_; }
  Index stride() const { return padded<Scalar>(rows_); }
  Scalar* data() { return data_.get(); }
  const Scalar* data() const { return data_.get(); }
  Scalar* col(Index j) { return data() + j * stride(); }
  const Scalar* col(Index j) const { return data() + j * stride(); }

  View view() { return {data(), rows_, cols_, Eigen::OuterStride<>(stride())}; }
  ConstView view() const { return {data(), rows_, cols_, Eigen::OuterStride<>(stride())}; }

  /// Becomes zeros of that size, unless it has the size already.
  void resize(Index rows, Index cols);

 private:
  struct Free {
    void operator()(Scalar* memory) const { std::free(memory); }
  };

  std::unique_ptr<Scalar[], Free> data_;
  Index rows_ = 0, cols_ = 0;
};

extern template class PaddedMatrix<double>;
extern template class PaddedMatrix<float>;

using Panel = PaddedMatrix<double>;  ///< k x l beside k x k cores

/// Column `to` of out = m times column `from` of x, m being k x k.
void multiply(const Panel& m, const Panel& x, Index from, Panel& out, Index to);

/// mx = m x and mty = m^T y in one walk over m, all padded like its columns.
void multiply_both(const Panel& m, const double* x, const double* y, double* mx, double* mty);

/// m += x y^T.
void add_product(Panel& m, const Panel& x, const Panel& y);

}  // namespace mahala
