#include "mahala/optimize/neighbours/soft_neighbours.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "mahala/core/linalg/exponential.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/optimize/neighbours/dense_queries.hpp"
#include "mahala/optimize/neighbours/mutual_pairs.hpp"
#include "mahala/optimize/neighbours/near_points.hpp"
#include "mahala/optimize/neighbours/pull.hpp"

namespace mahala {
namespace {

constexpr double farthest = 33;             ///< beyond the nearest: e^-33 is below 1e-14
constexpr double farthest_of_queries = 20;  ///< e^-20 is 2e-9, far below the noise of their mean
constexpr double coarser = 1e5;             ///< pulls of queries that count, than those of all
constexpr double dense_share = 0.3;  ///< of choices left, from which products of matrices pay
constexpr double few_share = 0.1;    ///< of choices left, up to which lists of all of them pay
constexpr double most_listed = 2e7;  ///< pulls kept in lists at a time: 800 MB
constexpr Index soft_points_of_a_part = 64;

/// Y L of the points of a block that pull most others, by products of matrices. The pulls are in
/// the order of the points.
void pull_dense(const Matrix& y, std::span<const Index> points, std::span<const PulledPair> pulls,
                Matrix& out) {
  const Index count = std::ssize(points);
  Matrix w = Matrix::Zero(count, y.cols());
  Index row = 0;
  for (const PulledPair& pull : pulls) {
    while (points[static_cast<std::size_t>(row)] != pull.i) ++row;
    w(row, pull.j) = pull.weight;
  }
  const Matrix own = y(Eigen::all, std::vector<Index>(points.begin(), points.end()));
  Matrix gathered(y.rows(), count), spread(y.rows(), y.cols());
  multiply_a_bt(y, w, gathered);
  multiply_at_b(own.transpose().eval(), w, spread);
  if (out.size() == 0) out = Matrix::Zero(y.rows(), y.cols());
  out += y * w.colwise().sum().transpose().asDiagonal() - spread;
  const Matrix received = own * w.rowwise().sum().asDiagonal() - gathered;
  for (Index k = 0; k < count; ++k) out.col(points[static_cast<std::size_t>(k)]) += received.col(k);
}

/// Appends the pulls that count; no branch to mispredict.
void add(const SoftChoice& choice, double negligible, std::vector<PulledPair>& pulls) {
  std::size_t at = pulls.size();
  pulls.resize(at + choice.chosen.size());
  for (std::size_t k = 0; k < choice.chosen.size(); ++k) {
    const double w = choice.probability[k];
    pulls[at] = {.i = static_cast<std::int32_t>(choice.point),
                 .j = static_cast<std::int32_t>(choice.chosen[k]),
                 .weight = w};
    at += std::abs(w) > negligible ? 1 : 0;
  }
  pulls.resize(at);
}

/// What one part of the points adds.
struct Part {
  double total = 0;
  Matrix yl = {};  ///< of dense blocks
  std::vector<double> probability = {};

  void choose_from(Index point, std::span<const Index> points, std::span<const double> distances,
                   const ChoiceFunction& row, double negligible, std::vector<PulledPair>& pulls) {
    probability.resize(points.size());
    SoftChoice choice{point, points, probability, 0};
    choice.log_sum = soft_choice(distances, probability);
    total += row(choice);
    add(choice, negligible, pulls);
  }
};

/// The nearest of the listed points; -1 if there is none.
Index nearest_of(std::span<const Index> points, std::span<const double> distances) {
  if (points.empty()) return -1;
  return points[static_cast<std::size_t>(std::min_element(distances.begin(), distances.end()) -
                                         distances.begin())];
}

}  // namespace

double soft_choice(std::span<const double> distances, std::span<double> probability) {
  if (distances.empty()) return 0;
  const Eigen::Map<const Eigen::ArrayXd> d(distances.data(), std::ssize(distances));
  const double nearest = d.minCoeff();
  Eigen::Map<Eigen::ArrayXd> p(probability.data(), d.size());
  p = nearest - d;
  exponentials(probability);
  const double sum = p.sum();
  p /= sum;
  return std::log(sum) - nearest;
}

double SoftNeighbours::sum(const Matrix& z, const Matrix& y, const ChoiceFunction& row,
                           double negligible, Matrix& yl) {
  yl = Matrix::Zero(y.rows(), y.cols());
  if (!z.allFinite()) return std::numeric_limits<double>::infinity();
  if (std::ssize(nearest_) != z.cols()) return sum_of_blocks(z, y, row, negligible, yl);
  const auto n = static_cast<double>(z.cols());
  const auto lists = mutual_lists(z, reach(z), std::min(few_share * n * n, most_listed) / 2);
  if (!lists) return sum_of_blocks(z, y, row, negligible, yl);
  return sum_of_lists(*lists, z, y, row, negligible, yl);
}

Vector SoftNeighbours::reach(const Matrix& z) const {
  Vector result(z.cols());
  for (Index i = 0; i < z.cols(); ++i) {
    const Index nearest = nearest_[static_cast<std::size_t>(i)];
    result[i] = (z.col(i) - z.col(nearest)).squaredNorm() + farthest;
  }
  return result;
}

void SoftNeighbours::remember(std::vector<Index> nearest) {
  // A point alone, or distances beyond the range of double, have none.
  const bool all = std::find(nearest.begin(), nearest.end(), -1) == nearest.end();
  nearest_ = all ? std::move(nearest) : std::vector<Index>();
}

double SoftNeighbours::sum_of_lists(const PointLists& lists, const Matrix& z, const Matrix& y,
                                    const ChoiceFunction& row, double negligible, Matrix& yl) {
  const Index n = z.cols();
  const MutualPairs pairs(lists);
  const std::vector<double> distances = pairs.distances(z);
  std::vector<double> weights(distances.size());
  std::vector<double> totals(static_cast<std::size_t>(n), 0);
  std::vector<Index> nearest(static_cast<std::size_t>(n), -1);
  parallel_parts(n, soft_points_of_a_part, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      const auto own = pairs.of(i, distances);
      SoftChoice choice{i, lists[i], pairs.of(i, weights), 0};
      choice.log_sum = soft_choice(own, choice.probability);
      nearest[static_cast<std::size_t>(i)] = nearest_of(lists[i], own);
      totals[static_cast<std::size_t>(i)] = row(choice);
    }
  });
  remember(std::move(nearest));
  pairs.pull(y, weights, negligible, yl);
  return std::accumulate(totals.begin(), totals.end(), 0.0);
}

