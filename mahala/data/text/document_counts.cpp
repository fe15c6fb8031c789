#include "mahala/data/text/document_counts.hpp"

#include <algorithm>
#include <numeric>

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

}  // namespace mahala
