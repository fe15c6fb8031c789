#include "mahala/data/samples/weighted_scatter.hpp"

#include <algorithm>

#include "mahala/core/error.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/data/samples/columns.hpp"
#include "mahala/data/samples/ordered_parts.hpp"
#include "mahala/data/samples/parts.hpp"

namespace mahala {
namespace {

/// Numbers of a block: 128 KiB, which stays in the second-level cache beside the factor.
constexpr Index block_size = 1 << 14;

constexpr Index scatter_parts_at_once = 16;

}  // namespace

WeightedScatter::WeightedScatter(const Samples& x, Index rank)
    : x_(x),
      block_(std::clamp<Index>(block_size / std::max<Index>(1, x.dim()) / 8 * 8, 16, 64)),
      at_(rank, x.dim()) {
  require(!x.is_sparse(), "one pass over samples needs them dense");
  parts_.resize(
      static_cast<std::size_t>(std::min(scatter_parts_at_once, SampleParts(x.size()).count)));
  for (Part& part : parts_) {
    part = {Strips(rank, block_), Strips(rank, x.dim()), Vector(block_), {}};
    with_own_columns(x, [&](const auto& columns) { ready_columns(columns, block_, part.x); });
  }
}

void WeightedScatter::add_block(Part& part, Index begin, const MatrixView& x, const Weigh& weigh) {
  const std::span norms(part.norms.data(), static_cast<std::size_t>(x.cols()));
  multiply(at_, x, part.z);
  part.z.squared_norms(norms);
  part.cost += weigh(begin, norms);
  part.z.scale_columns(norms);
  add_transposed_product(part.z, x, part.sum);
}

double WeightedScatter::apply(const MatrixView& a, const Weigh& weigh, Matrix& d) {
  at_.assign_transposed(a);
  d.resize(x_.dim(), rank());
  OrderedParts total(x_, rank(), d);
  const SampleParts parts(x_.size());
  const Index own = x_.own_begin() / parts.size,
              count = (x_.own_size() + parts.size - 1) / parts.size;
  for (Index first = 0; first < count; first += scatter_parts_at_once) {
    const Index some = std::min(scatter_parts_at_once, count - first);
    parallel_for(some, [&](Index k) { add_part(k, own + first + k, weigh); });
    for (Index k = 0; k < some; ++k) {
      const Part& part = parts_[static_cast<std::size_t>(k)];
      total.add(part.sum, part.cost);
    }
  }
  return total.finish();
}

void WeightedScatter::add_part(Index place, Index number, const Weigh& weigh) {
  const SampleParts parts(x_.size());
  Part& part = parts_[static_cast<std::size_t>(place)];
  part.sum.set_zero();
  part.cost = 0;
  with_own_columns(x_, [&](const auto& x) {
    if constexpr (!is_sparse_v<decltype(x)>) {  // as the constructor has seen to
      const Index end = parts.end(number);
      for (Index b = parts.begin(number); b < end; b += block_) {
        const Index width = std::min(block_, end - b);
        add_block(part, b, dense_columns(x, b - x_.own_begin(), width, part.x), weigh);
      }
    }
  });
}

}  // namespace mahala
