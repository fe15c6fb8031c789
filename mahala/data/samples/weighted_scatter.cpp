#include "mahala/data/samples/weighted_scatter.hpp"

#include <algorithm>
#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/data/samples/columns.hpp"

namespace mahala {
namespace {

/// Numbers of a block: 128 KiB of doubles, which stay in the second-level cache beside the factor.
constexpr Index block_size = 1 << 14;

constexpr Index scatter_parts_at_once = 16;

/// Samples of a part that are multiplied both in floats and in doubles, which is to be little
/// beside what floats save.
constexpr Index measured_samples = 16, least_beside_measured = 64 * measured_samples;

constexpr double trusted_error = 1e-2;  ///< of |D|

}  // namespace

WeightedScatter::WeightedScatter(const Samples& x, Index rank)
    : x_(x),
      samples_(x.size()),
      block_(std::clamp<Index>(block_size / std::max<Index>(1, x.dim()) / 8 * 8, 16, 64)),
      at_(rank, x.dim()) {
  require(!x.is_sparse(), "one pass over samples needs them dense");
  const bool rough = samples_.size >= least_beside_measured && x.is_single();
  if (rough) rough_at_ = StripsF(rank, x.dim());
  parts_.resize(static_cast<std::size_t>(std::min(scatter_parts_at_once, samples_.count)));
  for (Part& part : parts_) {
    part.z = Strips(rank, block_);
    part.sum = Strips(rank, x.dim());
    part.norms.resize(2 * block_);
    if (rough) {
      part.rough_z = StripsF(rank, 2 * block_);
      part.rough_sum = StripsF(rank, x.dim());
    }
  }
}

template <class View>
void WeightedScatter::add_block(Part& part, Index begin, const View& x, const Weigh& weigh) {
  const std::span norms(part.norms.data(), static_cast<std::size_t>(x.cols()));
  multiply(at_, x, part.z);
  part.z.squared_norms(norms);
  part.beside.cost += weigh(begin, norms);
  part.z.scale_columns(norms);
  add_transposed_product(part.z, x, part.sum);
}

/// D^T of the block alone, into rough_sum; returns its cost.
template <class View>
double WeightedScatter::form_rough_block(Part& part, Index begin, const View& x,
                                         const Weigh& weigh) {
  const std::span norms(part.norms.data(), static_cast<std::size_t>(x.cols()));
  multiply(rough_at_, x, part.rough_z);
  part.rough_z.squared_norms(norms);
  const double cost = weigh(begin, norms);
  part.rough_z.scale_columns(norms);
  transposed_product(part.rough_z, x, part.rough_sum);
  return cost;
}

template <class View>
void WeightedScatter::add_rough_part(Part& part, Index begin, const View& x, const Weigh& weigh) {
  const Index measured = std::min(measured_samples, x.cols());
  add_block(part, begin, x.leftCols(measured), weigh);
  form_rough_block(part, begin, x.leftCols(measured), weigh);
  part.beside.error = std::sqrt(squared_distance(part.rough_sum, part.sum)) *
                      static_cast<double>(x.cols()) / static_cast<double>(measured);
  for (Index b = measured; b < x.cols(); b += 2 * block_) {
    const Index width = std::min(2 * block_, x.cols() - b);
    part.beside.cost += form_rough_block(part, begin + b, x.middleCols(b, width), weigh);
    add(part.rough_sum, part.sum);
  }
}

void WeightedScatter::add_part(Part& part, Index number, bool rough, const Weigh& weigh) {
  part.sum.set_zero();
  part.beside = {};
  const Index begin = samples_.begin(number), end = samples_.end(number);
  with_own_columns(x_, [&](const auto& all) {
    if constexpr (!is_sparse_v<decltype(all)>) {  // as the constructor has seen to
      const auto x = all.middleCols(begin - x_.own_begin(), end - begin);
      if constexpr (is_single_v<decltype(all)>) {
        if (rough) return add_rough_part(part, begin, x, weigh);
      }
      for (Index b = 0; b < x.cols(); b += block_) {
        add_block(part, begin + b, x.middleCols(b, std::min(block_, x.cols() - b)), weigh);
      }
    }
  });
}

Beside WeightedScatter::sum_up(bool rough, const Weigh& weigh, Matrix& d) {
  OrderedParts total(x_, rank(), d);
  const Index own = x_.own_begin() / samples_.size,
              count = (x_.own_size() + samples_.size - 1) / samples_.size;
  for (Index first = 0; first < count; first += scatter_parts_at_once) {
    const Index some = std::min(scatter_parts_at_once, count - first);
    parallel_for(some, [&](Index k) {
      add_part(parts_[static_cast<std::size_t>(k)], own + first + k, rough, weigh);
    });
    for (Index k = 0; k < some; ++k) {
      const Part& part = parts_[static_cast<std::size_t>(k)];
      total.add(part.sum, part.beside);
    }
  }
  return total.finish();
}

double WeightedScatter::apply(const MatrixView& a, const Weigh& weigh, Matrix& d) {
  d.resize(x_.dim(), rank());
  at_.assign_transposed(a);
  if (rough_at_.cols() > 0) {
    rough_at_.assign_transposed(a);
    const Beside rough = sum_up(true, weigh, d);
    const double norm = d.norm();
    if (std::isfinite(norm) && rough.error <= trusted_error * norm) return rough.cost;
  }
  return sum_up(false, weigh, d).cost;
}

}  // namespace mahala
