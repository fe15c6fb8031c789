#include "mahala/optimize/neighbours/pulled_pairs.hpp"

#include "mahala/core/parallel.hpp"
#include "mahala/optimize/neighbours/pull.hpp"

namespace mahala {
namespace {

constexpr Index points_of_a_part = 64;

/// The pairs of every point, one point after the other.
struct Ends {
  std::vector<Index> begin, other;
  std::vector<double> weight;

  Ends(std::span<const std::vector<PulledPair>> parts, Index points)
      : begin(static_cast<std::size_t>(points) + 1, 0) {
    for_each_end(parts, [&](std::int32_t i, std::int32_t, double) {
      ++begin[static_cast<std::size_t>(i) + 1];
    });
    for (std::size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];
    other.resize(static_cast<std::size_t>(begin.back()));
    weight.resize(other.size());
    std::vector<Index> next(begin);
    for_each_end(parts, [&](std::int32_t i, std::int32_t j, double w) {
      const auto at = static_cast<std::size_t>(next[static_cast<std::size_t>(i)]++);
      other[at] = j;
      weight[at] = w;
    });
  }

  template <class Visit>
  static void for_each_end(std::span<const std::vector<PulledPair>> parts, const Visit& visit) {
    for (const std::vector<PulledPair>& part : parts) {
      for (const PulledPair& pair : part) {
        visit(pair.i, pair.j, pair.weight);
        visit(pair.j, pair.i, pair.weight);
      }
    }
  }
};

}  // namespace

void pull_pairs(const Matrix& y, std::span<const std::vector<PulledPair>> parts, Matrix& out) {
  const Ends ends(parts, y.cols());
  parallel_parts(y.cols(), points_of_a_part, [&](Index first, Index last) {
    for (Index i = first; i < last; ++i) {
      const auto from = static_cast<std::size_t>(ends.begin[static_cast<std::size_t>(i)]);
      const auto count =
          static_cast<std::size_t>(ends.begin[static_cast<std::size_t>(i) + 1]) - from;
      gather(y, i, std::span(ends.other).subspan(from, count),
             std::span(ends.weight).subspan(from, count), out.col(i));
    }
  });
}

}  // namespace mahala
