#include "mahala/core/suggest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace mahala {
namespace {

/// Optimal string alignment: insertions, deletions, substitutions and swaps cost one each.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        cost[i][j] = i + j;
        continue;
      }
      const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
      }
    }
  }
  return cost[a.size()][b.size()];
}

}  // namespace

std::vector<std::string_view> nearest_names(std::string_view typed,
                                            std::span<const std::string_view> candidates,
                                            std::size_t most) {
  std::vector<std::pair<std::size_t, std::string_view>> near;
  for (const std::string_view candidate : candidates) {
    const std::size_t distance = edit_distance(typed, candidate);
    if (distance < typed.size() / 3 + (typed.size() > 3 ? 2 : 1))
      near.emplace_back(distance, candidate);
  }
  std::stable_sort(near.begin(), near.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string_view> names;
  for (const auto& [distance, name] : near) {
    if (names.size() < most && distance == near.front().first) names.push_back(name);
  }
  return names;
}

std::string did_you_mean(std::string_view typed, std::span<const std::string_view> candidates,
                         std::size_t most) {
  const auto nearest = nearest_names(typed, candidates, most);
  if (nearest.empty()) return "";
  return fmt::format("; did you mean '{}'?", fmt::join(nearest, "' or '"));
}

}  // namespace mahala
