#include "mahala/data/samples/single_precision_samples.hpp"

#include <cmath>

#include "mahala/core/error.hpp"

namespace mahala {

Samples in_single_precision(Samples x) {
  require(!x.is_sparse(), "sparse samples are kept in double precision");
  if (x.storage_name().ends_with("float")) return x;
  MatrixF rounded(x.dim(), x.size());
  x.for_each_block([&](Index begin, const MatrixView& block) {
    rounded.middleCols(begin, block.cols()) = block.cast<float>();
    for (Index i = 0; i < block.cols(); ++i) {
      for (Index k = 0; k < block.rows(); ++k) {
        require(std::isinf(block(k, i)) || !std::isinf(rounded(k, begin + i)),
                "sample {}, feature {}: {} is beyond the range of single precision", begin + i, k,
                block(k, i));
      }
    }
  });
  return Samples(std::move(rounded));
}

}  // namespace mahala
