/// @file
/// K-means: k centres and the assignment of samples to the nearest one that make
///
///   objective = sum_i |x_i - c_{cluster(i)}|^2
///
/// small. Seeding is k-means++ (Arthur, Vassilvitskii, SODA 2007), iteration is Lloyd's, and
/// the best of several restarts is kept. A cluster that loses its last sample is given the
/// sample farthest from its own centre. Fewer distinct samples than clusters leave clusters
/// empty.
///
/// Cost: 2 k nnz operations an iteration, k n numbers of memory a thread. Sparse samples stay
/// sparse; only the d x k centres are dense.
#pragma once

#include <vector>

#include "mahala/core/random.hpp"
#include "mahala/core/types.hpp"
#include "mahala/data/samples/samples.hpp"

namespace mahala {

struct KMeansOptions {
  Index clusters = 2;  ///< >= 1, <= number of samples
  Index restarts = 10;
  Index max_iterations = 300;  ///< of Lloyd's, each restart
};

struct Clustering {
  std::vector<Index> cluster = {};  ///< of each sample
  Matrix centres = {};              ///< d x k
  double objective = 0;
  Index iterations = 0;    ///< of the restart that was kept
  bool converged = false;  ///< it ended with an assignment that no longer changes
};

/// The result depends on the state of `rng` only, not on the number of threads. Error if
/// there are fewer samples than clusters, or a number or its square is not finite.
Clustering k_means(const Samples& x, const KMeansOptions& options, Rng& rng);

/// Column c becomes the mean of the samples of cluster c; where there are none it stays as it is.
/// Samples of cluster -1 belong to none.
void move_to_means(const Matrix& x, const std::vector<Index>& cluster, Matrix& centres);

}  // namespace mahala
