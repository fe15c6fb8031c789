#include "mahala/optimize/neighbours/dense_queries.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "mahala/core/linalg/estimated_points.hpp"
#include "mahala/core/linalg/linalg_single.hpp"
#include "mahala/core/linalg/vector_units.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/core/ranks.hpp"
#include "mahala/core/watch.hpp"

namespace mahala {
namespace {

constexpr double many = 0.3;              ///< of points within reach
constexpr double coarsest = 0.01;         ///< error of a distance
constexpr Index looked_at = 64;           ///< queries that tell how many are within reach
constexpr Index most_dense_parts = 8;     ///< in which sums are formed
constexpr Index most_spread = 1 << 27;    ///< numbers that all parts keep
constexpr Index dense_numbers = 1 << 21;  ///< distances at a time

Index dense_parts(Index r, Index n) {
  return std::clamp<Index>(most_spread / std::max<Index>(1, r * n), 2, most_dense_parts);
}

Index dense_width(Index n) { return std::clamp<Index>(dense_numbers / n, 8, 64); }

/// out = unit (squares + own - 2 products).
MAHALA_WIDEST_VECTORS void distances_in_doubles(const float* products, const float* squares,
                                                float own, double unit, Index n, double* out) {
  for (Index j = 0; j < n; ++j) {
    out[j] = unit * static_cast<double>(squares[j] + own - 2 * products[j]);
  }
}

std::span<double> numbers_of(Vector& v) { return {v.data(), static_cast<std::size_t>(v.size())}; }

/// All distances of some points.
class DenseBlock {
 public:
  explicit DenseBlock(const EstimatedPoints& points)
      : points_(points), distance_(points.z.cols()) {}

  void look_from(std::span<const Index> queries) {
    queries_ = queries;
    own = points_.z(Eigen::all, std::vector<Index>(queries.begin(), queries.end()));
    products.resize(points_.z.cols(), own.cols());
    multiply_at_b(points_.z, own, products);
  }

  /// Of the k-th; infinite to itself.
  Vector& distances(Index k) {
    const Index i = queries_[static_cast<std::size_t>(k)];
    distances_in_doubles(products.col(k).data(), points_.squares.data(), points_.squares[i],
                         points_.unit, distance_.size(), distance_.data());
    distance_[i] = std::numeric_limits<double>::infinity();
    return distance_;
  }

  MatrixF own, products;

 private:
  const EstimatedPoints& points_;
  std::span<const Index> queries_ = {};
  Vector distance_;
};

bool many_are_near(const EstimatedPoints& points, std::span<const Index> queries, double beyond) {
  std::vector<Index> some;
  const auto step = std::max<std::size_t>(1, queries.size() / looked_at);
  for (std::size_t k = 0; k < queries.size(); k += step) some.push_back(queries[k]);
  DenseBlock block(points);
  double near = 0;
  const auto width = static_cast<std::size_t>(dense_width(points.z.cols()));
  for (std::size_t begin = 0; begin < some.size(); begin += width) {
    const auto asking = std::span(some).subspan(begin, std::min(width, some.size() - begin));
    check_watch();
    block.look_from(asking);
    for (Index k = 0; k < std::ssize(asking); ++k) {
      const Vector& d = block.distances(k);
      near += static_cast<double>((d.array() <= d.minCoeff() + beyond).count());
    }
  }
  return near > many * static_cast<double>(points.z.cols()) * static_cast<double>(some.size());
}

/// What one part of the queries adds; all in the units of the estimates.
struct DenseSums {
  double total = 0;
  MatrixF spread = {};    ///< Q W^T
  MatrixF received = {};  ///< z_q sum_j w_jq - (Z W)_q, a column for each query of all
  Vector weights = {};    ///< sum_q w_jq
};

class DenseQueries {
 public:
  DenseQueries(const EstimatedPoints& points, const ChoiceFunction& row)
      : points_(points), row_(row), all_(static_cast<std::size_t>(points.z.cols())) {
    std::iota(all_.begin(), all_.end(), Index{0});
  }

  DenseSums sums(std::span<const Index> queries) const {
    const Index r = points_.z.rows(), n = points_.z.cols();
    DenseSums sums{0, MatrixF::Zero(r, n), MatrixF::Zero(r, std::ssize(queries)), Vector::Zero(n)};
    DenseBlock block(points_);
    const auto width = static_cast<std::size_t>(dense_width(n));
    for (std::size_t begin = 0; begin < queries.size(); begin += width) {
      const auto asking = queries.subspan(begin, std::min(width, queries.size() - begin));
      check_watch();
      block.look_from(asking);
      const Eigen::RowVectorXf weights = weigh(asking, block, sums);
      auto received = sums.received.middleCols(static_cast<Index>(begin), std::ssize(asking));
      multiply_a_b(points_.z, block.products, received);
      received = (block.own.array().rowwise() * weights.array()).matrix() - received;
      add_a_bt(block.own, block.products, sums.spread);
    }
    return sums;
  }

