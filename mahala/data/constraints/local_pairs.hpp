/// @file
/// Pairs of near samples with bounds in the units of their surroundings: bounds "local" of
/// data/constraints/sample_constraints.hpp.
#pragma once

#include "mahala/data/constraints/sample_constraints.hpp"

namespace mahala {

/// By the Euclidean distances of `embedded`; of the options, which are resolved, the numbers of
/// neighbours count. `near` as in sample_constraints.
Pairs local_pairs(const Labels& labels, const Samples& embedded, const SampleOptions& options,
                  std::vector<LabelNeighbours>* near);

}  // namespace mahala
