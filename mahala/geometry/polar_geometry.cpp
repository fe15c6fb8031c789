#include "mahala/geometry/polar_geometry.hpp"

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/symmetric.hpp"

namespace mahala {

PolarWeights::PolarWeights(Index dim, Index rank, double lambda)
    : dim_(dim), rank_(rank), lambda_(lambda) {
  require(1 <= rank && rank <= dim, "rank {} must lie between 1 and the dimension {}", rank, dim);
  require(0 <= lambda && lambda <= 1, "lambda {} must lie between 0 and 1", lambda);
}

double PolarWeights::sum(double of_turning, double of_stretching) const {
  return (lambda_ > 0 ? of_turning / lambda_ : 0) +
         (lambda_ < 1 ? of_stretching / (1 - lambda_) : 0);
}

FrameAndCore PolarWeights::project(const Matrix& u, const FrameAndCore& z) const {
  FrameAndCore xi{normal_part(u, z.u), symmetric_part(z.r)};
  if (lambda_ == 0) xi.u.setZero();
  if (lambda_ == 1) xi.r.setZero();
  return xi;
}

FrameAndCore PolarWeights::random_tangent(const Matrix& u, Rng& rng) const {
  // One after the other: the order in which two arguments draw is not fixed.
  Matrix turn = random_normal(dim_, rank_, rng);
  Matrix stretch = random_normal(rank_, rank_, rng);
  return project(u, {std::move(turn), std::move(stretch)});
}

}  // namespace mahala
