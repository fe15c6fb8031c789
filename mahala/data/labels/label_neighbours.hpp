/// @file
/// For every sample the nearest ones that share a label with it, and that share none.
///
/// Inner products propose candidates, in single precision for dense samples
/// (data/labels/estimated_neighbours.hpp), whose distances are then taken from the differences
/// themselves. Equal distances are ordered by sample number. Cost r n^2 for samples of r
/// coordinates (sparse ones cost n times their non-zeros).
#pragma once

#include <vector>

#include "mahala/data/labels/labels.hpp"
#include "mahala/data/samples/samples.hpp"

namespace mahala {

struct LabelNeighbours {
  std::vector<Index> same = {};   ///< share a label; nearest first
  std::vector<Index> other = {};  ///< share none, and have one; nearest first
};

/// Up to `same` and `other` of them for every sample; none for samples
/// without a label. Lists of the same samples in another metric (`before`, of as many samples, or
/// none) tell how far to look: what is found is the same, sooner.
std::vector<LabelNeighbours> label_neighbours(const Labels& labels, const Samples& embedded,
                                              Index same, Index other,
                                              const std::vector<LabelNeighbours>& before = {});

}  // namespace mahala
