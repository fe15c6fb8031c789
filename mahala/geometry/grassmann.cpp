#include "mahala/geometry/grassmann.hpp"

#include "mahala/core/error.hpp"

namespace mahala {

Grassmann::Grassmann(Index dim, Index rank, FrameRetraction retraction)
    : dim_(dim), rank_(rank), retraction_(retraction) {
  require(1 <= rank && rank <= dim, "rank {} must lie between 1 and the dimension {}", rank, dim);
}

Matrix Grassmann::random_tangent(const Point& u, Rng& rng) const {
  return normal_part(u, random_normal(dim_, rank_, rng)).normalized();
}

}  // namespace mahala
