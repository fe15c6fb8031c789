/// @file
/// The product with the inverse Hessian that remembered steps give.
///
/// Reference: Nocedal, Wright, "Numerical Optimization", 2006, algorithm 7.4.
#pragma once

#include <deque>
#include <vector>

#include "mahala/core/types.hpp"

namespace mahala {

/// A step s, the change y of the gradient along it, and <s, y> > 0.
template <class Direction>
struct RememberedStep {
  Direction s, y;
  double sy;
};

/// H q by the two-loop recursion over steps, oldest first; start(q) is the product with the H of
/// none.
template <class Direction, class Inner, class Start>
Direction two_loops(const std::deque<RememberedStep<Direction>>& steps, Direction q,
                    const Inner& inner, const Start& start) {
  std::vector<double> a(steps.size());
  for (std::size_t k = steps.size(); k-- > 0;) {
    a[k] = inner(steps[k].s, q) / steps[k].sy;
    q = q - a[k] * steps[k].y;
  }
  q = start(q);
  for (std::size_t k = 0; k < steps.size(); ++k) {
    q = q + (a[k] - inner(steps[k].y, q) / steps[k].sy) * steps[k].s;
  }
  return q;
}

}  // namespace mahala
