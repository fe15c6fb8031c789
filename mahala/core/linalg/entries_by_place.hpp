/// @file
/// The non-zeros of several sparse vectors by their places: what sums over rows of a tall matrix
/// walk over, so that p vectors cost their non-zeros and not p^2 products.
#pragma once

#include <span>
#include <vector>

#include "mahala/core/linalg/sparse_view.hpp"

namespace mahala {

/// One non-zero of vector `of`.
struct PlacedEntry {
  Index place, of;
  double value;
};

/// Ascending by place, then by vector. O(nnz log nnz).
std::vector<PlacedEntry> entries_by_place(std::span<const SparseView> x);

/// Calls visit(place, entries there) for every place that has any, in order.
template <class Visit>
void for_each_place(std::span<const PlacedEntry> entries, const Visit& visit) {
  for (std::size_t begin = 0; begin < entries.size();) {
    const Index place = entries[begin].place;
    std::size_t end = begin + 1;
    while (end < entries.size() && entries[end].place == place) ++end;
    visit(place, entries.subspan(begin, end - begin));
    begin = end;
  }
}

}  // namespace mahala
