// The same numbers in every storage there is.
#pragma once

#include <memory>
#include <vector>

#include "mahala/data/samples/samples.hpp"

namespace mahala::test {

/// Mapped samples whose "file" is a matrix in memory.
template <class Scalar>
Mapped<Scalar> mapped(Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic> x) {
  const auto file = std::make_shared<const decltype(x)>(std::move(x));
  return {file, {file->data(), file->rows(), file->cols()}};
}

/// x, whose entries should be exact in half precision, in all six storages.
inline std::vector<Samples> every_storage(const Matrix& x) {
  return {Samples(x),
          Samples(MatrixF(x.cast<float>())),
          Samples(SparseMatrix(x.sparseView())),
          Samples(mapped<double>(x)),
          Samples(mapped<float>(x.cast<float>())),
          Samples(mapped<Half>(x.cast<Half>()))};
}

/// Normal numbers rounded to sixteenths, about half of them zero.
template <class Rng>
Matrix coarse_normal(Index rows, Index cols, Rng& rng) {
  const Matrix keep = random_normal(rows, cols, rng);
  const Matrix x = (16 * random_normal(rows, cols, rng)).array().round() / 16;
  return (keep.array() > 0).select(x, 0);
}

}  // namespace mahala::test
