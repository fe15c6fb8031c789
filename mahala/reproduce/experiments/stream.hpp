/// @file
/// A stream of inputs and outputs of a system of low rank, and how well a filter follows it.
///
///   x normal in R^d,   y = |G_t^T x|^2 + noise * mean(y) * normal
///
/// Errors are |W_t - W|_2 / |W|_2, and |U U^T - V V^T|_2 of the subspaces, which is the sine of
/// their largest angle.
///
/// Reference   Bonnabel, Meyer, Sepulchre, MTNS 2010, section VI: d = 50, r = 9, noise 0 and 10 %.
#pragma once

#include <functional>

#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/random.hpp"
#include "mahala/geometry/frame.hpp"
#include "mahala/geometry/psd_polar.hpp"
#include "mahala/optimize/online/adaptive_filter.hpp"
#include "mahala/reproduce/results.hpp"

namespace mahala::reproduce {

struct Stream {
  static constexpr Index dim = 50, rank = 9;

  Stream(Index steps, std::uint64_t seed);

  Index steps;
  Matrix g;      ///< of the system, in the beginning
  Matrix start;  ///< where filters start
  Matrix x;
  Vector noise;

  /// The start as U, B.
  FrameAndCore polar_start() const;
};

/// The system at a step.
using Truth = std::function<Matrix(Index step)>;

/// The spectral norm of the difference over that of the truth; infinite for factors that are not
/// finite.
double relative_error(const Matrix& factor, const Matrix& truth);

/// The sine of the largest angle of the subspaces.
double subspace_error(const Matrix& factor, const Matrix& truth);

/// The places along a stream where errors are taken.
std::vector<Index> stream_marks(Index steps);

/// "steps", "error" and "subspace" at the marks.
template <class Filter>
Numbers follow(const Stream& stream, Filter filter, const Truth& truth, double noise = 0) {
  Numbers found;
  Index t = 0;
  for (const Index mark : stream_marks(stream.steps)) {
    for (; t < mark; ++t) {
      const Matrix g = truth(t);
      const double y = (g.transpose() * stream.x.col(t)).squaredNorm();
      filter.update(stream.x.col(t), y + noise * g.squaredNorm() * stream.noise[t]);
    }
    const Matrix factor = filter.factor(), g = truth(t);
    found["steps"].push_back(static_cast<double>(mark));
    found["error"].push_back(relative_error(factor, g));
    found["subspace"].push_back(subspace_error(factor, g));
  }
  found["last"] = {found["error"].back()};
  found["last subspace"] = {found["subspace"].back()};
  return found;
}

/// Steps until the mean error over seeds is below `level`, between marks by interpolation of its
/// logarithm; infinite if it never is.
double steps_to(const std::vector<double>& steps, const std::vector<double>& errors, double level);

}  // namespace mahala::reproduce
