#include "mahala/cluster/cop_kmeans.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>

#include "mahala/cluster/kmeans.hpp"
#include "mahala/core/error.hpp"
#include "mahala/data/constraints/constraints.hpp"

namespace mahala {
namespace {

/// Samples as groups that move as one.
struct Groups {
  std::vector<Index> of = {};               ///< the group of each sample
  Matrix means = {};                        ///< d x groups
  std::vector<std::set<Index>> apart = {};  ///< groups that share no cluster with this one
};

Groups grouped(const Matrix& x, const Pairs& pairs) {
  Groups groups;
  Index count = 0;
  const std::vector<Index> root = joined_samples(pairs, x.cols());
  for (Index i = 0; i < x.cols(); ++i) {
    const Index first = root[static_cast<std::size_t>(i)];
    groups.of.push_back(first == i ? count++ : groups.of[static_cast<std::size_t>(first)]);
  }
  groups.means = Matrix::Zero(x.rows(), count);
  move_to_means(x, groups.of, groups.means);
  groups.apart.resize(static_cast<std::size_t>(count));
  for (const Pair& pair : pairs) {
    if (pair.relation != Relation::at_least) continue;
    const Index a = groups.of[static_cast<std::size_t>(pair.i)];
    const Index b = groups.of[static_cast<std::size_t>(pair.j)];
    require(a != b,
            "the pairs want samples {} and {} together, directly or through others, and apart",
            pair.i, pair.j);
    groups.apart[static_cast<std::size_t>(a)].insert(b);
    groups.apart[static_cast<std::size_t>(b)].insert(a);
  }
  return groups;
}

/// Those that must be apart from most others first.
std::vector<Index> turns(const Groups& groups, Rng& rng) {
  std::vector<Index> order = random_order(std::ssize(groups.apart), rng);
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) {
    return groups.apart[static_cast<std::size_t>(a)].size() >
           groups.apart[static_cast<std::size_t>(b)].size();
  });
  return order;
}

/// The cluster of every group; none if a group has nowhere to go.
std::optional<std::vector<Index>> assign(const Groups& groups, const std::vector<Index>& order,
                                         const Matrix& centres) {
  std::vector<Index> cluster(order.size(), -1);
  for (const Index g : order) {
    Vector d = (centres.colwise() - groups.means.col(g)).colwise().squaredNorm();
    for (const Index other : groups.apart[static_cast<std::size_t>(g)]) {
      const Index taken = cluster[static_cast<std::size_t>(other)];
      if (taken >= 0) d[taken] = std::numeric_limits<double>::infinity();
    }
    Index best = 0;
    if (!(d.minCoeff(&best) < std::numeric_limits<double>::infinity())) return std::nullopt;
    cluster[static_cast<std::size_t>(g)] = best;
  }
  return cluster;
}

double sum_of_squares(const Matrix& x, const Clustering& found) {
  double sum = 0;
  for (Index i = 0; i < x.cols(); ++i) {
    sum += (x.col(i) - found.centres.col(found.cluster[static_cast<std::size_t>(i)])).squaredNorm();
  }
  return sum;
}

/// The best of the turns of one restart: taking turns, unlike plain K-means, can make it worse.
std::optional<Clustering> attempt(const Matrix& x, const Groups& groups, Clustering now,
                                  Index max_iterations, Rng& rng) {
  const std::vector<Index> order = turns(groups, rng);
  std::optional<Clustering> best;
  std::vector<Index> before;
  for (Index turn = 0; turn < max_iterations; ++turn) {
    const auto next = assign(groups, order, now.centres);
    if (!next || *next == before) {
      if (best) best->converged = next.has_value();
      break;
    }
    before = *next;
    for (std::size_t i = 0; i < groups.of.size(); ++i) {
      now.cluster[i] = before[static_cast<std::size_t>(groups.of[i])];
    }
    move_to_means(x, now.cluster, now.centres);
    now.objective = sum_of_squares(x, now);
    now.iterations = turn + 1;
    now.converged = false;
    if (!best || now.objective < best->objective) best = now;
  }
  return best;
}

}  // namespace

Clustering cop_k_means(const Samples& x, const Pairs& pairs, const KMeansOptions& options,
                       Rng& rng) {
  require(options.restarts >= 1, "{} restarts of K-means", options.restarts);
  const Matrix all = x.block(0, x.size());
  const Groups groups = grouped(all, pairs);
  KMeansOptions once = options;
  once.restarts = 1;
  std::optional<Clustering> best;
  for (Index restart = 0; restart < options.restarts; ++restart) {
    Clustering start = k_means(x, once, rng);
    auto found = attempt(all, groups, std::move(start), options.max_iterations, rng);
    if (found && (!best || found->objective < best->objective)) best = std::move(found);
  }
  require(best.has_value(), "no {} clusters were found that keep all pairs; there may be none",
          options.clusters);
  return *std::move(best);
}

}  // namespace mahala
