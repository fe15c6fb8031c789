#include "mahala/optimize/neighbours/soft_neighbours.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "mahala/core/linalg/exponential.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/optimize/neighbours/mutual_pairs.hpp"
#include "mahala/optimize/neighbours/near_points.hpp"
#include "mahala/optimize/neighbours/pull.hpp"

namespace mahala {
namespace {

constexpr double farthest = 33;      ///< beyond the nearest: e^-33 is below 1e-14
constexpr double dense_share = 0.3;  ///< of choices left, from which products of matrices pay
constexpr double few_share = 0.1;    ///< of choices left, up to which lists of all of them pay
constexpr double most_listed = 2e7;  ///< pulls kept in lists at a time: 800 MB
constexpr Index soft_points_of_a_part = 64;

/// Distances become probabilities; returns the logarithm of the sum that divides them.
double choose(std::span<const double> distances, std::span<double> probability) {
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

/// Y L of a block of points that pull most others, by products of matrices.
void pull_dense(const Matrix& y, Index begin, Index points, std::span<const PulledPair> pulls,
                Matrix& out) {
  Matrix w = Matrix::Zero(points, y.cols());
  for (const PulledPair& pull : pulls) w(pull.i - begin, pull.j) = pull.weight;
  const auto own = y.middleCols(begin, points);
  Matrix gathered(y.rows(), points), spread(y.rows(), y.cols());
  multiply_a_bt(y, w, gathered);
  multiply_at_b(own.transpose().eval(), w, spread);
  if (out.size() == 0) out = Matrix::Zero(y.rows(), y.cols());
  out += y * w.colwise().sum().transpose().asDiagonal() - spread;
  out.middleCols(begin, points) += own * w.rowwise().sum().asDiagonal() - gathered;
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
    choice.log_sum = choose(distances, probability);
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
      choice.log_sum = choose(own, choice.probability);
      nearest[static_cast<std::size_t>(i)] = nearest_of(lists[i], own);
      totals[static_cast<std::size_t>(i)] = row(choice);
    }
  });
  remember(std::move(nearest));
  pairs.pull(y, weights, negligible, yl);
  return std::accumulate(totals.begin(), totals.end(), 0.0);
}

double SoftNeighbours::sum_of_blocks(const Matrix& z, const Matrix& y, const ChoiceFunction& row,
                                     double negligible, Matrix& yl) {
  const auto n = static_cast<double>(z.cols());
  const double share = std::min(dense_share, most_listed / (n * n));
  std::vector<Part> parts(most_near_parts);
  std::vector<std::vector<PulledPair>> pulls(most_near_parts);
  std::vector<Index> listed(most_near_parts, 0), nearest(static_cast<std::size_t>(z.cols()), -1);
  const auto visit = [&](Index part, Index begin, const NearLists& lists) {
    Part& own = parts[static_cast<std::size_t>(part)];
    std::vector<PulledPair>& found = pulls[static_cast<std::size_t>(part)];
    const std::size_t before = found.size();
    for (Index k = 0; k < lists.count(); ++k) {
      const auto points = lists.points(k);
      nearest[static_cast<std::size_t>(begin + k)] = nearest_of(points, lists.distances(k));
      own.choose_from(begin + k, points, lists.distances(k), row, negligible, found);
    }
    listed[static_cast<std::size_t>(part)] += std::ssize(lists.point);
    const auto block = std::span(found).subspan(before);
    if (static_cast<double>(block.size()) <= share * n * static_cast<double>(lists.count())) return;
    pull_dense(y, begin, lists.count(), block, own.yl);
    found.resize(before);
  };
  for_each_near_block(z, farthest, visit);
  double total = 0;
  for (const Part& part : parts) {
    if (part.yl.size() > 0) yl += part.yl;
    total += part.total;
  }
  pull_pairs(y, pulls, yl);
  const auto all = static_cast<double>(std::accumulate(listed.begin(), listed.end(), Index{0}));
  nearest_.clear();
  if (all <= std::min(few_share * n * n, most_listed)) remember(std::move(nearest));
  return total;
}

}  // namespace mahala
