/// @file
/// Regression on squared distances in the flat geometry from any start, by the cheapest road:
/// parabolas for descent, row-sparse steps for sparse samples online.
#pragma once

#include "mahala/learn/regression.hpp"

namespace mahala {

Fit flat_regression(const Samples& x, const Pairs& pairs, Matrix start,
                    const SolverOptions& options, const Run& run);

}  // namespace mahala
