/// @file
/// A matrix of many short rows, for steps that touch a few rows each: a row is contiguous and
/// padded to whole vector registers (core/linalg/padded_matrix.hpp), and rows that will be needed
/// are fetched ahead. Rows may be single precision, which halves the memory a step moves; what
/// comes out is double.
#pragma once

#include <functional>

#include "mahala/core/linalg/padded_matrix.hpp"
#include "mahala/core/linalg/sparse_view.hpp"

namespace mahala {

template <class Scalar>
class TallMatrixOf {
 public:
  TallMatrixOf() = default;
  explicit TallMatrixOf(const MatrixView& rows);  ///< a copy of a d x r matrix

  Index rows() const { return data_.cols(); }
  Index cols() const { return data_.rows(); }

  /// out = A^T x, r entries: 2 nnz r.
  void gather(const SparseView& x, Eigen::Ref<Vector> out) const;

  /// A += x w^T: 2 nnz r.
  void scatter(const SparseView& x, const Eigen::Ref<const Vector>& w);

  /// out = A w, d entries.
  void times(const Eigen::Ref<const Vector>& w, Vector& out) const;

  /// Entry i of A w: 2 r.
  double times(const Eigen::Ref<const Vector>& w, Index i) const;

  /// out = A^T X for dense X, r x c, by BLAS.
  void project(const MatrixView& x, Matrix& out) const;

  /// A += X C^T for dense X (d x c) and C (r x c), by BLAS.
  void back_project(const MatrixView& x, const MatrixView& c);

  /// A <- A M for an r x r matrix: O(d r^2).
  void multiply(const Matrix& m);

  Eigen::Map<Eigen::Matrix<Scalar, Eigen::Dynamic, 1>> row(Index i) {
    return {data_.col(i), cols()};
  }

  Matrix gram() const;   ///< A^T A
  Matrix dense() const;  ///< a copy, d x r
  double squared_norm() const;

 private:
  /// Calls visit(begin, rows begin .. as r x count doubles) for all rows, in blocks.
  void for_each_block(const std::function<void(Index, const Matrix&)>& visit) const;

  PaddedMatrix<Scalar> data_;  ///< r x d: column i is row i of the matrix
};

using TallMatrix = TallMatrixOf<double>;

extern template class TallMatrixOf<double>;
extern template class TallMatrixOf<float>;

}  // namespace mahala
