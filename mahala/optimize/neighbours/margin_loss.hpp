/// @file
/// Near samples closer than far ones by a margin of 1, and near ones close:
///
///   f = (1 - push) sum_{i, j near i} d_ij + push sum_{i, j near i, l far} v_l h(1 + d_ij - d_il)
///
/// with h the hinge max(e, 0), or its square (optimize/loss.hpp: absolute, or squared times 2); d
/// are squared distances of the columns of Z. Far samples belong to a group: a query with its near
/// samples. The derivative by d_ij is a weight w_ij, so that gradients are Laplacians of these
/// pairs (optimize/neighbours/pull.hpp).
///
/// Cost: O(r) for each near and far sample, O(1) for each of their pairs in a group.
#pragma once

#include <vector>

#include "mahala/data/constraints/constraints.hpp"

namespace mahala {

struct MarginGroup {
  Index query = 0;
  std::vector<Index> near = {}, far = {};
  std::vector<double> weight = {};  ///< v of the far ones; empty = all 1
};

/// One group for each distinct (query, near).
std::vector<MarginGroup> margin_groups(const Triplets& triplets);

/// One group for each set that has near and far samples.
std::vector<MarginGroup> margin_groups(const NearFarSets& sets);

struct MarginLoss {
  double push = 0.5;     ///< in (0, 1]
  bool squared = false;  ///< h

  /// f at Z; out = Y L(w), where Y has a column for every column of Z and may be Z itself.
  double value(const std::vector<MarginGroup>& groups, const Matrix& z, const Matrix& y,
               Matrix& out) const;
};

}  // namespace mahala
