#include "mahala/evaluate/judgements.hpp"

#include <set>
#include <string_view>
#include <unordered_map>

#include "mahala/core/error.hpp"
#include "mahala/data/file/number.hpp"
#include "mahala/data/file/records.hpp"

namespace mahala {
namespace {

using reading::Parsed;

using Positions = std::unordered_map<std::string_view, Index>;

Positions positions(std::span<const std::string> ids, std::string_view what) {
  Positions all;
  for (const std::string& id : ids) {
    require(all.emplace(id, std::ssize(all)).second, "two {} have the id '{}'", what,
            reading::excerpt(id));
  }
  return all;
}

/// Lower case, without what separates words: "Query-ID" is "queryid".
std::string letters_of(std::string_view name) {
  std::string letters;
  for (const char c : name) {
    if (c == '_' || c == '-' || c == ' ') continue;
    letters += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return letters;
}

/// Known names only: else a wrong grade in the first line would be passed over.
bool is_header(std::span<const std::string_view> cells) {
  const std::set<std::string_view> known[] = {
      {"query", "queryid", "qid"},
      {"item", "itemid", "doc", "docid", "document", "documentid", "corpusid"},
      {"relevance", "rel", "grade", "score"}};
  for (std::size_t k = 0; k < std::size(known); ++k) {
    if (!known[k].contains(letters_of(cells[k]))) return false;
  }
  return true;
}

}  // namespace

Judgements read_judgements(const std::filesystem::path& path,
                           std::span<const std::string> query_ids,
                           std::span<const std::string> item_ids, UnknownIds unknown) {
  const Positions queries = positions(query_ids, "queries"), items = positions(item_ids, "items");
  reading::Source source(path);
  reading::Records rows(source, '\t');
  Judgements judgements;
  std::set<std::pair<Index, Index>> seen;
  for (bool first = true; rows.next(); first = false) {
    const auto cells = rows.cells();
    const auto where = [&] { return fmt::format("{}:{}", source.name(), rows.line()); };
    require(cells.size() == 3, "{}: {} cells, expected 3", where(), cells.size());
    double grade = 0;
    const Parsed parsed = reading::parse_number(cells[2], grade);
    if (first && is_header(cells)) continue;
    require(parsed == Parsed::number, "{}: relevance {}{}", where(),
            reading::complaint(parsed, cells[2]),
            first ? " (a header reads query_id, doc_id, relevance)" : "");
    const auto query = queries.find(cells[0]), item = items.find(cells[1]);
    const bool known = query != queries.end() && item != items.end();
    if (!known && unknown == UnknownIds::refuse) {
      const bool query_known = query != queries.end();
      fail("{}: there is no {} '{}' (set option skip_unknown to leave such rows out)", where(),
           query_known ? "item" : "query", reading::excerpt(cells[query_known ? 1 : 0]));
    }
    if (!known) {
      ++judgements.elsewhere;
      continue;
    }
    require(seen.emplace(query->second, item->second).second,
            "{}: query '{}' and item '{}' are judged twice", where(), reading::excerpt(cells[0]),
            reading::excerpt(cells[1]));
    judgements.all.push_back({query->second, item->second, grade});
  }
  return judgements;
}

}  // namespace mahala
