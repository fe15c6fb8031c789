/// @file
/// How far a clustering agrees with known classes. With n_ab samples in cluster a and class
/// b, sums n_a and n_b, and n samples:
///
///   NMI = 2 I / (H_clusters + H_classes),   I = sum n_ab/n log( n n_ab / (n_a n_b) );
///         1 if both entropies are 0 (Meyer, Bonnabel, Sepulchre, JMLR 2011);
///   adjusted Rand index = (S - E) / (M - E),   S = sum C(n_ab, 2),
///         E = A B / C(n, 2), M = (A + B) / 2, A = sum C(n_a, 2), B = sum C(n_b, 2);
///         1 if M = E (Hubert, Arabie, J. of Classification 2, 1985);
///   clustering error = 1 - (most samples a one-to-one matching of clusters and classes
///         gets right) / n (Jain, Kulis, Davis, Dhillon, JMLR 2012).
///
/// None depends on how clusters and classes are numbered. Error if there are no samples or
/// the lists differ in length.
#pragma once

#include <vector>

#include "mahala/core/types.hpp"

namespace mahala {

/// In [0, 1].
double normalised_mutual_information(const std::vector<Index>& clusters,
                                     const std::vector<Index>& classes);

/// 1 for equal partitions, 0 on average for random ones; may be negative.
double adjusted_rand(const std::vector<Index>& clusters, const std::vector<Index>& classes);

/// In [0, 1]. Cubic in the smaller of the two numbers of groups.
double clustering_error(const std::vector<Index>& clusters, const std::vector<Index>& classes);

}  // namespace mahala
