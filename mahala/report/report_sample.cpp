#include "mahala/report/report_sample.hpp"

#include <algorithm>
#include <numeric>

#include "mahala/core/error.hpp"

namespace mahala {
namespace {

/// Pairs of queries looked at; of many classes only a small part are alike.
constexpr Index most_report_pairs = 40000;

std::vector<Index> all_of(Index n) {
  std::vector<Index> numbers(static_cast<std::size_t>(n));
  std::iota(numbers.begin(), numbers.end(), Index{0});
  return numbers;
}

/// At most `most` of the numbers, in their order.
std::vector<Index> thinned(const std::vector<Index>& numbers, Index most, Rng& rng) {
  if (std::ssize(numbers) <= most) return numbers;
  std::vector<Index> kept;
  for (const Index k : random_order(std::ssize(numbers), rng)) {
    if (std::ssize(kept) < most) kept.push_back(numbers[static_cast<std::size_t>(k)]);
  }
  std::sort(kept.begin(), kept.end());
  return kept;
}

/// As many pairs of one sort as of the other: chance is then right half of the time.
std::vector<LabelledPair> balanced_pairs(const Labels& labels, Rng& rng) {
  if (labels.empty() || labels.size() < 2) return {};
  const std::vector<LabelledPair> drawn = sample_labelled_pairs(labels, most_report_pairs, rng);
  const auto same = std::count_if(drawn.begin(), drawn.end(), [](const auto& p) { return p.same; });
  Index left[] = {std::min(same, std::ssize(drawn) - same), 0};
  left[1] = left[0];
  std::vector<LabelledPair> kept;
  for (const Index k : random_order(std::ssize(drawn), rng)) {
    const LabelledPair& pair = drawn[static_cast<std::size_t>(k)];
    if (left[pair.same]-- > 0) kept.push_back(pair);
  }
  return kept;
}

ReportSample report_sample_of(const Dataset& data, std::vector<Index> items,
                              std::vector<Index> queries, const ReportSampleOptions& options) {
  Rng rng = make_rng(options.seed, RandomStream::page_pairs);
  ReportSample sample{.items = data.select(items),
                      .queries = data.select(queries),
                      .k = options.k,
                      .seed = options.seed};
  sample.item_numbers = std::move(items);
  sample.query_numbers = std::move(queries);
  sample.pairs = balanced_pairs(sample.queries.labels, rng);
  return sample;
}

std::string sample_name(const Dataset& data, const std::vector<Index>& numbers, Index k) {
  const auto at = static_cast<std::size_t>(k);
  return data.ids.empty() ? std::to_string(numbers[at]) : data.ids[at];
}

}  // namespace

bool ReportSample::has_classes() const {
  return !items.labels.empty() && items.labels.single() && queries.labels.single() &&
         items.labels.label_count() > 1;
}

std::string ReportSample::item_name(Index item) const {
  return sample_name(items, item_numbers, item);
}

std::string ReportSample::query_name(Index query) const {
  return sample_name(queries, query_numbers, query);
}

ReportSample report_sample_among(const Dataset& data, const ReportSampleOptions& options) {
  require(data.size() >= 2, "{}: {} sample has no neighbours", data.source, data.size());
  Rng rng = make_rng(options.seed, RandomStream::page_samples);
  const std::vector<Index> items = thinned(all_of(data.size()), options.most_items, rng);
  const std::vector<Index> own = thinned(all_of(std::ssize(items)), options.most_queries, rng);
  std::vector<Index> queries;
  queries.reserve(own.size());
  for (const Index item : own) queries.push_back(items[static_cast<std::size_t>(item)]);
  ReportSample sample = report_sample_of(data, items, std::move(queries), options);
  sample.own = own;
  sample.possible_items = sample.possible_queries = data.size();
  return sample;
}

ReportSample report_sample_apart(const Dataset& data, const Fold& split,
                                 const ReportSampleOptions& options) {
  Rng rng = make_rng(options.seed, RandomStream::page_samples);
  const std::vector<Index> items = thinned(split.train, options.most_items, rng);
  ReportSample sample =
      report_sample_of(data, items, thinned(split.test, options.most_queries, rng), options);
  sample.possible_items = std::ssize(split.train);
  sample.possible_queries = std::ssize(split.test);
  return sample;
}

}  // namespace mahala
