/// @file
/// A matrix of many short rows, for steps that touch a few rows each: a row is contiguous and
/// padded to whole vector registers, the memory is asked for in huge pages (at ten million
/// rows most of the time of a sparse step would go to address translation), and rows that
/// will be needed are fetched ahead.
#pragma once

#include <span>

#include "mahala/core/types.hpp"

namespace mahala {

/// The non-zeros of a vector; indices ascend.
struct SparseView {
  std::span<const Index> at = {};
  std::span<const double> value = {};

  Index count() const { return std::ssize(at); }
  double squared_norm() const;
};

/// x^T y.
double dot(const SparseView& x, const SparseView& y);

class TallMatrix {
 public:
  TallMatrix() = default;
  explicit TallMatrix(const MatrixView& rows);  ///< a copy of a d x r matrix
  TallMatrix(const TallMatrix& other) : TallMatrix() { *this = other; }
  TallMatrix& operator=(const TallMatrix& other);
  TallMatrix(TallMatrix&&) = default;
  TallMatrix& operator=(TallMatrix&&) = default;

  Index rows() const { return data_.cols(); }
  Index cols() const { return cols_; }

  /// out = A^T x, r entries: 2 nnz r.
  void gather(const SparseView& x, Eigen::Ref<Vector> out) const;

  /// A += x w^T: 2 nnz r.
  void scatter(const SparseView& x, const Vector& w);

  /// A <- A M for an r x r matrix: O(d r^2).
  void multiply(const Matrix& m);

  Matrix gram() const;   ///< A^T A
  Matrix dense() const;  ///< a copy, d x r
  double squared_norm() const { return data_.squaredNorm(); }

 private:
  void allocate(Index rows, Index cols);

  Matrix data_ = {};  ///< stride x d: column i is row i of the matrix, padded with zeros
  Index cols_ = 0;
};

}  // namespace mahala
