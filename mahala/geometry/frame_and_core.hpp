/// @file
/// A d x r matrix with a small r x r one: the coordinates of the polar geometries, whose
/// points W = U B U^T turn a subspace and stretch inside it.
#pragma once

#include <cmath>

#include "mahala/core/linalg/archive.hpp"

namespace mahala {

struct FrameAndCore {
  Matrix u = {};  ///< d x r: a frame, or a change of one
  Matrix r = {};  ///< r x r: what stretches inside it, or a change of that

  double norm() const { return std::hypot(u.norm(), r.norm()); }

  void keep(Archive& archive) {
    archive("u", u);
    archive("r", r);
  }
};

inline FrameAndCore operator+(const FrameAndCore& a, const FrameAndCore& b) {
  return {a.u + b.u, a.r + b.r};
}
inline FrameAndCore operator-(const FrameAndCore& a, const FrameAndCore& b) {
  return {a.u - b.u, a.r - b.r};
}
inline FrameAndCore operator*(double s, const FrameAndCore& a) { return {s * a.u, s * a.r}; }
inline FrameAndCore operator/(const FrameAndCore& a, double s) { return {a.u / s, a.r / s}; }

}  // namespace mahala
