/// @file
/// A byte for each of many points, 0 for most of them: written by loops that vectorise, and
/// read eight at a time.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#include "mahala/core/types.hpp"

namespace mahala {

using Marks = std::vector<std::uint8_t>;

/// Room for n marks, all 0, to a multiple of eight.
inline Marks marks_of(Index n) { return Marks(static_cast<std::size_t>((n + 7) / 8 * 8), 0); }

/// Calls visit(j, mark) for the marks that are not 0, in their order.
template <class Visit>
void for_each_mark(const Marks& marks, const Visit& visit) {
  for (std::size_t at = 0; at < marks.size(); at += 8) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, marks.data() + at, sizeof eight);
    while (eight != 0) {
      const auto k = static_cast<std::size_t>(std::countr_zero(eight) / 8);
      visit(static_cast<Index>(at + k), marks[at + k]);
      eight &= ~(std::uint64_t{0xff} << (8 * k));
    }
  }
}

}  // namespace mahala