namespace {

/// What the blocks of a sum have found.
struct BlockSums {
  std::vector<Part> parts = std::vector<Part>(most_near_parts);
  std::vector<std::vector<PulledPair>> pulls =
      std::vector<std::vector<PulledPair>>(most_near_parts);
  double share = 0;  ///< of choices, from which products of matrices pay

  BlockSums(Index askers, Index points) {
    const double pairs = static_cast<double>(askers) * static_cast<double>(points);
    share = std::min(dense_share, most_listed / pairs);
  }

  /// The lists are those of `points`.
  void take(Index part, std::span<const Index> points, const NearLists& lists, const Matrix& y,
            const ChoiceFunction& row, double negligible) {
    Part& own = parts[static_cast<std::size_t>(part)];
    std::vector<PulledPair>& found = pulls[static_cast<std::size_t>(part)];
    const std::size_t before = found.size();
    for (Index k = 0; k < lists.count(); ++k) {
      own.choose_from(points[static_cast<std::size_t>(k)], lists.points(k), lists.distances(k), row,
                      negligible, found);
    }
    const auto block = std::span(found).subspan(before);
    const auto n = static_cast<double>(y.cols());
    if (static_cast<double>(block.size()) <= share * n * static_cast<double>(lists.count())) return;
    pull_dense(y, points, block, own.yl);
    found.resize(before);
  }

  double finish(const Matrix& y, Matrix& yl) {
    double total = 0;
    for (const Part& part : parts) {
      if (part.yl.size() > 0) yl += part.yl;
      total += part.total;
    }
    pull_pairs(y, pulls, yl);
    return total;
  }
};

}  // namespace

double SoftNeighbours::sum_of_queries(const Matrix& z, std::span<const Index> queries,
                                      const ChoiceFunction& row, double negligible, Matrix& zl) {
  zl = Matrix::Zero(z.rows(), z.cols());
  if (!z.allFinite()) return std::numeric_limits<double>::infinity();
  const auto dense = dense_sum_of_queries(z, queries, row, farthest_of_queries, zl);
  if (dense) return *dense;
  BlockSums sums(std::ssize(queries), z.cols());
  const auto take = [&](Index part, Index begin, const NearLists& lists) {
    const auto points =
        queries.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(lists.count()));
    sums.take(part, points, lists, z, row, coarser * negligible);
  };
  for_each_near_block(z, queries, farthest_of_queries, take);
  return sums.finish(z, zl);
}

double SoftNeighbours::sum_of_blocks(const Matrix& z, const Matrix& y, const ChoiceFunction& row,
                                     double negligible, Matrix& yl) {
  const auto n = static_cast<double>(z.cols());
  BlockSums sums(z.cols(), z.cols());
  std::vector<Index> listed(most_near_parts, 0), nearest(static_cast<std::size_t>(z.cols()), -1);
  for_each_near_block(z, farthest, [&](Index part, Index begin, const NearLists& lists) {
    std::vector<Index> points(static_cast<std::size_t>(lists.count()));
    std::iota(points.begin(), points.end(), begin);
    for (Index k = 0; k < lists.count(); ++k) {
      nearest[static_cast<std::size_t>(begin + k)] =
          nearest_of(lists.points(k), lists.distances(k));
    }
    listed[static_cast<std::size_t>(part)] += std::ssize(lists.point);
    sums.take(part, points, lists, y, row, negligible);
  });
  const double total = sums.finish(y, yl);
  const auto all = static_cast<double>(std::accumulate(listed.begin(), listed.end(), Index{0}));
  nearest_.clear();
  if (all <= std::min(few_share * n * n, most_listed)) remember(std::move(nearest));
  return total;
}

}  // namespace mahala
