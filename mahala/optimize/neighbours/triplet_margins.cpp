#include "mahala/optimize/neighbours/triplet_margins.hpp"

#include <algorithm>
#include <cmath>

#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/parallel.hpp"

namespace mahala {
namespace {

constexpr Index pairs_of_part = 512;
constexpr Index most_sum_parts = 16;  ///< each has sums of its own
constexpr Index columns_at_once = 128;

auto squares_of(const Matrix& z, const std::array<Index, 2>& pair) {
  return (z.col(pair[0]) - z.col(pair[1])).array().square();
}

/// Cuts `count` into a few parts, calls work(begin, end, sum) for each, and adds the sums.
template <class Work>
Matrix added_parts(Index count, Index rows, Index columns, const Work& work) {
  const Index parts = std::clamp<Index>(count / pairs_of_part, 1, most_sum_parts);
  std::vector<Matrix> sums(static_cast<std::size_t>(parts), Matrix::Zero(rows, columns));
  parallel_for(parts, [&](Index k) {
    work(count * k / parts, count * (k + 1) / parts, sums[static_cast<std::size_t>(k)]);
  });
  for (Index k = 1; k < parts; ++k) sums[0] += sums[static_cast<std::size_t>(k)];
  return std::move(sums[0]);
}

}  // namespace

TripletMargins::TripletMargins(const std::vector<MarginGroup>& groups) {
  std::vector<double> weights;
  for (const MarginGroup& group : groups) {
    const auto near = static_cast<std::int32_t>(pairs_.size());
    const auto far = static_cast<std::int32_t>(pairs_.size() + group.near.size());
    for (const auto* ends : {&group.near, &group.far}) {
      for (const Index end : *ends) pairs_.push_back({group.query, end});
    }
    for (std::int32_t j = near; j < far; ++j) {
      for (std::size_t l = 0; l < group.far.size(); ++l) {
        triplets_.push_back({j, far + static_cast<std::int32_t>(l)});
        weights.push_back(group.weight.empty() ? 1 : group.weight[l]);
      }
    }
  }
  shares_ = Eigen::Map<const Vector>(weights.data(), std::ssize(weights)) /
            static_cast<double>(std::max<std::size_t>(weights.size(), 1));
}

Vector TripletMargins::margins(const Matrix& z, const Vector& w) const {
  Vector d(std::ssize(pairs_)), result(size());
  parallel_parts(d.size(), pairs_of_part, [&](Index begin, Index end) {
    for (Index p = begin; p < end; ++p) {
      d[p] = (squares_of(z, pairs_[static_cast<std::size_t>(p)]) * w.array()).sum();
    }
  });
  for (Index k = 0; k < size(); ++k) {
    const Sides& sides = triplets_[static_cast<std::size_t>(k)];
    result[k] = d[sides.far] - d[sides.near];
  }
  return result;
}

Vector TripletMargins::pair_sums(const Matrix& z, const Vector& y) const {
  return added_parts(y.size(), z.rows(), 1, [&](Index begin, Index end, Matrix& sum) {
    for (Index p = begin; p < end; ++p) {
      if (y[p] == 0) continue;
      sum.col(0).array() += y[p] * squares_of(z, pairs_[static_cast<std::size_t>(p)]);
    }
  });
}

Vector TripletMargins::adjoint(const Matrix& z, const Vector& u) const {
  Vector y = Vector::Zero(std::ssize(pairs_));
  for (Index k = 0; k < size(); ++k) {
    const Sides& sides = triplets_[static_cast<std::size_t>(k)];
    y[sides.far] += u[k];
    y[sides.near] -= u[k];
  }
  return pair_sums(z, y);
}

Matrix TripletMargins::square(const Matrix& z, const Vector& q) const {
  std::vector<Index> used;
  for (Index k = 0; k < q.size(); ++k) {
    if (q[k] > 0) used.push_back(k);
  }
  const Index f = z.rows();
  const auto row = [&](Index k, auto&& out) {
    const Sides& sides = triplets_[static_cast<std::size_t>(k)];
    out = (squares_of(z, pairs_[static_cast<std::size_t>(sides.far)]) -
           squares_of(z, pairs_[static_cast<std::size_t>(sides.near)])) *
          std::sqrt(q[k]);
  };
  const Matrix lower =
      added_parts(std::ssize(used), f, f, [&](Index begin, Index end, Matrix& sum) {
        Matrix rows(f, columns_at_once);
        for (Index at = begin; at < end; at += columns_at_once) {
          const Index count = std::min(columns_at_once, end - at);
          for (Index c = 0; c < count; ++c) {
            row(used[static_cast<std::size_t>(at + c)], rows.col(c).array());
          }
          add_square(1, rows.leftCols(count), sum);
        }
      });
  return lower.selfadjointView<Eigen::Lower>();
}

double TripletMargins::mean_square(const Matrix& z) const {
  const auto count = static_cast<double>(pairs_.size()) * static_cast<double>(z.rows());
  const Vector each = Vector::Constant(std::ssize(pairs_), 1 / std::max(count, 1.0));
  return pair_sums(z, each).sum();
}

}  // namespace mahala
