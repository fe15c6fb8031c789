#include "mahala/optimize/neighbours/mutual_pairs.hpp"

#include <algorithm>
#include <cmath>

#include "mahala/core/parallel.hpp"
#include "mahala/optimize/neighbours/pull.hpp"

namespace mahala {
namespace {

constexpr Index points_of_a_part = 64;

}  // namespace

MutualPairs::MutualPairs(const PointLists& lists) : lists_(lists), other_end_(lists.point.size()) {
  // Going through i upwards meets the earlier points of every list in their order.
  std::vector<Index> next(lists.begin.begin(), lists.begin.end() - 1);
  std::size_t at = 0;
  for (Index i = 0; i < lists.count(); ++i) {
    for (const Index j : lists[i]) {
      if (j > i) {
        const auto there = static_cast<std::size_t>(next[static_cast<std::size_t>(j)]++);
        other_end_[at] = there;
        other_end_[there] = at;
      }
      ++at;
    }
  }
}

std::vector<double> MutualPairs::distances(const Matrix& z) const {
  std::vector<double> all(lists_.point.size());
  const auto earlier = [&](Index i) {
    const auto list = lists_[i];
    return static_cast<std::size_t>(std::lower_bound(list.begin(), list.end(), i) - list.begin());
  };
  parallel_parts(lists_.count(), points_of_a_part, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      const std::size_t skipped = earlier(i);
      distances_to(z, i, lists_[i].subspan(skipped), of(i, all).subspan(skipped));
    }
  });
  parallel_parts(lists_.count(), points_of_a_part, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      const auto there = of(i, other_end_).first(earlier(i));
      std::transform(there.begin(), there.end(), of(i, all).begin(),
                     [&](std::size_t at) { return all[at]; });
    }
  });
  return all;
}

void MutualPairs::pull(const Matrix& y, const std::vector<double>& w, double negligible,
                       Matrix& out) const {
  parallel_parts(lists_.count(), points_of_a_part, [&](Index begin, Index end) {
    std::vector<Index> points;
    std::vector<double> weights;
    for (Index i = begin; i < end; ++i) {
      const auto list = lists_[i];
      const auto here = of(i, w);
      const auto there = of(i, other_end_);
      points.resize(list.size());
      weights.resize(list.size());
      std::size_t kept = 0;
      for (std::size_t k = 0; k < list.size(); ++k) {  // no branch to mispredict
        const double both = here[k] + w[there[k]];
        points[kept] = list[k];
        weights[kept] = both;
        kept += std::abs(both) > negligible ? 1 : 0;
      }
      gather(y, i, std::span(points).first(kept), std::span(weights).first(kept), out.col(i));
    }
  });
}

}  // namespace mahala
