#include "mahala/learn/convex/scml_bases.hpp"

#include <algorithm>
#include <array>

#include "mahala/cluster/kmeans.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/learn/closed_form/discriminant.hpp"
#include "mahala/search/neighbours.hpp"

namespace mahala {
namespace {

constexpr Index wide_dimension = 50;
constexpr double least_local_shrinkage = 1e-3;

/// For every class the samples nearest to each centre, nearest first, one column a centre.
using NearInClasses = std::vector<Eigen::Matrix<Index, Eigen::Dynamic, Eigen::Dynamic>>;

NearInClasses near_in_classes(const Matrix& x, const Classes& classes, const Matrix& centres,
                              Index most) {
  NearInClasses result;
  for (const std::vector<Index>& members : classes.members()) {
    const Matrix own = x(Eigen::all, members);
    auto found = nearest(own, centres, most).item;
    for (Index& item : found.reshaped()) item = members[static_cast<std::size_t>(item)];
    result.push_back(std::move(found));
  }
  return result;
}

/// The discriminants of up to `scale` samples of every class around a centre, of length 1.
Matrix discriminants_around(const Matrix& x, const NearInClasses& near, Index centre, Index scale,
                            Index rank) {
  std::vector<Index> samples, of;
  for (Index c = 0; c < std::ssize(near); ++c) {
    const auto& listed = near[static_cast<std::size_t>(c)];
    for (Index k = 0; k < std::min(scale, listed.rows()); ++k) {
      samples.push_back(listed(k, centre));
      of.push_back(c);
    }
  }
  const Samples local(Matrix(x(Eigen::all, samples)));
  const ClassMeans means = class_means(local, of, std::ssize(near));
  const Within within = within_classes(local, of, means.means);
  if (is_zero(within.covariance, means.means)) return Matrix(x.rows(), 0);
  const double a = std::max(ledoit_wolf(within, local.size()), least_local_shrinkage);
  return discriminate(shrunk(within.covariance, a), between_classes(means), rank)
      .vectors.colwise()
      .normalized();
}

/// The first `count` columns of matrices side by side.
Matrix side_by_side(const std::vector<Matrix>& parts, Index rows, Index count) {
  Index columns = 0;
  for (const Matrix& part : parts) columns += part.cols();
  Matrix all(rows, std::min(columns, count));
  Index at = 0;
  for (const Matrix& part : parts) {
    const Index take = std::min(part.cols(), all.cols() - at);
    all.middleCols(at, take) = part.leftCols(take);
    at += take;
  }
  return all;
}

}  // namespace

Matrix local_discriminants(const Dataset& data, const Classes& classes, Index count, Rng& rng) {
  const Index dim = data.dim(), rank = std::min(classes.count() - 1, dim);
  const Index centres = std::clamp<Index>((count + 2 * rank - 1) / (2 * rank), 1, data.size());
  const Matrix x = data.x.block(0, data.size());
  const std::array<Index, 2> scales =
      dim > wide_dimension ? std::array<Index, 2>{20, 50} : std::array<Index, 2>{10, 20};
  const Clustering clusters = k_means(Samples(x), {.clusters = centres, .restarts = 1}, rng);
  const NearInClasses near = near_in_classes(x, classes, clusters.centres, scales[1]);
  std::vector<Matrix> parts(static_cast<std::size_t>(2 * centres));
  parallel_for(2 * centres, [&](Index k) {
    parts[static_cast<std::size_t>(k)] = discriminants_around(
        x, near, k % centres, scales[static_cast<std::size_t>(k / centres)], rank);
  });
  return side_by_side(parts, dim, count);
}

Matrix triplet_differences(const Samples& x, const std::vector<MarginGroup>& groups, Index count,
                           Rng& rng) {
  std::vector<std::array<Index, 2>> pairs;
  for (const MarginGroup& group : groups) {
    for (const auto* ends : {&group.near, &group.far}) {
      for (const Index end : *ends) {
        pairs.push_back({std::min(group.query, end), std::max(group.query, end)});
      }
    }
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  const Matrix all = x.block(0, x.size());
  Matrix bases(x.dim(), std::min(count, std::ssize(pairs)));
  Index found = 0;
  for (const Index k : random_order(std::ssize(pairs), rng)) {
    if (found == bases.cols()) break;
    const auto& [i, j] = pairs[static_cast<std::size_t>(k)];
    bases.col(found) = all.col(i) - all.col(j);
    if (!bases.col(found).isZero(0)) ++found;
  }
  return bases.leftCols(found);
}

}  // namespace mahala
