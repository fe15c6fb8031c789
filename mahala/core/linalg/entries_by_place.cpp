#include "mahala/core/linalg/entries_by_place.hpp"

#include <algorithm>
#include <tuple>

namespace mahala {

std::vector<PlacedEntry> entries_by_place(std::span<const SparseView> x) {
  std::vector<PlacedEntry> entries;
  for (std::size_t k = 0; k < x.size(); ++k) {
    for (std::size_t t = 0; t < x[k].at.size(); ++t) {
      entries.push_back({x[k].at[t], static_cast<Index>(k), x[k].value[t]});
    }
  }
  std::sort(entries.begin(), entries.end(), [](const PlacedEntry& a, const PlacedEntry& b) {
    return std::tie(a.place, a.of) < std::tie(b.place, b.of);
  });
  return entries;
}

}  // namespace mahala
