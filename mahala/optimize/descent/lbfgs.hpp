/// @file
/// Limited-memory quasi-Newton descent for a function of a matrix.
///
///   p = -H g,   H the inverse Hessian that the last `memory` steps s and changes y of the
///               gradient give (two-loop recursion);   point <- point + t p
///
/// where t satisfies the weak conditions of Wolfe,
///
///   f(t) <= f(0) + 1e-4 t f'(0),    f'(t) >= 0.9 f'(0),
///
/// found by doubling and bisection, which also ends on the kinks of a hinge loss. The first step
/// changes the point by a tenth of itself.
///
/// It ends when a step lowers f by less than `tolerance` of itself, the gradient vanishes or
/// no step lowers f.
///
/// Reference: Nocedal, Wright, "Numerical Optimization", 2006, section 7.2; Lewis, Overton,
/// "Nonsmooth optimization via quasi-Newton methods", Math. Programming 141 (2013).
#pragma once

#include "mahala/optimize/descent/descent.hpp"
#include "mahala/optimize/descent/smooth_function.hpp"

namespace mahala {

struct LbfgsOptions {
  double tolerance = 1e-5;     ///< smallest relative decrease to go on for; >= 0
  Index max_iterations = 200;  ///< >= 0
  Index memory = 10;           ///< >= 1
};

Options describe(LbfgsOptions& options);

/// The same, `memory` counting under a condition.
Options describe(LbfgsOptions& options, const Condition& for_memory);

/// Moves `point` downhill until a rule, the budget or the monitor ends it.
Descent minimise(const SmoothFunction& f, Matrix& point, const LbfgsOptions& options,
                 const Run& run = {});

}  // namespace mahala
