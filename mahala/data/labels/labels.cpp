#include "mahala/data/labels/labels.hpp"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "mahala/core/error.hpp"

namespace mahala {
namespace {

bool parses(const std::string& text, double& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

void sort_naturally(std::vector<std::string>& names) {
  std::sort(names.begin(), names.end());
  double number = 0;
  if (!std::all_of(names.begin(), names.end(),
                   [&](const std::string& name) { return parses(name, number); })) {
    return;
  }
  std::stable_sort(names.begin(), names.end(), [](const std::string& a, const std::string& b) {
    double x = 0, y = 0;
    return parses(a, x) && parses(b, y) && x < y;
  });
}

}  // namespace

void LabelBuilder::add(std::string_view name) {
  auto found = id_.find(name);
  if (found == id_.end()) {
    found = id_.emplace(name, labels_.label_count()).first;
    labels_.names_.emplace_back(name);
  }
  labels_.ids_.push_back(found->second);
}

Labels LabelBuilder::take() {
  sort_naturally(labels_.names_);
  std::vector<Index> renamed(labels_.names_.size());
  for (Index k = 0; k < labels_.label_count(); ++k) {
    renamed[static_cast<std::size_t>(id_[labels_.names_[static_cast<std::size_t>(k)]])] = k;
  }
  for (Index& id : labels_.ids_) id = renamed[static_cast<std::size_t>(id)];
  id_.clear();
  return std::exchange(labels_, {});
}

Labels Labels::from_names(const std::vector<std::vector<std::string>>& names) {
  LabelBuilder labels;
  for (const auto& of_sample : names) {
    for (const std::string& name : of_sample) labels.add(name);
    labels.end_sample();
  }
  return labels.take();
}

Labels Labels::from_names(std::span<const std::string> names) {
  LabelBuilder labels;
  for (const std::string& name : names) {
    labels.add(name);
    labels.end_sample();
  }
  return labels.take();
}

std::span<const Index> Labels::operator[](Index sample) const {
  const auto s = static_cast<std::size_t>(sample);
  const Index begin = s == 0 ? 0 : end_[s - 1];
  return {ids_.data() + begin, static_cast<std::size_t>(end_[s] - begin)};
}

bool Labels::single() const {
  for (Index i = 0; i < size(); ++i) {
    if ((*this)[i].size() != 1) return false;
  }
  return !empty();
}

bool Labels::share(Index i, Index j) const {
  const auto a = (*this)[i], b = (*this)[j];
  return std::find_first_of(a.begin(), a.end(), b.begin(), b.end()) != a.end();
}

std::vector<Index> Labels::classes() const {
  require(!empty(), "the samples have no labels");
  std::vector<Index> all;
  all.reserve(end_.size());
  for (Index i = 0; i < size(); ++i) {
    const auto own = (*this)[i];
    require(own.size() == 1, "sample {} has {} labels; one label per sample is needed here", i,
            own.size());
    all.push_back(own[0]);
  }
  return all;
}

Index Labels::id(std::string_view name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  return found == names_.end() ? -1 : found - names_.begin();
}

Labels Labels::select(std::span<const Index> samples) const {
  Labels some;
  some.names_ = names_;
  if (empty()) return some;
  some.end_.reserve(samples.size());
  for (const Index i : samples) {
    const auto own = (*this)[i];
    some.ids_.insert(some.ids_.end(), own.begin(), own.end());
    some.end_.push_back(std::ssize(some.ids_));
  }
  return some;
}

Labels Labels::renumbered(std::vector<std::string> names) const {
  std::unordered_map<std::string, Index> place;
  for (const std::string& name : names) {
    require(place.emplace(name, std::ssize(place)).second, "the label '{}' is listed twice", name);
  }
  std::vector<Index> moved;
  for (const std::string& name : names_) {
    const auto [at, added] = place.emplace(name, std::ssize(place));
    if (added) names.push_back(name);
    moved.push_back(at->second);
  }
  Labels same = *this;
  for (Index& id : same.ids_) id = moved[static_cast<std::size_t>(id)];
  same.names_ = std::move(names);
  return same;
}

namespace {

void append_names(const Labels& labels, std::vector<std::vector<std::string>>& all) {
  for (Index i = 0; i < labels.size(); ++i) {
    std::vector<std::string> names;
    for (const Index id : labels[i]) names.push_back(labels.names()[static_cast<std::size_t>(id)]);
    all.push_back(std::move(names));
  }
}

}  // namespace

std::pair<Labels, Labels> common_labels(const Labels& a, const Labels& b) {
  std::vector<std::vector<std::string>> names;
  append_names(a, names);
  append_names(b, names);
  const Labels both = Labels::from_names(names);
  std::vector<Index> places(names.size());
  std::iota(places.begin(), places.end(), Index{0});
  const auto first = static_cast<std::size_t>(a.size());
  return {both.select(std::span(places).first(first)),
          both.select(std::span(places).subspan(first))};
}

}  // namespace mahala
