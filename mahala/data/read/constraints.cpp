#include <algorithm>

#include "mahala/core/error.hpp"
#include "mahala/data/constraints/constraint_file.hpp"
#include "mahala/data/constraints/contradictions.hpp"
#include "mahala/data/read/constraint_rows.hpp"
#include "mahala/data/read/forms.hpp"

namespace mahala {
namespace {

using reading::ConstraintColumns;
using reading::ConstraintRows;
using reading::forms_columns;

ConstraintColumns constraint_columns(Supervision kind) {
  switch (kind) {
    case Supervision::pairs:
      return {name(kind),
              "i,j,same[,value][,weight] or i,j,relation[,value][,weight]",
              {"i", "j"},
              {"same", "relation", "value", "weight"}};
    case Supervision::triplets:
      return {name(kind), "query,near,far[,weight]", {"query", "near", "far"}, {"weight"}};
    case Supervision::sets:
      return {name(kind), "query,near,far", {"query", "near", "far"}};
    case Supervision::rankings:
      return {name(kind), "sample,relevant", {"sample", "relevant"}};
    case Supervision::forms:
      return forms_columns();
    case Supervision::nothing:
    case Supervision::labels:
    case Supervision::outputs:
      break;
  }
  fail("there are no files of constraints called '{}'", kind);
}

/// Error unless one column says what pairs are.
void check_pair_columns(const ConstraintRows& rows) {
  if (rows.has("same") && rows.has("relation")) {
    rows.refuse("columns 'same' and 'relation' both say what a pair is: one of them is enough");
  }
  if (!rows.has_relation()) {
    rows.refuse(
        "no column 'same' or 'relation', which says whether the samples of a pair are alike");
  }
}

Pair read_pair(const ConstraintRows& rows) {
  Pair pair{.i = rows.sample("i"),
            .j = rows.sample_or_origin("j"),
            .relation = rows.relation(),
            .value = rows.has("value") ? rows.amount("value") : open_bound,
            .weight = rows.weight()};
  if (pair.i == pair.j) {
    rows.refuse("columns 'i' and 'j': sample {} is paired with itself", rows.name(pair.i));
  }
  if (!pair.is_open()) return pair;
  if (pair.relation == Relation::equal) {
    rows.refuse("column 'relation': '=' is a measured distance and needs a column 'value'");
  }
  if (pair.j == origin) {
    rows.refuse("column 'j': the squared length of a sample needs a column 'value'");
  }
  return pair;
}

Pairs read_pairs(ConstraintRows& rows) {
  check_pair_columns(rows);
  Pairs pairs;
  LargeList<Index> lines;
  while (rows.next()) {
    pairs.push_back(read_pair(rows));
    lines.push_back(rows.line());
  }
  if (const auto found = find_contradiction(pairs)) {
    const auto [first, second] = *found;
    const Pair& pair = pairs[second];
    rows.refuse_at(
        lines[second],
        fmt::format("{} are {} here, which contradicts line {}: {}",
                    pair.j == origin
                        ? fmt::format("sample {} and the origin", rows.name(pair.i))
                        : fmt::format("samples {} and {}", rows.name(pair.i), rows.name(pair.j)),
                    bound_in_words(pair), lines[first], bound_in_words(pairs[first])));
  }
  return pairs;
}

/// Error if a cell that scoring has no use for makes no sense.
void check_said(const ConstraintRows& rows) {
  if (rows.has_relation()) rows.relation();
  if (rows.has("value")) rows.amount("value");
  rows.weight();
}

/// Error if the query is among those it is compared with, or one of them is near and far at once.
void check_compared(const ConstraintRows& rows, Index query, std::span<const Index> near,
                    std::span<const Index> far) {
  for (const auto& list : {near, far}) {
    if (std::ranges::find(list, query) == list.end()) continue;
    rows.refuse("sample {} is compared with itself", rows.name(query));
  }
  for (const Index each : far) {
    if (std::ranges::find(near, each) == near.end()) continue;
    rows.refuse("sample {} is near and far at once", rows.name(each));
  }
}

std::string claim(const ConstraintRows& rows, const Triplet& t) {
  return fmt::format("sample {} is nearer to {} than to {} here, which", rows.name(t.query),
                     rows.name(t.near), rows.name(t.far));
}
std::string claim(const ConstraintRows& rows, const NearFarSet& set) {
  return fmt::format("what is near to sample {} and what is far", rows.name(set.query));
}

/// Error if two rows about the same query say the opposite of each other.
template <class List>
void check_agreement(const ConstraintRows& rows, const List& list, const LargeList<Index>& lines) {
  const auto found = find_contradiction(list);
  if (!found) return;
  const auto [first, second] = *found;
  rows.refuse_at(lines[second],
                 fmt::format("{} contradicts line {}", claim(rows, list[second]), lines[first]));
}

Triplets read_triplets(ConstraintRows& rows) {
  Triplets triplets;
  LargeList<Index> lines;
  while (rows.next()) {
    lines.push_back(rows.line());
    triplets.push_back({.query = rows.sample("query"),
                        .near = rows.sample("near"),
                        .far = rows.sample("far"),
                        .weight = rows.weight()});
    const Triplet& read = triplets.back();
    check_compared(rows, read.query, {&read.near, 1}, {&read.far, 1});
  }
  check_agreement(rows, triplets, lines);
  return triplets;
}

NearFarSets read_sets(ConstraintRows& rows) {
  NearFarSets sets;
  LargeList<Index> lines;
  while (rows.next()) {
    lines.push_back(rows.line());
    sets.push_back({rows.sample("query"), rows.samples("near"), rows.samples("far")});
    check_compared(rows, sets.back().query, sets.back().near, sets.back().far);
  }
  check_agreement(rows, sets, lines);
  return sets;
}

Rankings read_rankings(ConstraintRows& rows) {
  Rankings rankings;
  while (rows.next()) rankings.push_back({rows.sample("sample"), rows.labels("relevant")});
  return rankings;
}

Constraints read_rows(Supervision kind, ConstraintRows& rows) {
  if (kind == Supervision::pairs) return read_pairs(rows);
  if (kind == Supervision::triplets) return read_triplets(rows);
  if (kind == Supervision::sets) return read_sets(rows);
  if (kind == Supervision::forms) return reading::read_forms(rows);
  return read_rankings(rows);
}

}  // namespace

Constraints read_constraints(Supervision kind, const std::filesystem::path& path,
                             const Dataset& data) {
  ConstraintRows rows(path, constraint_columns(kind), data);
  Constraints constraints = read_rows(kind, rows);
  require(count(constraints) > 0, "{}: holds no {}", path.string(), kind);
  return constraints;
}

std::vector<std::pair<Index, Index>> read_sample_pairs(const std::filesystem::path& path,
                                                       const Dataset& left, const Dataset& right) {
  require(std::filesystem::is_regular_file(path), "{}: is not a regular file", path.string());
  const ConstraintColumns columns{
      "pairs of samples", "i,j", {"i", "j"}, {"same", "relation", "value", "weight"}};
  ConstraintRows first(path, columns, left), second(path, columns, right);
  std::vector<std::pair<Index, Index>> pairs;
  while (first.next() && second.next()) {
    check_said(first);
    pairs.emplace_back(first.sample("i"), second.sample("j"));
  }
  require(!pairs.empty(), "{}: holds no pairs", path.string());
  if (&left == &right && first.has_relation()) read_constraints(Supervision::pairs, path, left);
  return pairs;
}

}  // namespace mahala
