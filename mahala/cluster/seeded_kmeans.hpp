/// @file
/// K-means from samples whose cluster is known: centres start at the means of these seeds.
///
/// Seeded: the seeds may change their cluster afterwards. Constrained: they may not. Ties go to
/// the first cluster; a cluster that loses all samples keeps its centre.
///
/// Reference: Basu, Banerjee, Mooney, "Semi-supervised clustering by seeding", ICML (2002).
#pragma once

#include "mahala/cluster/kmeans.hpp"

namespace mahala {

/// `seeds` holds a cluster or -1 for every sample. Error unless every one of the clusters 0 .. k-1
/// has a seed.
Clustering seeded_k_means(const Samples& x, const std::vector<Index>& seeds, bool constrained,
                          Index max_iterations = 100);

}  // namespace mahala
