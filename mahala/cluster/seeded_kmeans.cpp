#include "mahala/cluster/seeded_kmeans.hpp"

#include <algorithm>

#include "mahala/cluster/kmeans.hpp"
#include "mahala/core/error.hpp"

namespace mahala {
namespace {

void check_seeds(const std::vector<Index>& seeds, Index samples, Index clusters) {
  require(std::ssize(seeds) == samples, "{} samples have {} seeds", samples, seeds.size());
  for (Index c = 0; c < clusters; ++c) {
    require(std::find(seeds.begin(), seeds.end(), c) != seeds.end(), "cluster {} has no seed", c);
  }
}

}  // namespace

Clustering seeded_k_means(const Samples& x, const std::vector<Index>& seeds, bool constrained,
                          Index max_iterations) {
  const Index clusters = seeds.empty() ? 0 : *std::max_element(seeds.begin(), seeds.end()) + 1;
  require(clusters > 0, "no sample has a seed");
  check_seeds(seeds, x.size(), clusters);
  const Matrix all = x.block(0, x.size());
  Clustering found{.centres = Matrix::Zero(x.dim(), clusters)};
  move_to_means(all, seeds, found.centres);
  std::vector<Index> next(seeds.size());
  while (found.iterations < max_iterations) {
    found.objective = 0;
    for (Index i = 0; i < all.cols(); ++i) {
      const auto at = static_cast<std::size_t>(i);
      const Vector d = (found.centres.colwise() - all.col(i)).colwise().squaredNorm();
      d.minCoeff(&next[at]);
      if (constrained && seeds[at] >= 0) next[at] = seeds[at];
      found.objective += d[next[at]];
    }
    found.converged = next == found.cluster;
    if (found.converged) break;
    found.cluster = next;
    move_to_means(all, found.cluster, found.centres);
    ++found.iterations;
  }
  return found;
}

}  // namespace mahala
