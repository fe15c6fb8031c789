#include "mahala/adapt/collection.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/linalg_single.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/data/file/number.hpp"
#include "mahala/data/sample_hash.hpp"

namespace mahala {
namespace {

/// Queries of labels whose scores with all items are held at a time.
constexpr Index label_block = 64;

/// `count` of 0 .. n-1 at random, ascending; all if there are no more.
std::vector<Index> random_share(Index n, Index count, Rng& rng) {
  std::vector<Index> all(static_cast<std::size_t>(n));
  std::iota(all.begin(), all.end(), Index{0});
  if (n <= count) return all;
  if (count == 0) return {};
  all = random_order(n, rng);
  all.resize(static_cast<std::size_t>(count));
  std::ranges::sort(all);
  return all;
}

/// Up to `most` of the queries that are learned from, and of those that are held out.
std::vector<Index> tried_queries(Index all, Index held_out, Index most, Rng& rng) {
  std::vector<Index> tried = random_share(all - held_out, most, rng);
  for (const Index k : random_share(held_out, most, rng)) tried.push_back(all - held_out + k);
  return tried;
}

/// The items that the feedback about these queries names.
std::vector<Index> named_items(const std::vector<JudgedQuery>& judged) {
  std::vector<Index> named;
  for (const JudgedQuery& each : judged) {
    for (const Positive& positive : each.positives) named.push_back(positive.item);
    named.insert(named.end(), each.negatives.begin(), each.negatives.end());
  }
  return named;
}

/// Items that are named and others up to the limit, ascending.
std::vector<Index> chosen_items(const std::vector<Index>& named, Index n, Index limit, Rng& rng) {
  std::vector<Index> chosen = random_share(n, limit, rng);
  chosen.insert(chosen.end(), named.begin(), named.end());
  std::ranges::sort(chosen);
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  return chosen;
}

/// The column of an item, or -1.
Index column_of(const std::vector<Index>& chosen, Index item) {
  const auto at = std::ranges::lower_bound(chosen, item);
  return at != chosen.end() && *at == item ? at - chosen.begin() : -1;
}

/// Of one query: its nearest of the same class as positives, and all of that class as relevant if
/// it is tried.
void take_class(const std::vector<Index>& classes, const Eigen::Ref<const Eigen::VectorXf>& scores,
                CollectedQuery& judged) {
  const Index own = classes[static_cast<std::size_t>(judged.self)];
  for (Index i = 0; i < scores.size(); ++i) {
    if (i != judged.self && classes[static_cast<std::size_t>(i)] == own) {
      judged.positives.push_back(i);
    }
  }
  if (judged.tried) {
    judged.relevant = judged.positives;
    judged.grades.assign(judged.relevant.size(), 1);
  }
  const auto count = std::min<std::size_t>(label_positives, judged.positives.size());
  const auto nearer = [&](Index a, Index b) {
    return scores[a] != scores[b] ? scores[a] > scores[b] : a < b;
  };
  std::partial_sort(judged.positives.begin(),
                    judged.positives.begin() + static_cast<std::ptrdiff_t>(count),
                    judged.positives.end(), nearer);
  judged.positives.resize(count);
  judged.positives.shrink_to_fit();
  judged.weights.assign(count, 1);
}

void take_labels(Collection& made) {
  parallel_parts(made.size(), label_block, [&](Index begin, Index end) {
    MatrixF scores(made.items.cols(), end - begin);
    multiply_at_b(made.items, made.queries.middleCols(begin, end - begin), scores);
    for (Index q = begin; q < end; ++q) {
      take_class(made.classes, scores.col(q - begin), made.judged[static_cast<std::size_t>(q)]);
    }
  });
}

/// Queries of a label nobody else has can find nothing.
void drop_lonely(Collection& made) {
  std::vector<Index> kept;
  for (Index q = 0; q < made.size(); ++q) {
    if (!made.judged[static_cast<std::size_t>(q)].positives.empty()) kept.push_back(q);
  }
  if (std::ssize(kept) == made.size()) return;
  MatrixF queries(made.dim(), std::ssize(kept));
  std::vector<CollectedQuery> judged;
  for (std::size_t k = 0; k < kept.size(); ++k) {
    queries.col(static_cast<Index>(k)) = made.queries.col(kept[k]);
    judged.push_back(std::move(made.judged[static_cast<std::size_t>(kept[k])]));
  }
  made.queries = std::move(queries);
  made.judged = std::move(judged);
}

/// Labelled items ask and answer each other. Items without a label are neither right nor wrong
/// answers, so they are left out.
Collection collect_labels(const UnitColumns& items, const std::vector<Index>& classes,
                          const CollectionLimits& limits, Rng& rng) {
  std::vector<Index> labelled;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    if (classes[i] >= 0) labelled.push_back(static_cast<Index>(i));
  }
  std::vector<Index> chosen;
  Collection made{.all_items = items.size()};
  for (const Index k : random_share(std::ssize(labelled), limits.items, rng)) {
    const Index item = labelled[static_cast<std::size_t>(k)];
    made.judged.push_back({.source = item, .tried = false, .self = std::ssize(chosen)});
    chosen.push_back(item);
    made.classes.push_back(classes[static_cast<std::size_t>(item)]);
  }
  for (const Index k : random_share(std::ssize(chosen), limits.queries, rng)) {
    made.judged[static_cast<std::size_t>(k)].tried = true;
  }
  made.items = items.gather(chosen);
  made.queries = made.items;
  take_labels(made);
  drop_lonely(made);
  return made;
}

}  // namespace

