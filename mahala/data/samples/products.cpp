#include "mahala/data/samples/products.hpp"

#include <vector>

#include "mahala/core/parallel.hpp"

namespace mahala {
namespace {

constexpr Index no_column = -1;
constexpr Index columns_at_once = 256;  ///< samples a thread takes at once

/// The features that some samples have, and these samples on them: a column for each feature.
struct OwnFeatures {
  std::vector<Index> column;  ///< of every feature, or no_column
  Matrix numbers;

  OwnFeatures(const SparseMatrix& x, Index begin, Index end)
      : column(static_cast<std::size_t>(x.rows()), no_column) {
    Index count = 0;
    for (Index i = begin; i < end; ++i) {
      for (SparseMatrix::InnerIterator it(x, i); it; ++it) {
        if (Index& own = column[static_cast<std::size_t>(it.row())]; own == no_column)
          own = count++;
      }
    }
    numbers = Matrix::Zero(end - begin, count);
    for (Index i = begin; i < end; ++i) {
      for (SparseMatrix::InnerIterator it(x, i); it; ++it) {
        numbers(i - begin, column[static_cast<std::size_t>(it.row())]) = it.value();
      }
    }
  }
};

}  // namespace

Matrix products(const Samples& x, Index begin, Index end) {
  const SparseMatrix* sparse = x.sparse();
  if (!sparse) return x.project(x.block(begin, end));
  const OwnFeatures own(*sparse, begin, end);
  Matrix out = Matrix::Zero(end - begin, x.size());
  parallel_parts(x.size(), columns_at_once, [&](Index from, Index to) {
    for (Index i = from; i < to; ++i) {
      for (SparseMatrix::InnerIterator it(*sparse, i); it; ++it) {
        const Index column = own.column[static_cast<std::size_t>(it.row())];
        if (column != no_column) out.col(i) += it.value() * own.numbers.col(column);
      }
    }
  });
  return out;
}

}  // namespace mahala
