#include "mahala/data/text/document_counts.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>

#include "mahala/core/error.hpp"
#include "mahala/data/prepare/feature_places.hpp"

namespace mahala {
namespace {

WordShape shape_of(const TextOptions& options) {
  return {.digits = options.words != "letters",
          .shortest = options.min_word,
          .longest = options.max_word};
}

}  // namespace

DocumentCounts::DocumentCounts(const TextForm& form)
    : shape_(shape_of(form.options)),
      stemmer_(form.options.stemmer),
      stop_words_(form.stop_words.begin(), form.stop_words.end()) {}

DocumentCounts::DocumentCounts(const TextSpace& space) : DocumentCounts(space.form) {
  known_.emplace(space.words);
}

Index DocumentCounts::number_of(std::string_view spelling) {
  if (stop_words_.contains(std::string(spelling))) return -1;
  const std::string_view stem = stemmer_(spelling);
  if (stem.empty()) return -1;
  return known_ ? known_->find(stem) : found_.add(stem);
}

void DocumentCounts::add(std::string_view document) {
  document_.clear();
  for_each_word(document, shape_, [&](std::string_view spelling) {
    const auto place = static_cast<std::size_t>(spellings_.add(spelling));
    if (place == number_.size()) number_.push_back(number_of(spelling));
    if (number_[place] >= 0) document_.push_back(number_[place]);
  });
  std::sort(document_.begin(), document_.end());
  for (auto begin = document_.begin(); begin != document_.end();) {
    const auto end = std::upper_bound(begin, document_.end(), *begin);
    rows_.add(*begin, static_cast<double>(end - begin));
    begin = end;
  }
  rows_.end_sample();
}

/// Words are numbered as they occur; this numbers them by the alphabet.
void DocumentCounts::sort_words(Result& result) const {
  std::vector<Index> order(static_cast<std::size_t>(found_.size()));
  std::iota(order.begin(), order.end(), Index{0});
  const auto word = [&](Index number) -> const std::string& {
    return found_.words()[static_cast<std::size_t>(number)];
  };
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return word(a) < word(b); });
  for (const Index number : order) result.words.push_back(word(number));
  result.counts = move_features(std::move(result.counts), places(order, found_.size()));
}

DocumentCounts::Result DocumentCounts::take() {
  Result result{.counts = rows_.take(word_count())};
  if (known_) {
    result.words = known_->words();
  } else {
    sort_words(result);
  }
  return result;
}

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
