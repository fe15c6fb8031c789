#include "mahala/adapt/candidate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "mahala/core/error.hpp"
#include "mahala/data/file/number.hpp"

namespace mahala {
namespace {

/// "documents:0.3" in its two parts; Error unless the number is positive.
std::pair<std::string_view, double> name_and_number(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return {text, 0};
  double number = 0;
  const auto parsed = reading::parse_number(text.substr(colon + 1), number);
  require(parsed == reading::Parsed::number && number > 0, "'{}': expected a number above 0",
          reading::excerpt(text));
  return {text.substr(0, colon), number};
}

constexpr std::array<std::string_view, 4> whitening_names = {"none", "documents", "rca", "mixed"};
constexpr std::array<std::string_view, 8> map_names = {"none", "ridge",  "s-ridge", "c-ridge",
                                                       "iplr", "loreta", "hinge",   "pairs"};

void take_part(std::string_view text, AdaptCandidate& candidate) {
  const auto [name, number] = name_and_number(text);
  const auto whitening = std::ranges::find(whitening_names, name);
  const bool whitens = whitening != whitening_names.end() && name != "none";
  const auto map = std::ranges::find(map_names, name);
  require(whitens || (map != map_names.end() && name != "none"),
          "there is no map '{}' (there are: documents:G, rca:G, mixed:G, ridge:L, s-ridge:L, "
          "c-ridge:E, iplr:G, loreta:S, hinge:L, pairs:L, identity, and a whitening + one of the "
          "others)",
          reading::excerpt(name));
  require(number > 0, "'{}' lacks its number, as in {}:1", reading::excerpt(text), name);
  require(whitens ? candidate.whitening == Whitening::none : candidate.map == QueryMap::none,
          "'{}': there is a {} before it already", reading::excerpt(text),
          whitens ? "whitening" : "map");
  if (whitens) {
    candidate.whitening = static_cast<Whitening>(whitening - whitening_names.begin());
    candidate.softness = number;
  } else {
    candidate.map = static_cast<QueryMap>(map - map_names.begin());
    candidate.strength = number;
  }
}

/// All strengths of a map behind one whitening.
void add_strengths(AdaptCandidate each, QueryMap map, std::initializer_list<double> strengths,
                   std::vector<AdaptCandidate>& grid) {
  each.map = map;
  for (const double strength : strengths) {
    each.strength = strength;
    grid.push_back(each);
  }
}

void add_iterative(const AdaptCandidate& whitening, std::vector<AdaptCandidate>& grid) {
  add_strengths(whitening, QueryMap::iplr, {0.03, 0.1, 0.3}, grid);
  add_strengths(whitening, QueryMap::loreta, {3e-4, 1e-3, 3e-3}, grid);
  add_strengths(whitening, QueryMap::hinge, {0.01, 0.03, 0.05}, grid);
  add_strengths(whitening, QueryMap::pairs, {1e-5, 1e-4, 1e-3}, grid);
}

}  // namespace

std::string describe_candidate(const AdaptCandidate& candidate) {
  if (candidate.is_identity()) return "identity";
  std::string text;
  if (candidate.whitening != Whitening::none) {
    text = fmt::format("{}:{}", whitening_names[static_cast<std::size_t>(candidate.whitening)],
                       candidate.softness);
  }
  if (candidate.map == QueryMap::none) return text;
  return fmt::format("{}{}{}:{}", text, text.empty() ? "" : " + ",
                     map_names[static_cast<std::size_t>(candidate.map)], candidate.strength);
}

AdaptCandidate parse_candidate(std::string_view text, AdaptSide side) {
  AdaptCandidate candidate{.side = side};
  if (reading::trimmed(text) == "identity") return candidate;
  while (true) {
    const std::size_t plus = text.find('+');
    take_part(reading::trimmed(text.substr(0, plus)), candidate);
    if (plus == std::string_view::npos) break;
    text.remove_prefix(plus + 1);
  }
  require(candidate.map != QueryMap::s_ridge ||
              (candidate.whitening != Whitening::none && side == AdaptSide::two),
          "{} maps items as well: it needs side two, and a whitening before it as in "
          "'rca:0.1 + s-ridge:10'",
          describe_candidate(candidate));
  return candidate;
}

std::vector<AdaptCandidate> candidate_grid(AdaptSide side, bool all, bool labels) {
  const AdaptCandidate plain{.side = side};
  std::vector<AdaptCandidate> whitenings = {plain};
  const auto add = [&](Whitening whitening, std::initializer_list<double> softness) {
    for (const double g : softness) {
      whitenings.push_back({.whitening = whitening, .softness = g, .side = side});
    }
  };
  add(Whitening::documents, {10, 3, 1, 0.3, 0.1});
  if (all || labels) add(Whitening::rca, {3, 1, 0.3, 0.1});
  add(Whitening::mixed, {3, 1, 0.3, 0.1});
  std::vector<AdaptCandidate> grid;
  for (const AdaptCandidate& each : whitenings) {
    grid.push_back(each);
    if (!all && each.whitening == Whitening::documents) continue;
    add_strengths(each, QueryMap::ridge, {0.1, 0.3, 1, 3, 10}, grid);
    if (all) add_strengths(each, QueryMap::c_ridge, {1.25, 2.5, 4}, grid);
    // Items are mapped for each of them, so there are few.
    const bool alike = labels && side == AdaptSide::two && is_by_feedback(each.whitening);
    if (alike && each.softness < 1) add_strengths(each, QueryMap::s_ridge, {1, 10, 100}, grid);
  }
  for (std::size_t k = 0; all && k < 4; ++k) add_iterative(whitenings[k], grid);
  return grid;
}

}  // namespace mahala
