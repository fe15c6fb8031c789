#include "mahala/data/dense_size.hpp"

#include <algorithm>

#include "mahala/core/error.hpp"

namespace mahala {

SparseShape sparse_shape(const SparseMatrix& x) { return {x.cols(), x.rows(), x.nonZeros()}; }

void check_dense_size(const std::filesystem::path& file, const SparseShape& shape, double numbers,
                      Index max_bytes) {
  if (max_bytes == 0) return;
  constexpr double always = 1 << 30, growth = 4096, entry = 16;
  const double bytes = numbers * sizeof(double);
  const double bound = std::min(static_cast<double>(max_bytes),
                                std::max(always, growth * entry * double(shape.entries)));
  require(bytes <= bound,
          "{}: {} x {} samples, {} of the cells not 0, would take {:.0f} bytes with their zeros, "
          "which is above {:.0f}; option max_bytes=0 if that is right",
          file.string(), shape.size, shape.dim, shape.entries, bytes, bound);
}

}  // namespace mahala
