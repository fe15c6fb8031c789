#include "mahala/optimize/neighbours/near_lists.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "mahala/core/linalg/estimated_points.hpp"
#include "mahala/core/linalg/linalg_single.hpp"
#include "mahala/core/linalg/marks.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/core/ranks.hpp"

namespace mahala {
namespace {

/// first < second, and who reaches whom.
struct MarkedPair {
  std::int32_t first, second;
  std::uint8_t marks;
};

class PairSearch {
 public:
  /// All pairs are wanted by an empty filter. A row of blocks is left when it has more than `most`.
  PairSearch(const Matrix& z, const Vector& reach, const PairFilter& wanted, double most)
      : points_(z), reach_(reach.size()), wanted_(wanted), most_(most) {
    for (Index i = 0; i < reach.size(); ++i) reach_[i] = points_.highest(reach[i]);
  }

  /// The pairs of points begin .. end-1 with later ones: by the block of the later one, then the
  /// first, then the second.
  std::vector<MarkedPair> pairs(Index begin, Index end, Index width) const {
    const Index n = reach_.size();
    std::vector<MarkedPair> found;
    MatrixF products;
    Marks marks = marks_of(width);
    for (Index other = begin; other < n; other += width) {
      if (static_cast<double>(found.size()) > most_) break;
      const Index count = std::min(width, n - other);
      products.resize(count, end - begin);
      multiply_at_b(points_.z.middleCols(other, count), points_.z.middleCols(begin, end - begin),
                    products);
      for (Index i = begin; i < end; ++i) {
        std::fill(marks.begin(), marks.end(), std::uint8_t{0});
        mark_near(products.col(i - begin).data(), points_.squares.data() + other,
                  reach_.data() + other, points_.squares[i], reach_[i], count, marks.data());
        if (other <= i) std::fill_n(marks.begin(), i - other + 1, std::uint8_t{0});
        for_each_mark(marks, [&](Index j, std::uint8_t m) {
          if (!wanted_ || wanted_(i, other + j)) {
            found.push_back(
                {static_cast<std::int32_t>(i), static_cast<std::int32_t>(other + j), m});
          }
        });
      }
    }
    return found;
  }

 private:
  EstimatedPoints points_;
  Eigen::VectorXf reach_;
  const PairFilter& wanted_;
  double most_;
};

using RowsOfPairs = std::vector<std::vector<MarkedPair>>;

RowsOfPairs all_pairs(const Matrix& z, const Vector& reach, const PairFilter& wanted,
                      double most_in_a_row = std::numeric_limits<double>::infinity()) {
  const Index n = z.cols(), width = width_of_blocks(n);
  RowsOfPairs rows(static_cast<std::size_t>((n + width - 1) / width));
  const PairSearch search(z, reach, wanted, most_in_a_row);
  // By turns, since rows of blocks get shorter and shorter.
  const Index first = divides_work() ? rank() : 0, step = divides_work() ? ranks() : 1;
  const Index own = std::max<Index>(0, (std::ssize(rows) - first + step - 1) / step);
  parallel_for(own, [&](Index k) {
    const Index row = first + k * step, begin = row * width;
    rows[static_cast<std::size_t>(row)] = search.pairs(begin, std::min(n, begin + width), width);
  });
  if (divides_work()) all_gather_rows(rows);
  return rows;
}

/// Lists from what for_each(visit) gives, the j of one i in their order.
template <class ForEach>
PointLists lists_of(Index n, const ForEach& for_each) {
  PointLists lists{.begin = std::vector<Index>(static_cast<std::size_t>(n) + 1, 0)};
  for_each([&](Index i, Index) { ++lists.begin[static_cast<std::size_t>(i) + 1]; });
  for (std::size_t i = 1; i < lists.begin.size(); ++i) lists.begin[i] += lists.begin[i - 1];
  lists.point.resize(static_cast<std::size_t>(lists.begin.back()));
  std::vector<Index> next(lists.begin);
  for_each([&](Index i, Index j) {
    lists.point[static_cast<std::size_t>(next[static_cast<std::size_t>(i)]++)] = j;
  });
  return lists;
}

/// Calls visit(i, j) for both ends of pairs with a mark that says so. Those of one i come in
/// ascending order: earlier points from rows of blocks before, or the lines before in its own,
/// later ones block by block.
template <class Visit>
void for_each_end(const RowsOfPairs& rows, int first_end, int second_end, const Visit& visit) {
  for (const std::vector<MarkedPair>& row : rows) {
    for (const MarkedPair& pair : row) {
      if (pair.marks & first_end) visit(pair.first, pair.second);
      if (pair.marks & second_end) visit(pair.second, pair.first);
    }
  }
}

}  // namespace

PointLists near_lists(const Matrix& z, const Vector& reach, const PairFilter& wanted) {
  const RowsOfPairs rows = all_pairs(z, reach, wanted);
  return lists_of(
      z.cols(), [&](const auto& visit) { for_each_end(rows, in_own_reach, in_its_reach, visit); });
}

std::optional<PointLists> mutual_lists(const Matrix& z, const Vector& reach, double most) {
  constexpr int either = in_own_reach | in_its_reach;
  // The first row has twice as many blocks as rows have on average.
  const double in_a_row =
      2 * most * static_cast<double>(width_of_blocks(z.cols())) / static_cast<double>(z.cols());
  const RowsOfPairs rows = all_pairs(z, reach, {}, in_a_row);
  for (const std::vector<MarkedPair>& row : rows) {
    if (static_cast<double>(row.size()) > in_a_row) return std::nullopt;
  }
  return lists_of(z.cols(), [&](const auto& visit) { for_each_end(rows, either, either, visit); });
}

}  // namespace mahala
