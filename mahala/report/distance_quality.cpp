#include "mahala/report/distance_quality.hpp"

#include <algorithm>

#include "mahala/data/prepare/prepare.hpp"
#include "mahala/evaluate/knn.hpp"

namespace mahala {
namespace {

/// The k nearest items of every query other than the query itself.
Neighbours neighbours(const Samples& items, const Samples& queries, const ReportSample& sample) {
  if (sample.own.empty()) return nearest(items, queries, sample.k);
  return nearest_others(items, queries, sample.k, sample.own);
}

void measure_classes(const ReportSample& sample, DistanceQuality& quality) {
  quality.predicted = vote(quality.near, sample.items.labels.classes());
  const std::vector<Index> truth = sample.queries.labels.classes();
  for (std::size_t q = 0; q < truth.size(); ++q) {
    quality.wrong.push_back(quality.predicted[q] == truth[q] ? 0 : 1);
  }
  quality.error = error_rate(quality.predicted, truth);
  Rng rng = make_rng(sample.seed, RandomStream::page_bootstrap);
  quality.error_interval = bootstrap_mean(quality.wrong, {}, rng);
}

double precision(const ReportSample& sample, const Neighbours& near) {
  Index hits = 0, known = 0;
  for (Index q = 0; q < near.item.cols(); ++q) {
    for (Index r = 0; r < near.item.rows(); ++r) {
      if (!comparable(sample, q, near.item(r, q))) continue;
      ++known;
      hits += alike(sample, q, near.item(r, q)) ? 1 : 0;
    }
  }
  return static_cast<double>(hits) / static_cast<double>(std::max<Index>(known, 1));
}

DistanceQuality quality_of(std::string name, const Samples& items, Samples queries,
                           const ReportSample& sample) {
  DistanceQuality quality{.name = std::move(name), .queries = std::move(queries)};
  quality.rank = quality.queries.dim();
  quality.near = neighbours(items, quality.queries, sample);
  if (sample.has_classes()) measure_classes(sample, quality);
  if (sample.items.labels.empty()) return quality;
  quality.precision = precision(sample, quality.near);
  if (sample.pairs.empty()) return quality;
  quality.distances = pair_distances(quality.queries, sample.pairs);
  quality.verification = verify(quality.distances, sample.pairs);
  return quality;
}

Prepare standardising(Samples x) { return fit_prepare("standardise", x, {}); }

/// Which of the plain distances has the fewest errors; the one on samples prepared by `plan` where
/// there are no classes or it is as good.
std::size_t to_be_beaten(const std::vector<DistanceQuality>& plain, std::string_view plan,
                         const ReportSample& sample) {
  std::size_t best = plan == "none" ? 0 : plain.size() - 1;
  for (std::size_t k = 0; sample.has_classes() && k < plain.size(); ++k) {
    if (plain[k].error < plain[best].error) best = k;
  }
  return best;
}

}  // namespace

bool comparable(const ReportSample& sample, Index query, Index item) {
  return !sample.queries.labels[query].empty() && !sample.items.labels[item].empty();
}

bool alike(const ReportSample& sample, Index query, Index item) {
  const auto a = sample.queries.labels[query], b = sample.items.labels[item];
  return std::find_first_of(a.begin(), a.end(), b.begin(), b.end()) != a.end();
}

MeasuredDistances measure_distances(const Model& model, const ReportSample& sample) {
  MeasuredDistances measured;
  const auto add = [&](const std::string& name, const Samples& items, const Samples& queries) {
    measured.distances.push_back(quality_of(name, items, queries, sample));
  };
  const std::string plan = model.prepare.plan();
  const bool whole = !model.prepare.fills_missing();
  if (whole) add("plain, raw features", sample.items.x, sample.queries.x);
  const Samples items = apply(model.prepare, sample.items.x);
  const Samples queries = apply(model.prepare, sample.queries.x);
  if (whole && !sample.items.x.is_sparse()) {
    const Prepare standard = plan == "standardise" ? model.prepare : standardising(sample.items.x);
    add("plain, standardised features", apply(standard, sample.items.x),
        apply(standard, sample.queries.x));
  }
  if (!whole || (plan != "none" && plan != "standardise")) {
    add("plain, prepared features", items, queries);
  }
  measured.before_at = to_be_beaten(measured.distances, plan, sample);
  if (model.rank() < items.dim()) {
    const Matrix axes = principal_axes(items, model.rank());
    measured.same_rank_at = measured.distances.size();
    add("plain, same rank", Samples(items.project(axes)), Samples(queries.project(axes)));
  }
  add("learned", embed_prepared_samples(model, items), embed_prepared_samples(model, queries));
  return measured;
}

Difference difference(const DistanceQuality& before, const DistanceQuality& after,
                      std::uint64_t seed) {
  std::vector<double> each;
  for (std::size_t q = 0; q < after.wrong.size(); ++q) {
    each.push_back(after.wrong[q] - before.wrong[q]);
  }
  Rng rng = make_rng(seed, RandomStream::page_bootstrap);
  return {after.error - before.error, bootstrap_mean(each, {}, rng)};
}

double kept_neighbours(const DistanceQuality& before, const DistanceQuality& after) {
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
