#include "mahala/reproduce/experiments/stream.hpp"

#include <cmath>
#include <limits>

namespace mahala::reproduce {

Stream::Stream(Index length, std::uint64_t seed) : steps(length) {
  Rng rng = make_rng(seed);
  const double scale = 1 / std::sqrt(static_cast<double>(dim));
  g = scale * random_normal(dim, rank, rng);
  start = scale * random_normal(dim, rank, rng);
  x = random_normal(dim, steps, rng);
  noise = random_normal(steps, 1, rng);
}

FrameAndCore Stream::polar_start() const {
  FrameAndCore point = polar_from_factor(start);
  point.r = (point.r * point.r.transpose()).eval();
  return point;
}

double relative_error(const Matrix& factor, const Matrix& truth) {
  if (!factor.allFinite()) return std::numeric_limits<double>::infinity();
  const Matrix w = truth * truth.transpose();
  const auto norm = [](const Matrix& a) { return symmetric_eigen(a).values.cwiseAbs().maxCoeff(); };
  return norm(factor * factor.transpose() - w) / norm(w);
}

double subspace_error(const Matrix& factor, const Matrix& truth) {
  if (!factor.allFinite()) return 1;
  const Matrix u = uf(factor), v = uf(truth);
  const Matrix outside = v - u * (u.transpose() * v);
  return std::sqrt(symmetric_eigen(outside.transpose() * outside).values.maxCoeff());
}

std::vector<Index> stream_marks(Index steps) {
  constexpr Index parts = 40;
  std::vector<Index> marks;
  for (Index k = 0; k <= parts; ++k) marks.push_back(k * steps / parts);
  return marks;
}

double steps_to(const std::vector<double>& steps, const std::vector<double>& errors, double level) {
  for (std::size_t k = 1; k < steps.size(); ++k) {
    if (errors[k] > level) continue;
    const double above = std::log(errors[k - 1] / level),
                 fall = std::log(errors[k - 1] / errors[k]);
    return steps[k - 1] + (steps[k] - steps[k - 1]) * above / fall;
  }
  return std::numeric_limits<double>::infinity();
}

}  // namespace mahala::reproduce
