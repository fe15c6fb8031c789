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

std::string query_text(const Exhibit& exhibit, Index query) {
  const Labels& labels = exhibit.queries.labels;
  return exhibit.query_name(query) + (labels.empty() ? "" : label_text(labels, query));
}

std::string item_text(const Exhibit& exhibit, Index query, Index item) {
  const Labels& labels = exhibit.items.labels;
  if (labels.empty()) return exhibit.item_name(item);
  if (!comparable(exhibit, query, item)) return exhibit.item_name(item) + label_text(labels, item);
  return fmt::format("{}{}{}{}", alike(exhibit, query, item) ? "✓" : "✗", space,
                     exhibit.item_name(item), label_text(labels, item));
}

}  // namespace

std::vector<Index> shown_queries(const Judged& before, const Judged& after,
                                 const Exhibit& exhibit) {
  Rng rng = make_rng(exhibit.seed, RandomStream::page_neighbours);
  std::vector<Index> mended, spoiled, others;
  for (const Index q : random_order(exhibit.queries.size(), rng)) {
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

Table neighbour_table(const Judged& before, const Judged& after, const Exhibit& exhibit,
                      const std::vector<Index>& queries) {
  Table table({"sample", "nearest before", "nearest after"},
              {Align::left, Align::left, Align::left});
  const Index rows = std::min(most_neighbours, after.near.item.rows());
  for (const Index q : queries) {
    for (Index r = 0; r < rows; ++r) {
      table.add({r == 0 ? query_text(exhibit, q) : "",
                 item_text(exhibit, q, before.near.item(r, q)),
                 item_text(exhibit, q, after.near.item(r, q))});
    }
  }
  return table;
}

}  // namespace mahala
