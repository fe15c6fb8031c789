#include "mahala/optimize/soft_neighbours.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "mahala/core/linalg.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/optimize/near_points.hpp"
#include "mahala/optimize/pull.hpp"

namespace mahala {
namespace {

constexpr double farthest = 33;      ///< beyond the nearest: e^-33 is below 1e-14
constexpr double dense_share = 0.3;  ///< of choices left, from which products of matrices pay
constexpr double most_listed = 5e7;  ///< pulls kept in lists at a time: 800 MB
constexpr Index points_of_a_part = 64;

/// Distances become probabilities; returns the logarithm of the sum that divides them.
double choose(std::span<const double> distances, double* probability) {
  const Eigen::Map<const Eigen::ArrayXd> d(distances.data(), std::ssize(distances));
  if (d.size() == 0) return 0;
  const double nearest = d.minCoeff();
  Eigen::Map<Eigen::ArrayXd> p(probability, d.size());
  p = (nearest - d).exp();
  const double sum = p.sum();
  p /= sum;
  return std::log(sum) - nearest;
}

/// Weights by lists of points, one list after the other.
struct Pulls {
  std::vector<Index> begin = {0}, point = {};
  std::vector<double> weight = {};

  void add(std::span<const Index> chosen, std::span<const double> w, double negligible) {
    for (std::size_t k = 0; k < chosen.size(); ++k) {
      if (!(std::abs(w[k]) > negligible)) continue;
      point.push_back(chosen[k]);
      weight.push_back(w[k]);
    }
    begin.push_back(std::ssize(point));
  }
  Index count() const { return std::ssize(begin) - 1; }
  std::size_t from(Index k) const {
    return static_cast<std::size_t>(begin[static_cast<std::size_t>(k)]);
  }
  std::span<const Index> points(Index k) const {
    return std::span(point).subspan(from(k), from(k + 1) - from(k));
  }
  std::span<const double> weights(Index k) const {
    return std::span(weight).subspan(from(k), from(k + 1) - from(k));
  }
};

/// Y L of a block of points that pull most others, by products of matrices.
void pull_dense(const Matrix& y, Index begin, const Pulls& pulls, Matrix& out) {
  const Index points = pulls.count();
  Matrix w = Matrix::Zero(points, y.cols());
  for (Index k = 0; k < points; ++k) {
    for (std::size_t c = pulls.from(k); c < pulls.from(k + 1); ++c) {
      w(k, pulls.point[c]) = pulls.weight[c];
    }
  }
  const auto own = y.middleCols(begin, points);
  Matrix gathered(y.rows(), points), spread(y.rows(), y.cols());
  multiply_a_bt(y, w, gathered);
  multiply_at_b(own.transpose().eval(), w, spread);
  if (out.size() == 0) out = Matrix::Zero(y.rows(), y.cols());
  out += y * w.colwise().sum().transpose().asDiagonal() - spread;
  out.middleCols(begin, points) += own * w.rowwise().sum().asDiagonal() - gathered;
}

/// Lists by pulled point of who pulls it.
Pulls transposed(const Pulls& pulls) {
  Pulls result{.begin = std::vector<Index>(pulls.begin.size(), 0)};
  for (const Index j : pulls.point) ++result.begin[static_cast<std::size_t>(j) + 1];
  for (std::size_t j = 1; j < result.begin.size(); ++j) result.begin[j] += result.begin[j - 1];
  std::vector<Index> next(result.begin);
  result.point.resize(pulls.point.size());
  result.weight.resize(pulls.point.size());
  for (Index i = 0; i < pulls.count(); ++i) {
    for (std::size_t c = pulls.from(i); c < pulls.from(i + 1); ++c) {
      const auto at = static_cast<std::size_t>(next[static_cast<std::size_t>(pulls.point[c])]++);
      result.point[at] = i;
      result.weight[at] = pulls.weight[c];
    }
  }
  return result;
}

/// out += Y L of lists for all points; every point gathers what it pulls and what pulls it, so that
/// threads share no sums.
void pull_sparse(const Matrix& y, const Pulls& pulls, Matrix& out) {
  if (pulls.point.empty()) return;
  const Pulls back = transposed(pulls);
  parallel_parts(y.cols(), points_of_a_part, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      gather(y, i, pulls.points(i), pulls.weights(i), out.col(i));
      gather(y, i, back.points(i), back.weights(i), out.col(i));
    }
  });
}

/// What one part of the points adds: dense blocks at once, the pulls of others for later.
struct Part {
  Matrix yl = {};
  double total = 0;
  Pulls pulls = {};

  void take(const Matrix& y, Index begin, const Pulls& block, double most_sparse) {
    const bool dense = static_cast<double>(block.point.size()) > most_sparse;
    if (dense) pull_dense(y, begin, block, yl);
    for (Index k = 0; k < block.count(); ++k) {
      if (dense)
        pulls.add({}, {}, 0);
      else
        pulls.add(block.points(k), block.weights(k), 0);
    }
  }
};

/// The pulls of all parts, which hold consecutive points.
Pulls all_pulls(const std::vector<Part>& parts) {
  Pulls all;
  for (const Part& part : parts) {
    for (Index k = 0; k < part.pulls.count(); ++k) {
      all.begin.push_back(all.begin.back() + std::ssize(part.pulls.points(k)));
    }
    all.point.insert(all.point.end(), part.pulls.point.begin(), part.pulls.point.end());
    all.weight.insert(all.weight.end(), part.pulls.weight.begin(), part.pulls.weight.end());
  }
  return all;
}

}  // namespace

double sum_over_choices(const Matrix& z, const std::function<double(SoftChoice&)>& row,
                        double negligible, Matrix& zl) {
  return sum_over_choices(z, z, row, negligible, zl);
}

double sum_over_choices(const Matrix& z, const Matrix& y,
                        const std::function<double(SoftChoice&)>& row, double negligible,
                        Matrix& yl) {
  yl = Matrix::Zero(y.rows(), y.cols());
  if (!z.allFinite()) return std::numeric_limits<double>::infinity();
  std::vector<Part> parts(most_near_parts);
  const double share =
      std::min(dense_share, most_listed / std::pow(static_cast<double>(z.cols()), 2));
  const auto visit = [&](Index part, Index begin, const NearLists& lists) {
    Part& own = parts[static_cast<std::size_t>(part)];
    Pulls block;
    std::vector<double> probability;
    for (Index k = 0; k < lists.count(); ++k) {
      const auto from = static_cast<std::size_t>(lists.begin[static_cast<std::size_t>(k)]);
      const auto count =
          static_cast<std::size_t>(lists.begin[static_cast<std::size_t>(k) + 1]) - from;
      probability.resize(count);
      SoftChoice choice{begin + k, std::span(lists.point).subspan(from, count), probability, 0};
      choice.log_sum = choose(std::span(lists.distance).subspan(from, count), probability.data());
      own.total += row(choice);
      block.add(choice.chosen, probability, negligible);
    }
    own.take(y, begin, block, share * static_cast<double>(lists.count() * z.cols()));
  };
  const auto limit = [](Index, double nearest) { return nearest + farthest; };
  for_each_near_block(z, limit, visit);
  double total = 0;
  for (const Part& part : parts) {
    if (part.yl.size() > 0) yl += part.yl;
    total += part.total;
  }
  pull_sparse(y, all_pulls(parts), yl);
  return total;
}

}  // namespace mahala
