/// @file
/// The parts that sums over n samples are formed in. They depend on n alone, so that neither
/// threads nor ranks change a sum: a part is added up sample after sample, and parts in their
/// order.
///
/// Up to 2^18 samples there are at most 16 parts; beyond, parts of 2^14 samples, until there are
/// 4096 of them. A rank holds whole parts (core/ranks.hpp).
#pragma once

#include <algorithm>
#include <vector>

#include "mahala/core/function_ref.hpp"
#include "mahala/core/ranks.hpp"
#include "mahala/data/samples/samples.hpp"

namespace mahala {

struct SampleParts {
  Index samples = 0, size = 1, count = 0;  ///< n, samples of a part, parts

  explicit SampleParts(Index n) : samples(n) {
    constexpr Index few = 16, least = 256, usual = 1 << 14, most = 4096;
    const auto rounded_up = [](Index a, Index b) { return (a + b - 1) / b; };
    const Index wanted = std::clamp(n / usual, std::min(few, rounded_up(n, least)), most);
    size = std::max<Index>(1, rounded_up(n, std::max<Index>(1, wanted)));
    count = rounded_up(n, size);
  }

  Index begin(Index part) const { return std::min(samples, part * size); }
  Index end(Index part) const { return begin(part + 1); }

  /// The samples of each rank, and its parts.
  std::vector<Index> shares() const { return shares_of(samples, size, count); }
  std::vector<Index> part_shares() const { return shares_of(count, 1, count); }
};

/// What one part of the samples adds to the sums, which are zero before: samples begin .. end-1.
using AddPart = FunctionRef<void(Index begin, Index end, double* sums)>;

/// `size` numbers, summed over all parts of n samples, those of a rank on that rank if the samples
/// are `shared` out among ranks. Parts are made on all threads.
void sum_parts(Index n, bool shared, Index size, AddPart add, double* total);

/// The same over blocks of dense columns: adds what block contributes to sums of rows x cols.
using AddBlock = FunctionRef<void(Index begin, const MatrixView& block, Eigen::Ref<Matrix> sums)>;
Matrix sum_blocks(const Samples& x, Index rows, Index cols, AddBlock add);

/// The same over some of the samples, `begin` counting these.
Matrix sum_selected(const Samples& x, std::span<const Index> samples, Index rows, Index cols,
                    AddBlock add);

}  // namespace mahala
