#include "mahala/optimize/neighbours/near_points.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>

#include "mahala/core/linalg/estimated_points.hpp"
#include "mahala/core/linalg/linalg_single.hpp"
#include "mahala/core/linalg/marks.hpp"
#include "mahala/core/linalg/vector_units.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/core/watch.hpp"
#include "mahala/optimize/neighbours/pull.hpp"

namespace mahala {
namespace {

/// A block of estimates stays in the second-level cache.
constexpr Index block_numbers = 1 << 17;
constexpr Index lanes = 16;

Index block_points(Index n) {
  return std::clamp<Index>(block_numbers / std::max<Index>(n, 1), 8, 64);
}

/// d = squares + own - 2 d, and the smallest of these; lanes let it vectorise.
MAHALA_WIDEST_VECTORS float estimate(float* d, const float* squares, float own, Index n) {
  float smallest[lanes];
  std::fill(smallest, smallest + lanes, std::numeric_limits<float>::infinity());
  Index j = 0;
  for (; j + lanes <= n; j += lanes) {
    for (Index l = 0; l < lanes; ++l) {
      const float value = squares[j + l] + own - 2 * d[j + l];
      d[j + l] = value;
      smallest[l] = value < smallest[l] ? value : smallest[l];
    }
  }
  for (; j < n; ++j) {
    d[j] = squares[j] + own - 2 * d[j];
    smallest[0] = d[j] < smallest[0] ? d[j] : smallest[0];
  }
  return *std::min_element(smallest, smallest + lanes);
}

MAHALA_WIDEST_VECTORS void mark_below(const float* d, Index n, float limit, std::uint8_t* marks) {
  for (Index j = 0; j < n; ++j) marks[j] = d[j] <= limit ? 1 : 0;
}

class NearBlock {
 public:
  NearBlock(const Matrix& z, const EstimatedPoints& estimated, double beyond)
      : z_(z), e_(estimated), beyond_(beyond), marks_(marks_of(z.cols())) {}

  const NearLists& lists(Index begin, Index count) {
    own_.resize(static_cast<std::size_t>(count));
    std::iota(own_.begin(), own_.end(), begin);
    return lists(e_.z.middleCols(begin, count));
  }

  const NearLists& lists(std::span<const Index> queries) {
    own_.assign(queries.begin(), queries.end());
    return lists(e_.z(Eigen::all, own_));
  }

 private:
  /// Of the points `own_`, whose estimates are given.
  const NearLists& lists(const Eigen::Ref<const MatrixF>& estimated) {
    const Index n = z_.cols(), count = std::ssize(own_);
    d_.resize(n, count);
    multiply_at_b(e_.z, estimated, d_);
    lists_.begin.assign(1, 0);
    lists_.point.clear();
    for (Index k = 0; k < count; ++k) {
      append(own_[static_cast<std::size_t>(k)], d_.col(k).data());
      lists_.begin.push_back(std::ssize(lists_.point));
    }
    lists_.distance.resize(lists_.point.size());
    for (Index k = 0; k < count; ++k) {
      double* first = lists_.distance.data() + lists_.begin[static_cast<std::size_t>(k)];
      const auto points = lists_.points(k);
      distances_to(z_, own_[static_cast<std::size_t>(k)], points, std::span(first, points.size()));
    }
    return lists_;
  }

  void append(Index i, float* d) {
    const Index n = z_.cols();
    d[i] = -std::numeric_limits<float>::infinity();  // becomes infinity: never near itself
    const float nearest = estimate(d, e_.squares.data(), e_.squares[i], n);
    const double limit = (std::max(nearest, 0.0F) + e_.error) * e_.unit + beyond_;
    mark_below(d, n, e_.highest(limit), marks_.data());
    for_each_mark(marks_, [&](Index j, std::uint8_t) { lists_.point.push_back(j); });
  }

  const Matrix& z_;
  const EstimatedPoints& e_;
  double beyond_;
  std::vector<Index> own_;
  MatrixF d_;
  Marks marks_;
  NearLists lists_;
};

}  // namespace

namespace {

/// Cuts `count` points into blocks and these into parts; lists(block, begin, end) makes the lists
/// of one.
template <class Lists>
Index for_each_block(const Matrix& z, Index count, double beyond, const VisitNearBlock& visit,
                     const Lists& lists) {
  const Index width = block_points(z.cols()), blocks = (count + width - 1) / width;
  const Index parts = std::min(most_near_parts, blocks);
  const EstimatedPoints estimated(z);
  parallel_for(parts, [&](Index part) {
    NearBlock block(z, estimated, beyond);
    for (Index b = part * blocks / parts; b < (part + 1) * blocks / parts; ++b) {
      const Index begin = b * width;
      check_watch();
      visit(part, begin, lists(block, begin, std::min(width, count - begin)));
    }
  });
  return parts;
}

}  // namespace

Index for_each_near_block(const Matrix& z, double beyond, const VisitNearBlock& visit) {
  return for_each_block(z, z.cols(), beyond, visit, [](NearBlock& block, Index begin, Index size) {
    return std::cref(block.lists(begin, size));
  });
}

Index for_each_near_block(const Matrix& z, std::span<const Index> queries, double beyond,
                          const VisitNearBlock& visit) {
  return for_each_block(
      z, std::ssize(queries), beyond, visit, [&](NearBlock& block, Index begin, Index size) {
        return std::cref(block.lists(
            queries.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(size))));
      });
}

}  // namespace mahala
