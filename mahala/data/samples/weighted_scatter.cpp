#include "mahala/data/samples/weighted_scatter.hpp"

#include <algorithm>

#include "mahala/core/error.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/data/samples/columns.hpp"

namespace mahala {
namespace {

/// Numbers of a block: 128 KiB, which stays in the second-level cache beside the factor.
constexpr Index block_size = 1 << 14;

constexpr Index most_scatter_parts = 16;  ///< whatever the threads

}  // namespace

WeightedScatter::WeightedScatter(const Samples& x, Index rank)
    : x_(x),
      block_(std::clamp<Index>(block_size / std::max<Index>(1, x.dim()) / 8 * 8, 16, 64)),
      at_(rank, x.dim()) {
  require(!x.is_sparse(), "one pass over samples needs them dense");
  const Index blocks = (x.size() + block_ - 1) / block_;
  part_ = block_ * std::max<Index>(1, (blocks + most_scatter_parts - 1) / most_scatter_parts);
  parts_.resize(static_cast<std::size_t>((x.size() + part_ - 1) / part_));
  for (Part& part : parts_) {
    part = {Strips(rank, block_), Strips(rank, x.dim()), Vector(block_)};
  }
}

template <class View>
void WeightedScatter::add_block(Part& part, Index begin, const View& x, const Weigh& weigh) {
  const std::span norms(part.norms.data(), static_cast<std::size_t>(x.cols()));
  multiply(at_, x, part.z);
  part.z.squared_norms(norms);
  weigh(begin, norms);
  part.z.scale_columns(norms);
  add_transposed_product(part.z, x, part.sum);
}

void WeightedScatter::apply(const MatrixView& a, const Weigh& weigh, Matrix& d) {
  at_.assign_transposed(a);
  with_columns(x_, [&](const auto& x) {
    if constexpr (!is_sparse_v<decltype(x)>) {  // as the constructor has seen to
      parallel_parts(x.cols(), part_, [&](Index begin, Index end) {
        Part& part = parts_[static_cast<std::size_t>(begin / part_)];
        part.sum.set_zero();
        for (Index b = begin; b < end; b += block_) {
          add_block(part, b, x.middleCols(b, std::min(block_, end - b)), weigh);
        }
      });
    }
  });
  d.setZero(x_.dim(), rank());
  for (const Part& part : parts_) part.sum.add_transposed_to(1, d);
}

}  // namespace mahala
