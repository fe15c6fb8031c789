// Descriptions of indexes and their parameters, a line each: an index that answers, or an Error.

#include <cmath>
#include <string_view>

#include "mahala/core/error.hpp"
#include "mahala/core/random.hpp"
#include "mahala/search/search_index.hpp"

namespace {

constexpr std::size_t longest = 1000;

/// Indexes that are quick to make of the few items here; the rest is checked and not made.
bool is_small(std::string_view name) {
  int digits = 0;
  for (const char c : name) digits += c >= '0' && c <= '9';
  return digits <= 3 && name.find("OPQ") == name.npos;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size > longest) return 0;
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const std::size_t end = std::min(text.find('\n'), text.size());
  const mahala::IndexKind kind{std::string(text.substr(0, end)),
                               std::string(text.substr(std::min(end + 1, text.size())))};
  static mahala::Rng rng = mahala::make_rng(1);
  static const mahala::Matrix items = mahala::random_normal(8, 60, rng);
  try {
    const auto index = mahala::make_search_index(kind, items.rows());
    if (!is_small(kind.name)) return 0;
    index->add(items);
    const mahala::Neighbours found = index->search(items.leftCols(3), 4);
    for (const mahala::Index item : found.item.reshaped()) {
      if (item < -1 || item >= items.cols()) __builtin_trap();
    }
  } catch (const mahala::Error&) {
  }
  return 0;
}
