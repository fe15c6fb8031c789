#include "mahala/report/judged.hpp"

#include <algorithm>

#include "mahala/evaluate/knn.hpp"

namespace mahala {
namespace {

constexpr std::uint64_t bootstrap_stream = 13;

/// The k nearest items of every query other than the query itself. Where it has copies it
/// need not come first.
Neighbours neighbours(const Samples& items, const Samples& queries, const Trial& trial) {
  if (trial.own.empty()) return nearest(items, queries, trial.k);
  const Neighbours all = nearest(items, queries, trial.k + 1);
  Neighbours others;
  others.item.resize(all.item.rows() - 1, queries.size());
  others.distance.resize(all.item.rows() - 1, queries.size());
  for (Index q = 0; q < queries.size(); ++q) {
    const Index own = trial.own[static_cast<std::size_t>(q)];
    for (Index r = 0, to = 0; to < others.item.rows(); ++r) {
      if (all.item(r, q) == own) continue;
      others.item(to, q) = all.item(r, q);
      others.distance(to++, q) = all.distance(r, q);
    }
  }
  return others;
}

void judge_classes(const Trial& trial, Judged& judged) {
  judged.predicted = vote(judged.near, trial.items.labels.classes());
  const std::vector<Index> truth = trial.queries.labels.classes();
  for (std::size_t q = 0; q < truth.size(); ++q) {
    judged.wrong.push_back(judged.predicted[q] == truth[q] ? 0 : 1);
  }
  judged.error = error_rate(judged.predicted, truth);
  Rng rng = make_rng(trial.seed, bootstrap_stream);
  judged.error_interval = bootstrap_mean(judged.wrong, {}, rng);
}

double precision(const Trial& trial, const Neighbours& near) {
  Index hits = 0;
  for (Index q = 0; q < near.item.cols(); ++q) {
    for (Index r = 0; r < near.item.rows(); ++r) hits += alike(trial, q, near.item(r, q)) ? 1 : 0;
  }
  return static_cast<double>(hits) / static_cast<double>(near.item.size());
}

Judged judge(std::string name, const Samples& items, Samples queries, const Trial& trial) {
  Judged judged{.name = std::move(name), .queries = std::move(queries)};
  judged.rank = judged.queries.dim();
  judged.near = neighbours(items, judged.queries, trial);
  if (trial.has_classes()) judge_classes(trial, judged);
  if (trial.items.labels.empty()) return judged;
  judged.precision = precision(trial, judged.near);
  if (trial.pairs.empty()) return judged;
  judged.distances = pair_distances(judged.queries, trial.pairs);
  judged.verification = verify(judged.distances, trial.pairs);
  return judged;
}

}  // namespace

bool alike(const Trial& trial, Index query, Index item) {
  const auto a = trial.queries.labels[query], b = trial.items.labels[item];
  return std::find_first_of(a.begin(), a.end(), b.begin(), b.end()) != a.end();
}

Standing judge(const Model& model, const Trial& trial) {
  Standing standing;
  const auto add = [&](const std::string& name, const Samples& items, const Samples& queries) {
    standing.distances.push_back(judge(name, items, queries, trial));
  };
  const bool raw = !model.prepare.steps.empty() && !model.prepare.fills_missing();
  if (raw) add("plain, raw features", trial.items.x, trial.queries.x);
  const Samples items = apply(model.prepare, trial.items.x);
  const Samples queries = apply(model.prepare, trial.queries.x);
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
  Rng rng = make_rng(seed, bootstrap_stream);
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
