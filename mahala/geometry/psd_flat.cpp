#include "mahala/geometry/psd_flat.hpp"

#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/linalg.hpp"

namespace mahala {

PsdFlat::PsdFlat(Index dim, Index rank) : dim_(dim), rank_(rank) {
  require(1 <= rank && rank <= dim, "rank {} must lie between 1 and the dimension {}", rank, dim);
}

Matrix PsdFlat::project(const Point& g, const Matrix& z) const {
  const auto [k, v] = symmetric_eigen(g.transpose() * g);
  const Matrix gz = g.transpose() * z;
  const Matrix c = v.transpose() * (gz - gz.transpose()) * v;
  const Matrix s = c.array() / (k.replicate(1, rank_) + k.transpose().replicate(rank_, 1)).array();
  return z - g * (v * s * v.transpose());
}

Matrix PsdFlat::random_point(Rng& rng) const {
  return random_normal(dim_, rank_, rng) / std::sqrt(static_cast<double>(dim_));
}

Matrix PsdFlat::random_tangent(const Point& g, Rng& rng) const {
  return project(g, random_normal(dim_, rank_, rng)).normalized();
}

}  // namespace mahala