 private:
  /// The products of the block become W; returns sum_j w_jq.
  Eigen::RowVectorXf weigh(std::span<const Index> asking, DenseBlock& block,
                           DenseSums& sums) const {
    Eigen::RowVectorXf weights(std::ssize(asking));
    Vector probability(points_.z.cols());
    for (Index k = 0; k < std::ssize(asking); ++k) {
      const Index point = asking[static_cast<std::size_t>(k)];
      const Vector& distance = block.distances(k);
      SoftChoice choice{point, all_, numbers_of(probability), 0};
      choice.log_sum = soft_choice({distance.data(), all_.size()}, choice.probability);
      probability[point] = 0;
      sums.total += row_(choice);
      sums.weights += probability;
      weights[k] = static_cast<float>(probability.sum());
      block.products.col(k) = probability.cast<float>();
    }
    return weights;
  }

  const EstimatedPoints& points_;
  const ChoiceFunction& row_;
  std::vector<Index> all_;
};

/// Every rank has the sums of its own parts, and gets all.
void gather_sums(std::vector<DenseSums>& sums, const std::vector<Index>& shares, Index r, Index n,
                 Index queries) {
  constexpr Index single = sizeof(float), number = sizeof(double);
  const Index parts = std::ssize(sums);
  MatrixF spread(r * n, parts), received(r, queries);
  Matrix weights(n + 1, parts);
  const auto begin_of = [&](Index part) { return part * queries / parts; };
  const auto each_part = [&](Index from, Index to, const auto& visit) {
    for (Index k = from; k < to; ++k) {
      visit(k, sums[static_cast<std::size_t>(k)],
            received.middleCols(begin_of(k), begin_of(k + 1) - begin_of(k)));
    }
  };
  const auto me = static_cast<std::size_t>(rank());
  each_part(shares[me], shares[me + 1], [&](Index k, const DenseSums& own, auto taken) {
    spread.col(k) = own.spread.reshaped();
    weights.col(k) << own.weights, own.total;
    taken = own.received;
  });
  std::vector<Index> query_shares;
  for (const Index part : shares) query_shares.push_back(begin_of(part));
  all_gather(spread.data(), single * r * n, single * r * n, shares);
  all_gather(weights.data(), number * (n + 1), number * (n + 1), shares);
  all_gather(received.data(), single * r, single * r, query_shares);
  each_part(0, parts, [&](Index k, DenseSums& each, auto taken) {
    each = {weights(n, k), spread.col(k).reshaped(r, n), taken, weights.col(k).head(n)};
  });
}

}  // namespace

std::optional<double> dense_sum_of_queries(const Matrix& z, std::span<const Index> queries,
                                           const ChoiceFunction& row, double beyond, Matrix& zl) {
  const EstimatedPoints points(z);
  if (queries.empty() || points.error * points.unit > coarsest) return std::nullopt;
  if (!many_are_near(points, queries, beyond)) return std::nullopt;
  const DenseQueries dense(points, row);
  const Index count = std::ssize(queries), parts = std::min(dense_parts(z.rows(), z.cols()), count);
  const auto share = [&](Index part) {
    const Index begin = part * count / parts, end = (part + 1) * count / parts;
    return queries.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
  };
  std::vector<DenseSums> sums(static_cast<std::size_t>(parts));
  const auto shares = divides_work() ? shares_of(parts, 1, parts) : std::vector<Index>{0, parts};
  const std::size_t me = divides_work() ? static_cast<std::size_t>(rank()) : 0;
  parallel_for(shares[me + 1] - shares[me], [&](Index k) {
    const Index part = shares[me] + k;
    sums[static_cast<std::size_t>(part)] = dense.sums(share(part));
  });
  if (divides_work()) gather_sums(sums, shares, z.rows(), z.cols(), count);
  const double size = std::sqrt(points.unit);
  double total = 0;
  zl = Matrix::Zero(z.rows(), z.cols());
  for (Index part = 0; part < parts; ++part) {
    const DenseSums& own = sums[static_cast<std::size_t>(part)];
    total += own.total;
    zl += points.z.cast<double>() * own.weights.asDiagonal() - own.spread.cast<double>();
    const auto asking = share(part);
    for (Index k = 0; k < std::ssize(asking); ++k) {
      zl.col(asking[static_cast<std::size_t>(k)]) += own.received.col(k).cast<double>();
    }
  }
  zl *= size;
  return total;
}

}  // namespace mahala
