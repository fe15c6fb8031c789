/// @file
/// Samples as columns of an Eigen matrix, for measures that need more of them than Samples
/// offers.
#pragma once

#include <type_traits>
#include <variant>

#include "mahala/data/samples/samples.hpp"
#include "mahala/data/samples/widen.hpp"

namespace mahala {

template <class X>
constexpr bool is_sparse_v = std::is_same_v<std::decay_t<X>, SparseMatrix>;

/// Every number is that of a float.
template <class X>
constexpr bool is_single_v = !std::is_same_v<typename std::decay_t<X>::Scalar, double>;

template <class X>
const X& columns_of(const X& x) {
  return x;
}
template <class Scalar>
const typename Mapped<Scalar>::View& columns_of(const Mapped<Scalar>& mapped) {
  return mapped.x;
}

/// Calls f with the d x n matrix, dense or sparse, behind any storage; Error if samples are shared
/// out among ranks.
template <class F>
auto with_columns(const Samples& x, const F& f) {
  return std::visit([&](const auto& storage) { return f(columns_of(storage)); }, x.storage());
}

/// The same with those columns that are here.
template <class F>
auto with_own_columns(const Samples& x, const F& f) {
  return std::visit([&](const auto& storage) { return f(columns_of(storage)); }, x.own());
}

/// Columns begin .. begin+count-1 of a matrix in double: where they lie, or converted into
/// scratch, which grows where it has to and never shrinks.
template <class X>
MatrixView dense_columns(const X& x, Index begin, Index count, Matrix& scratch) {
  if constexpr (std::is_same_v<typename X::Scalar, double> && !is_sparse_v<X>) {
    return x.middleCols(begin, count);
  } else {
    if (scratch.rows() != x.rows() || scratch.cols() < count) scratch.resize(x.rows(), count);
    if constexpr (is_sparse_v<X>) {
      scratch.leftCols(count) = x.middleCols(begin, count);
    } else {
      widen(x.middleCols(begin, count), scratch.leftCols(count));
    }
    return scratch.leftCols(count);
  }
}

/// Gives scratch the size that dense_columns needs for so many columns of x, if it needs any.
template <class X>
void ready_columns(const X& x, Index count, Matrix& scratch) {
  if constexpr (!std::is_same_v<typename X::Scalar, double> || is_sparse_v<X>) {
    scratch.resize(x.rows(), count);
  }
}

/// |x_i|^2, in double, opposed rows included.
inline Vector squared_norms(const Samples& x) {
  return with_columns(x, [](const auto& columns) {
    Vector norms(columns.cols());
    for (Index i = 0; i < norms.size(); ++i) {
      norms[i] = columns.col(i).template cast<double>().squaredNorm();
    }
    return norms;
  });
}

inline Index opposed_rows(const Samples& x) {
  const auto* sparse = x.sparse();
  return sparse == nullptr ? 0 : sparse->opposed();
}

/// y with the rows negated that are opposed in x, so that
/// d^2(x_i, y_j) = x_i^T dual(x)_i - 2 x_i^T dual(y)_j + y_j^T dual(y)_j.
inline Matrix dual(const Samples& x, Matrix y) {
  y.bottomRows(opposed_rows(x)) *= -1;
  return y;
}

/// x_i^T dual(x)_i: |x_i|^2 with the rows subtracted that are opposed.
inline Vector lengths_of(const SparseMatrix& x) {
  Vector lengths = Vector::Zero(x.cols());
  for (Index i = 0; i < x.cols(); ++i) {
    for (SparseMatrix::InnerIterator it(x, i); it; ++it) {
      lengths[i] += x.sign(it.row()) * it.value() * it.value();
    }
  }
  return lengths;
}
inline Vector lengths_of(const Samples& x) {
  return opposed_rows(x) == 0 ? squared_norms(x) : lengths_of(std::get<SparseMatrix>(x.storage()));
}

}  // namespace mahala
