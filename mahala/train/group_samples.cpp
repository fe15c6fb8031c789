#include "mahala/train/group_samples.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "mahala/cluster/cop_kmeans.hpp"
#include "mahala/cluster/seeded_kmeans.hpp"
#include "mahala/core/error.hpp"
#include "mahala/core/random.hpp"
#include "mahala/learn/convex/hmrf_kmeans.hpp"

namespace mahala {
namespace {

Index clusters_asked(const Dataset& data, Index asked) {
  const Index count = asked > 0 ? asked : data.labels.label_count();
  require(count > 0, "{}: has no labels to count; set option clusters", data.source);
  require(count <= data.size(), "{} clusters of {} samples", count, data.size());
  return count;
}

/// The labels of `most` random samples of each, or of all if `most` is 0; -1 for the others.
std::vector<Index> draw_seeds(const Dataset& data, Index most, Rng& rng) {
  require(data.labels.label_count() > 0, "{}: has no labels that could be seeds", data.source);
  std::vector<Index> seeds(static_cast<std::size_t>(data.size()), -1);
  std::vector<Index> drawn(static_cast<std::size_t>(data.labels.label_count()), 0);
  for (const Index i : random_order(data.size(), rng)) {
    const auto labels = data.labels[i];
    require(labels.size() <= 1, "{}: sample {} has several labels; a seed has one", data.source, i);
    if (labels.empty()) continue;
    Index& count = drawn[static_cast<std::size_t>(labels.front())];
    if (most > 0 && count == most) continue;
    ++count;
    seeds[static_cast<std::size_t>(i)] = labels.front();
  }
  return seeds;
}

Grouped as_grouped(Clustering found) {
  return {.cluster = std::move(found.cluster),
          .count = found.centres.cols(),
          .objective = found.objective,
          .iterations = found.iterations,
          .converged = found.converged};
}

Grouped by_hmrf(const Dataset& data, const Pairs& pairs, Index clusters, std::uint64_t seed) {
  Fit fit;
  HmrfClusters found = hmrf_clusters(data.x, pairs, clusters, {}, {.seed = seed}, fit);
  return {.cluster = std::move(found.cluster),
          .count = clusters,
          .objective = found.objective,
          .iterations = fit.iterations,
          .converged = fit.status == Status::converged};
}

Grouped by_seeds(const Dataset& data, const Grouping& grouping, Rng& rng) {
  std::vector<Index> seeds = draw_seeds(data, grouping.seeds, rng);
  Grouped found =
      as_grouped(seeded_k_means(data.x, seeds, grouping.method == GroupMethod::constrained));
  found.seeds = std::move(seeds);
  found.names = data.labels.names();
  return found;
}

}  // namespace

Options describe(Grouping& o) {
  return {
      {"method", &o.method,
       "kmeans; cop: pairs must be kept; hmrf: pairs are weighed; seeded: starts at labelled "
       "samples; constrained: and keeps them there; auto: cop if there are pairs, else kmeans"},
      {"clusters", &o.clusters, "how many; 0 = as many as there are labels", between(0, 1e6)},
      {"seeds", &o.seeds, "samples of each label that are seeds, drawn at random; 0 = all",
       at_least(0)},
      {"restarts", &o.restarts, "of kmeans and cop, of which the best is kept", between(1, 1e6)},
  };
}

GroupMethod grouping_method(const Grouping& grouping, bool pairs) {
  if (grouping.method != GroupMethod::automatic) return grouping.method;
  return pairs ? GroupMethod::cop : GroupMethod::kmeans;
}

bool groups_by_pairs(GroupMethod method) {
  return method == GroupMethod::cop || method == GroupMethod::hmrf;
}

bool groups_by_seeds(GroupMethod method) {
  return method == GroupMethod::seeded || method == GroupMethod::constrained;
}

Grouped group(const Dataset& data, const Pairs& pairs, const Grouping& grouping,
              std::uint64_t seed) {
  Rng rng = make_rng(seed);
  const GroupMethod method = grouping_method(grouping, !pairs.empty());
  Grouped found;
  if (groups_by_seeds(method)) {
    found = by_seeds(data, grouping, rng);
  } else {
    const Index clusters = clusters_asked(data, grouping.clusters);
    const KMeansOptions options{.clusters = clusters, .restarts = grouping.restarts};
    found = method == GroupMethod::hmrf  ? by_hmrf(data, pairs, clusters, seed)
            : method == GroupMethod::cop ? as_grouped(cop_k_means(data.x, pairs, options, rng))
                                         : as_grouped(k_means(data.x, options, rng));
    found.seeds.assign(static_cast<std::size_t>(data.size()), -1);
  }
  found.method = method;
  return found;
}

std::optional<Measurement> agreement_with_labels(const Dataset& data, const Grouped& found) {
  std::vector<Index> clusters, classes;
  for (Index i = 0; i < data.labels.size(); ++i) {
    if (data.labels[i].size() != 1 || found.seeds[static_cast<std::size_t>(i)] >= 0) continue;
    clusters.push_back(found.cluster[static_cast<std::size_t>(i)]);
    classes.push_back(data.labels[i].front());
  }
  if (clusters.empty()) return std::nullopt;
  return measure_clustering(std::move(clusters), std::move(classes));
}

}  // namespace mahala