std::vector<Index> Collection::tried() const {
  std::vector<Index> all;
  for (std::size_t q = 0; q < judged.size(); ++q) {
    if (judged[q].tried) all.push_back(static_cast<Index>(q));
  }
  return all;
}

UnitColumns::UnitColumns(const Dataset& data) : data_(data), lengths_(data.size()) {
  require(!data.x.is_sparse(), "{}: embeddings are dense, these samples are sparse", data.source);
  data.x.for_each_block([&](Index begin, const MatrixView& block) {
    lengths_.segment(begin, block.cols()) = block.colwise().norm();
  });
  for (Index i = 0; i < lengths_.size(); ++i) {
    require(std::isfinite(lengths_[i]), "{}: sample {} holds a number that is not finite",
            data.source, reading::excerpt(sample_name(data, i)));
    require(lengths_[i] > 0, "{}: sample {} is zero, so it has no direction", data.source,
            reading::excerpt(sample_name(data, i)));
  }
}

MatrixF UnitColumns::gather(const std::vector<Index>& samples) const {
  MatrixF columns(dim(), std::ssize(samples));
  for (std::size_t k = 0; k < samples.size(); ++k) {
    columns.col(static_cast<Index>(k)) =
        (data_.x.column(samples[k]) / lengths_[samples[k]]).cast<float>();
  }
  return columns;
}

Collection collect(const UnitColumns& items, const UnitColumns& queries, const Feedback& feedback,
                   const CollectionLimits& limits, Rng& rng) {
  if (feedback.kind == FeedbackKind::labels) {
    return collect_labels(items, feedback.classes, limits, rng);
  }
  const Index all = std::ssize(feedback.queries);
  std::vector<JudgedQuery> judged;
  std::vector<Index> sources, columns;
  for (const Index k : tried_queries(all, feedback.held_out, limits.queries, rng)) {
    judged.push_back(feedback.queries[static_cast<std::size_t>(k)]);
    sources.push_back(k);
    columns.push_back(judged.back().query);
  }
  const auto chosen = chosen_items(named_items(judged), items.size(), limits.items, rng);
  Collection made{
      .items = items.gather(chosen), .queries = queries.gather(columns), .all_items = items.size()};
  for (std::size_t k = 0; k < judged.size(); ++k) {
    CollectedQuery each{.source = sources[k],
                        .held_out = feedback.held_out > 0 && sources[k] >= all - feedback.held_out};
    if (feedback.own_queries) each.self = column_of(chosen, judged[k].query);
    for (const Positive& positive : judged[k].positives) {
      each.positives.push_back(column_of(chosen, positive.item));
      each.weights.push_back(positive.weight);
    }
    each.relevant = each.positives;
    each.grades = each.weights;
    made.judged.push_back(std::move(each));
  }
  return made;
}

JoinedGroups::JoinedGroups(Index count) : parent_(static_cast<std::size_t>(count)) {
  std::iota(parent_.begin(), parent_.end(), Index{0});
}

Index JoinedGroups::find(Index a) {
  while (parent_[place(a)] != a) {
    parent_[place(a)] = parent_[place(parent_[place(a)])];
    a = parent_[place(a)];
  }
  return a;
}

std::vector<Index> query_groups(const Collection& collection, FeedbackKind kind) {
  const Index m = collection.size(), n = collection.items.cols();
  JoinedGroups joined(m + n);  // queries, then items
  std::map<std::uint64_t, Index> first;
  const auto hashes = sample_hashes(Samples(collection.queries));
  for (Index q = 0; q < m; ++q) {
    joined.join(q, first.emplace(hashes[static_cast<std::size_t>(q)], q).first->second);
    if (kind != FeedbackKind::duplicates) continue;
    const CollectedQuery& judged = collection.judged[static_cast<std::size_t>(q)];
    if (judged.self >= 0) joined.join(q, m + judged.self);
    for (const Index item : judged.positives) joined.join(q, m + item);
  }
  std::vector<Index> groups;
  for (Index q = 0; q < m; ++q) groups.push_back(joined.find(q));
  return groups;
}

}  // namespace mahala
