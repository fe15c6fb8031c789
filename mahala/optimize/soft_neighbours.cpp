#include "mahala/optimize/soft_neighbours.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "mahala/core/exponential.hpp"
#include "mahala/core/linalg.hpp"
#include "mahala/optimize/near_points.hpp"
#include "mahala/optimize/pulled_pairs.hpp"

namespace mahala {
namespace {

constexpr double farthest = 33;      ///< beyond the nearest: e^-33 is below 1e-14
constexpr double dense_share = 0.3;  ///< of choices left, from which products of matrices pay
constexpr double most_listed = 2e7;  ///< pulls kept in lists at a time: 800 MB

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

/// What one part of the points adds: dense blocks at once.
struct DensePart {
  Matrix yl = {};
  double total = 0;
};

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
  std::vector<DensePart> parts(most_near_parts);
  std::vector<std::vector<PulledPair>> pulls(most_near_parts);
  const double share =
      std::min(dense_share, most_listed / std::pow(static_cast<double>(z.cols()), 2));
  const auto visit = [&](Index part, Index begin, const NearLists& lists) {
    DensePart& own = parts[static_cast<std::size_t>(part)];
    std::vector<PulledPair>& listed = pulls[static_cast<std::size_t>(part)];
    const std::size_t before = listed.size();
    std::vector<double> probability;
    for (Index k = 0; k < lists.count(); ++k) {
      const auto from = static_cast<std::size_t>(lists.begin[static_cast<std::size_t>(k)]);
      const auto count =
          static_cast<std::size_t>(lists.begin[static_cast<std::size_t>(k) + 1]) - from;
      probability.resize(count);
      SoftChoice choice{begin + k, std::span(lists.point).subspan(from, count), probability, 0};
      choice.log_sum = choose(std::span(lists.distance).subspan(from, count), probability);
      own.total += row(choice);
      add(choice, negligible, listed);
    }
    const auto block = std::span(listed).subspan(before);
    const auto most = share * static_cast<double>(lists.count() * z.cols());
    if (static_cast<double>(block.size()) <= most) return;
    pull_dense(y, begin, lists.count(), block, own.yl);
    listed.resize(before);
  };
  const auto limit = [](Index, double nearest) { return nearest + farthest; };
  for_each_near_block(z, limit, visit);
  double total = 0;
  for (const DensePart& part : parts) {
    if (part.yl.size() > 0) yl += part.yl;
    total += part.total;
  }
  pull_pairs(y, pulls, yl);
  return total;
}

}  // namespace mahala
