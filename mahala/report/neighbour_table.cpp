#include "mahala/report/neighbour_table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mahala {
namespace {

constexpr std::size_t most_mended = 3, most_spoiled = 2, most_shown = 6;
constexpr Index most_neighbours = 5;
constexpr std::string_view space = "\u00a0";  // keeps a mark beside its sample

std::string label_text(const Labels& labels, Index sample) {
  std::vector<std::string> names;
  for (const Index label : labels[sample]) {
    names.push_back(labels.names()[static_cast<std::size_t>(label)]);
  }
  return fmt::format("{}({})", space, fmt::join(names, ", "));
}

std::string query_text(const ReportSample& sample, Index query) {
  const Labels& labels = sample.queries.labels;
  return sample.query_name(query) + (labels.empty() ? "" : label_text(labels, query));
}

std::string item_text(const ReportSample& sample, Index query, Index item) {
  const Labels& labels = sample.items.labels;
  if (labels.empty()) return sample.item_name(item);
  if (!comparable(sample, query, item)) return sample.item_name(item) + label_text(labels, item);
  return fmt::format("{}{}{}{}", alike(sample, query, item) ? "✓" : "✗", space,
                     sample.item_name(item), label_text(labels, item));
}

}  // namespace

std::vector<Index> shown_queries(const DistanceQuality& before, const DistanceQuality& after,
                                 const ReportSample& sample) {
  Rng rng = make_rng(sample.seed, RandomStream::page_neighbours);
  std::vector<Index> mended, spoiled, others;
  for (const Index q : random_order(sample.queries.size(), rng)) {
    const auto at = static_cast<std::size_t>(q);
    const double change = after.wrong.empty() ? 0 : after.wrong[at] - before.wrong[at];
    auto& group = change < 0 ? mended : change > 0 ? spoiled : others;
    group.push_back(q);
  }
  std::vector<Index> shown;
  const auto take = [&](const std::vector<Index>& group, std::size_t most) {
    shown.insert(shown.end(), group.begin(),
                 group.begin() + std::ptrdiff_t(std::min({most, group.size()})));
  };
  take(mended, most_mended);
  take(spoiled, most_spoiled);
  take(others, most_shown - shown.size());
  return shown;
}

Table neighbour_table(const DistanceQuality& before, const DistanceQuality& after,
                      const ReportSample& sample, const std::vector<Index>& queries) {
  Table table({"sample", "nearest before", "nearest after"},
              {Align::left, Align::left, Align::left});
  const Index rows = std::min(most_neighbours, after.near.item.rows());
  for (const Index q : queries) {
    for (Index r = 0; r < rows; ++r) {
      table.add({r == 0 ? query_text(sample, q) : "", item_text(sample, q, before.near.item(r, q)),
                 item_text(sample, q, after.near.item(r, q))});
    }
  }
  return table;
}

}  // namespace mahala
