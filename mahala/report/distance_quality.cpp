#include "mahala/report/distance_quality.hpp"

#include <algorithm>

#include "mahala/evaluate/knn.hpp"

namespace mahala {
namespace {

/// The k nearest items of every query other than the query itself.
Neighbours neighbours(const Samples& items, const Samples& queries, const Exhibit& exhibit) {
  if (exhibit.own.empty()) return nearest(items, queries, exhibit.k);
  return nearest_others(items, queries, exhibit.k, exhibit.own);
}

void judge_classes(const Exhibit& exhibit, Judged& judged) {
  judged.predicted = vote(judged.near, exhibit.items.labels.classes());
  const std::vector<Index> truth = exhibit.queries.labels.classes();
  for (std::size_t q = 0; q < truth.size(); ++q) {
    judged.wrong.push_back(judged.predicted[q] == truth[q] ? 0 : 1);
  }
  judged.error = error_rate(judged.predicted, truth);
  Rng rng = make_rng(exhibit.seed, RandomStream::page_bootstrap);
  judged.error_interval = bootstrap_mean(judged.wrong, {}, rng);
}

double precision(const Exhibit& exhibit, const Neighbours& near) {
  Index hits = 0, known = 0;
  for (Index q = 0; q < near.item.cols(); ++q) {
    for (Index r = 0; r < near.item.rows(); ++r) {
      if (!comparable(exhibit, q, near.item(r, q))) continue;
      ++known;
      hits += alike(exhibit, q, near.item(r, q)) ? 1 : 0;
    }
  }
  return static_cast<double>(hits) / static_cast<double>(std::max<Index>(known, 1));
}

Judged judge(std::string name, const Samples& items, Samples queries, const Exhibit& exhibit) {
  Judged judged{.name = std::move(name), .queries = std::move(queries)};
  judged.rank = judged.queries.dim();
  judged.near = neighbours(items, judged.queries, exhibit);
  if (exhibit.has_classes()) judge_classes(exhibit, judged);
  if (exhibit.items.labels.empty()) return judged;
  judged.precision = precision(exhibit, judged.near);
  if (exhibit.pairs.empty()) return judged;
  judged.distances = pair_distances(judged.queries, exhibit.pairs);
  judged.verification = verify(judged.distances, exhibit.pairs);
  return judged;
}

}  // namespace

bool comparable(const Exhibit& exhibit, Index query, Index item) {
  return !exhibit.queries.labels[query].empty() && !exhibit.items.labels[item].empty();
}

bool alike(const Exhibit& exhibit, Index query, Index item) {
  const auto a = exhibit.queries.labels[query], b = exhibit.items.labels[item];
  return std::find_first_of(a.begin(), a.end(), b.begin(), b.end()) != a.end();
}

Standing judge(const Model& model, const Exhibit& exhibit) {
  Standing standing;
  const auto add = [&](const std::string& name, const Samples& items, const Samples& queries) {
    standing.distances.push_back(judge(name, items, queries, exhibit));
  };
  const bool raw = !model.prepare.steps.empty() && !model.prepare.fills_missing();
  if (raw) add("plain, raw features", exhibit.items.x, exhibit.queries.x);
  const Samples items = apply(model.prepare, exhibit.items.x);
  const Samples queries = apply(model.prepare, exhibit.queries.x);
  standing.before_at = standing.distances.size();
  add(raw ? "plain, prepared features" : "plain", items, queries);
  if (model.rank() < items.dim()) {
    const Matrix axes = principal_axes(items, model.rank());
    add("plain, same rank", Samples(items.project(axes)), Samples(queries.project(axes)));
  }
  add("learned", embed_prepared_samples(model, items), embed_prepared_samples(model, queries));
  return standing;
}

Difference difference(const Judged& before, const Judged& after, std::uint64_t seed) {
  std::vector<double> each;
  for (std::size_t q = 0; q < after.wrong.size(); ++q) {
    each.push_back(after.wrong[q] - before.wrong[q]);
  }
  Rng rng = make_rng(seed, RandomStream::page_bootstrap);
  return {after.error - before.error, bootstrap_mean(each, {}, rng)};
}

double kept_neighbours(const Judged& before, const Judged& after) {
  Index kept = 0;
  for (Index q = 0; q < after.near.item.cols(); ++q) {
    const auto was = before.near.item.col(q);
    for (const Index item : after.near.item.col(q)) {
      kept += std::find(was.begin(), was.end(), item) != was.end() ? 1 : 0;
    }
  }
  return static_cast<double>(kept) / static_cast<double>(after.near.item.size());
}

}  // namespace mahala
