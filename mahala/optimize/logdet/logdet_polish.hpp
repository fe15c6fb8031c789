/// @file
/// Newton's method on the dual of a LogDet problem, for the last digits where bounds are hard:
/// there projections may converge slowly and the path of gamma has no end.
///
///   w <- w + t (H + ridge)^-1 grad g     over bounds that are active or broken, kept on their side
///
/// with t halved until the dual rises. Systems of m unknowns; vectors whose products v v^T are
/// dependent make H singular, hence the ridge.
#pragma once

#include "mahala/optimize/logdet/logdet_sweeps.hpp"

namespace mahala {

/// Goes on from the weights of `outcome` until its residual is at most the tolerance, no step
/// helps, or 50 steps were taken; A(w) is left in the space. Slack is logdet.
void polish(CoordinateSpace& space, const LogDetBounds& bounds, double tolerance,
            LogDetOutcome& outcome);
void polish(KernelSpace& space, const LogDetBounds& bounds, double tolerance,
            LogDetOutcome& outcome);

}  // namespace mahala
