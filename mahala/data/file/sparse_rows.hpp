/// @file
/// A growing list of sparse samples whose length is not known in advance.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "mahala/data/file/chunks.hpp"
#include "mahala/data/samples/samples.hpp"

namespace mahala::reading {

/// The three lists of a compressed sparse matrix. Indices are below 2^31.
class SparseRows {
 public:
  void add(Index feature, double value) {
    *indices_.grow(1) = static_cast<std::int32_t>(feature);
    *values_.grow(1) = value;
  }
  void end_sample() { ends_.push_back(static_cast<Index>(values_.size())); }

  Index size() const { return std::ssize(ends_); }
  std::size_t bytes() const { return sizeof(Index) * (2 * values_.size() + ends_.size()); }

  /// The samples with `dim` features each; nothing is left here.
  Samples take(Index dim) {
    const std::vector<Index> ends = std::exchange(ends_, {});
    Samples samples;
    // Filled where it stays: Eigen's sparse matrices copy when they are moved.
    auto& x = samples.storage().emplace<SparseMatrix>(dim, std::ssize(ends));
    x.resizeNonZeros(static_cast<Index>(values_.size()));
    std::copy(ends.begin(), ends.end(), x.outerIndexPtr() + 1);
    values_.move_to(x.valuePtr());
    indices_.move_to(x.innerIndexPtr());
    return samples;
  }

 private:
  Chunks<double> values_;
  Chunks<std::int32_t> indices_;
  std::vector<Index> ends_;
};

}  // namespace mahala::reading
