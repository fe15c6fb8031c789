#include "mahala/data/text/vocabulary.hpp"

#include <functional>
#include <limits>

#include "mahala/core/error.hpp"

namespace mahala {
namespace {

std::uint64_t hash_of(std::string_view word) { return std::hash<std::string_view>()(word); }

std::uint32_t upper_half(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32); }

}  // namespace

Vocabulary::Vocabulary(const std::vector<std::string>& words) : Vocabulary() {
  for (const std::string& word : words) add(word);
}

/// The slot that holds the word, or the free one where it would go.
std::size_t Vocabulary::place_of(std::string_view word) const {
  const std::uint64_t hash = hash_of(word);
  std::size_t at = hash & (slots_.size() - 1);
  while (slots_[at].number >= 0) {
    const auto number = static_cast<std::size_t>(slots_[at].number);
    if (slots_[at].hash == upper_half(hash) && words_[number] == word) break;
    at = (at + 1) & (slots_.size() - 1);
  }
  return at;
}

Index Vocabulary::add(std::string_view word) {
  std::size_t at = place_of(word);
  if (slots_[at].number >= 0) return slots_[at].number;
  require(size() < std::numeric_limits<std::int32_t>::max(), "there are more words than 2^31");
  if (2 * words_.size() >= slots_.size()) {
    grow();
    at = place_of(word);
  }
  slots_[at] = {upper_half(hash_of(word)), static_cast<std::int32_t>(size())};
  words_.emplace_back(word);
  return size() - 1;
}

void Vocabulary::grow() {
  std::vector<Slot> old(2 * slots_.size());
  old.swap(slots_);
  for (const Slot& slot : old) {
    if (slot.number < 0) continue;
    std::size_t at = hash_of(words_[static_cast<std::size_t>(slot.number)]) & (slots_.size() - 1);
    while (slots_[at].number >= 0) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = slot;
  }
}

}  // namespace mahala
