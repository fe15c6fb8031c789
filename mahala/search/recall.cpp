#include "mahala/search/recall.hpp"

#include <algorithm>
#include <limits>

namespace mahala {

double recall(const MatrixView& items, const MatrixView& queries, const Neighbours& found,
              const Neighbours& truth, Index count, bool products) {
  count = std::min(count, truth.item.rows());
  if (count == 0 || queries.cols() == 0) return 1;
  const double rounding =
      4 * static_cast<double>(items.rows() + 1) * std::numeric_limits<double>::epsilon();
  Index hits = 0;
  for (Index q = 0; q < queries.cols(); ++q) {
    const double last = truth.distance(count - 1, q);
    const auto counts = [&](Index i) {
      const auto item = items.col(i), query = queries.col(q);
      if (!products) return (item - query).squaredNorm() <= (1 + rounding) * last;
      return item.dot(query) >= last - rounding * item.norm() * query.norm();
    };
    for (Index r = 0; r < std::min(count, found.item.rows()); ++r) {
      const Index i = found.item(r, q);
      hits += i >= 0 && counts(i);
    }
  }
  return static_cast<double>(hits) / static_cast<double>(count * queries.cols());
}

}  // namespace mahala
