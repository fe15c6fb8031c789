/// @file
/// W = I: the distance everything else has to beat. It looks at nothing but the dimension.
///
/// Objective   0.
#pragma once

#include "mahala/learn/learner.hpp"

namespace mahala {

struct EuclideanOptions {};

Options describe(EuclideanOptions& options);

Fit euclidean(const Dataset& data, const EuclideanOptions& options = {}, const Run& run = {});

}  // namespace mahala
