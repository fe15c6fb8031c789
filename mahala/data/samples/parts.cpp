#include "mahala/data/samples/parts.hpp"

#include "mahala/core/parallel.hpp"

namespace mahala {
namespace {

/// Numbers in the sums of the parts that are made at once, at most, unless one part has more.
constexpr Index most_numbers_at_once = 1 << 22;

constexpr Index most_parts_at_once = 64;

void sum_own(const SampleParts& parts, Index size, AddPart add, double* total) {
  const Index at_once = std::clamp<Index>(most_numbers_at_once / std::max<Index>(1, size), 1,
                                          std::min(most_parts_at_once, parts.count));
  Matrix sums(size, at_once);
  Eigen::Map<Vector> all(total, size);
  all.setZero();
  for (Index first = 0; first < parts.count; first += at_once) {
    const Index count = std::min(at_once, parts.count - first);
    sums.leftCols(count).setZero();
    parallel_for(count, [&](Index k) {
      add(parts.begin(first + k), parts.end(first + k), sums.col(k).data());
    });
    for (Index k = 0; k < count; ++k) all += sums.col(k);
  }
}

}  // namespace

void sum_parts(Index n, bool shared, Index size, AddPart add, double* total) {
  const SampleParts parts(n);
  if (!shared) {
    if (parts.count > 0) return sum_own(parts, size, add, total);
    std::fill_n(total, size, 0.0);
    return;
  }
  const std::vector<Index> shares = parts.part_shares();
  const Index first = shares[static_cast<std::size_t>(rank())];
  Matrix sums = Matrix::Zero(size, shares[static_cast<std::size_t>(rank() + 1)] - first);
  parallel_for(sums.cols(), [&](Index k) {
    add(parts.begin(first + k), parts.end(first + k), sums.col(k).data());
  });
  ordered_sum({sums.data(), static_cast<std::size_t>(sums.size())}, size, shares,
              {total, static_cast<std::size_t>(size)});
}

Matrix sum_blocks(const Samples& x, Index rows, Index cols, AddBlock add) {
  Matrix total(rows, cols);
  sum_parts(
      x.size(), x.is_shared(), rows * cols,
      [&](Index begin, Index end, double* sums) {
        Eigen::Map<Matrix> own(sums, rows, cols);
        x.for_own_blocks(begin, end,
                         [&](Index at, const MatrixView& block) { add(at, block, own); });
      },
      total.data());
  return total;
}

Matrix sum_selected(const Samples& x, std::span<const Index> samples, Index rows, Index cols,
                    AddBlock add) {
  if (x.is_shared()) return sum_blocks(x.select(samples), rows, cols, add);
  Matrix total(rows, cols);
  sum_parts(
      std::ssize(samples), false, rows * cols,
      [&](Index begin, Index end, double* sums) {
        Eigen::Map<Matrix> own(sums, rows, cols);
        const Index width = dense_block_width(x.dim());
        for (Index b = begin; b < end; b += width) {
          const Index count = std::min(width, end - b);
          add(b,
              x.columns(
                  samples.subspan(static_cast<std::size_t>(b), static_cast<std::size_t>(count))),
              own);
        }
      },
      total.data());
  return total;
}

}  // namespace mahala
