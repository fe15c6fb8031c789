#include "mahala/adapt/candidate.hpp"

#include <fmt/format.h>

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

void take_part(std::string_view text, AdaptCandidate& candidate) {
  const auto [name, number] = name_and_number(text);
  const bool whitens = name == "documents" || name == "rca";
  require(
      whitens || name == "ridge" || name == "c-ridge",
      "there is no map '{}' (there are: documents:G, rca:G, ridge:L, c-ridge:E, identity, and a "
      "whitening + a ridge)",
      reading::excerpt(name));
  require(number > 0, "'{}' lacks its number, as in {}:1", reading::excerpt(text), name);
  if (whitens) {
    candidate.whitening = name == "rca" ? Whitening::rca : Whitening::documents;
    candidate.softness = number;
  } else {
    candidate.map = name == "ridge" ? QueryMap::ridge : QueryMap::c_ridge;
    candidate.strength = number;
  }
}

}  // namespace

std::string describe_candidate(const AdaptCandidate& candidate) {
  if (candidate.is_identity()) return "identity";
  std::string text;
  if (candidate.whitening != Whitening::none) {
    text = fmt::format("{}:{}", candidate.whitening == Whitening::rca ? "rca" : "documents",
                       candidate.softness);
  }
  if (candidate.map == QueryMap::none) return text;
  return fmt::format("{}{}{}:{}", text, text.empty() ? "" : " + ",
                     candidate.map == QueryMap::ridge ? "ridge" : "c-ridge", candidate.strength);
}

AdaptCandidate parse_candidate(std::string_view text, AdaptSide side) {
  AdaptCandidate candidate{.side = side};
  if (reading::trimmed(text) == "identity") return candidate;
  while (true) {
    const std::size_t plus = text.find('+');
    take_part(reading::trimmed(text.substr(0, plus)), candidate);
    if (plus == std::string_view::npos) return candidate;
    text.remove_prefix(plus + 1);
  }
}

std::vector<AdaptCandidate> candidate_grid(AdaptSide side) {
  std::vector<AdaptCandidate> whitenings = {{.side = side}};
  for (const double g : {10.0, 3.0, 1.0, 0.3, 0.1}) {
    whitenings.push_back({.whitening = Whitening::documents, .softness = g, .side = side});
  }
  for (const double g : {3.0, 1.0, 0.3, 0.1}) {
    whitenings.push_back({.whitening = Whitening::rca, .softness = g, .side = side});
  }
  std::vector<AdaptCandidate> grid;
  for (AdaptCandidate each : whitenings) {
    grid.push_back(each);
    each.map = QueryMap::ridge;
    for (const double lambda : {0.1, 0.3, 1.0, 3.0, 10.0, 30.0}) {
      each.strength = lambda;
      grid.push_back(each);
    }
    each.map = QueryMap::c_ridge;
    for (const double eta : {1.25, 2.5, 4.0}) {
      each.strength = eta;
      grid.push_back(each);
    }
  }
  return grid;
}

}  // namespace mahala
