/// @file
/// The product with the inverse Hessian that remembered steps give.
///
/// Reference: Nocedal, Wright, "Numerical Optimization", 2006, algorithm 7.4.
#pragma once

#include <span>

#include "mahala/core/linalg/archive.hpp"

namespace mahala {

/// A step s, the change y of the gradient along it, and <s, y> > 0.
template <class Direction>
struct RememberedStep {
  Direction s = {}, y = {};
  double sy = 0;
  double share = 0;  ///< what the recursion has taken of y

  void keep(Archive& archive) {
    archive("s", s);
    archive("y", y);
    archive("sy", sy);
  }
};

/// q <- H q by the two-loop recursion over steps, oldest first; start(q) does so with the H of
/// none.
template <class Direction, class Inner, class Start>
void two_loops(std::span<RememberedStep<Direction>> steps, Direction& q, const Inner& inner,
               const Start& start) {
  for (std::size_t k = steps.size(); k-- > 0;) {
    steps[k].share = inner(steps[k].s, q) / steps[k].sy;
    q = q - steps[k].share * steps[k].y;
  }
  start(q);
  for (const auto& [s, y, sy, share] : steps) q = q + (share - inner(y, q) / sy) * s;
}

}  // namespace mahala
