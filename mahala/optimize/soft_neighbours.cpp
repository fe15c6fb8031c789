#include "mahala/optimize/soft_neighbours.hpp"

#include <cmath>
#include <vector>

#include "mahala/core/linalg.hpp"
#include "mahala/optimize/distance_blocks.hpp"
#include "mahala/optimize/pull.hpp"

namespace mahala {
namespace {

constexpr double farthest = 40;      ///< beyond the nearest: e^-40 is below the rounding of a sum
constexpr double dense_share = 0.1;  ///< of choices left, from which products of matrices pay

/// The choices of a block of points, one list after the other.
struct Lists {
  std::vector<Index> chosen = {};
  std::vector<double> weight = {};
  std::vector<Index> begin = {};

  void clear() {
    chosen.clear();
    weight.clear();
    begin.assign(1, 0);
  }
};

/// Appends the choices of the point whose distances are d; returns the logarithm of their sum.
double choose(const double* d, Index n, Lists& lists) {
  const Eigen::Map<const Eigen::ArrayXd> distances(d, n);
  const double nearest = distances.minCoeff();
  const std::size_t first = lists.chosen.size();
  if (std::isfinite(nearest)) {
    for (Index j = 0; j < n; ++j) {
      if (d[j] - nearest < farthest) {
        lists.chosen.push_back(j);
        lists.weight.push_back(nearest - d[j]);
      }
    }
  }
  lists.begin.push_back(std::ssize(lists.chosen));
  Eigen::Map<Eigen::ArrayXd> p(lists.weight.data() + first,
                               std::ssize(lists.weight) - static_cast<Index>(first));
  p = p.exp();
  const double sum = p.sum();
  if (sum > 0) p /= sum;
  return std::log(sum) - nearest;
}

/// The same as `pull` for a whole block by products of matrices.
void pull_dense(const Matrix& y, Index begin, const Lists& lists, Matrix& out) {
  const Index points = std::ssize(lists.begin) - 1;
  Matrix w = Matrix::Zero(points, y.cols());
  for (Index k = 0; k < points; ++k) {
    for (Index c = lists.begin[static_cast<std::size_t>(k)];
         c < lists.begin[static_cast<std::size_t>(k + 1)]; ++c) {
      w(k, lists.chosen[static_cast<std::size_t>(c)]) = lists.weight[static_cast<std::size_t>(c)];
    }
  }
  const auto own = y.middleCols(begin, points);
  Matrix gathered(y.rows(), points), spread(y.rows(), y.cols());
  multiply_a_bt(y, w, gathered);
  multiply_at_b(own.transpose().eval(), w, spread);
  out += y * w.colwise().sum().transpose().asDiagonal() - spread;
  out.middleCols(begin, points) += own * w.rowwise().sum().asDiagonal() - gathered;
}

void pull_sparse(const Matrix& y, Index begin, const Lists& lists, Matrix& out) {
  for (std::size_t k = 0; k + 1 < lists.begin.size(); ++k) {
    const auto from = static_cast<std::size_t>(lists.begin[k]);
    const auto count = static_cast<std::size_t>(lists.begin[k + 1]) - from;
    pull(y, begin + static_cast<Index>(k), std::span(lists.chosen).subspan(from, count),
         std::span(lists.weight).subspan(from, count), out);
  }
}

/// What one part of the points adds.
struct Part {
  Matrix yl = {};
  double total = 0;
  Lists lists = {};
};

}  // namespace

double sum_over_choices(const Matrix& z, const std::function<double(SoftChoice&)>& row,
                        Matrix& zl) {
  return sum_over_choices(z, z, row, zl);
}

double sum_over_choices(const Matrix& z, const Matrix& y,
                        const std::function<double(SoftChoice&)>& row, Matrix& yl) {
  std::vector<Part> sums(most_distance_parts);
  const auto visit = [&](Index part, Index begin, const Matrix& d) {
    auto& [sum, total, lists] = sums[static_cast<std::size_t>(part)];
    if (sum.size() == 0) sum = Matrix::Zero(y.rows(), y.cols());
    lists.clear();
    for (Index k = 0; k < d.cols(); ++k) {
      const std::size_t first = lists.chosen.size();
      const double log_sum = choose(d.col(k).data(), d.rows(), lists);
      SoftChoice choice{begin + k, std::span(lists.chosen).subspan(first),
                        std::span(lists.weight).subspan(first), log_sum};
      total += row(choice);
    }
    const auto left = static_cast<double>(lists.chosen.size());
    const bool dense = left > dense_share * static_cast<double>(d.size());
    (dense ? pull_dense : pull_sparse)(y, begin, lists, sum);
  };
  const Index parts = for_each_distance_block(centred_points(z), visit);
  yl = Matrix::Zero(y.rows(), y.cols());
  double total = 0;
  for (Index part = 0; part < parts; ++part) {
    yl += sums[static_cast<std::size_t>(part)].yl;
    total += sums[static_cast<std::size_t>(part)].total;
  }
  return total;
}

}  // namespace mahala
