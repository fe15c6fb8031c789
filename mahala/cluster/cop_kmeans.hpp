/// @file
/// K-means that keeps pairs strictly: two samples that must be together (<=), directly or through
/// others, share a cluster; two that are not (>=) never do.
///
/// Samples that pairs join move as one. In turns: groups go one after the other to the nearest
/// centre whose cluster holds none that they must be apart from, those with the most such
/// others first and the rest at random, and centres become means. Centres start where
/// K-means without pairs ends. Whether clusters that keep all pairs exist is as hard as colouring
/// a graph: an order that leads nowhere is given up, and the best of several restarts is kept.
///
/// Reference: Wagstaff, Cardie, Rogers, Schroedl, "Constrained K-means clustering with background
/// knowledge", ICML (2001).
#pragma once

#include "mahala/cluster/kmeans.hpp"
#include "mahala/data/constraints/constraints.hpp"

namespace mahala {

/// The values of pairs do not matter, nor do their weights. `converged`: a turn changed nothing.
/// Error for pairs "=", if two samples must be both together and apart, if no restart found
/// clusters that keep all pairs, and as of k_means.
Clustering cop_k_means(const Samples& x, const Pairs& pairs, const KMeansOptions& options,
                       Rng& rng);

}  // namespace mahala
