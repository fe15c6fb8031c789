/// @file
/// The labels of n samples: none, one or many each.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "mahala/core/types.hpp"

namespace mahala {

/// Label ids 0 .. label_count()-1 in one flat list, with the names they stand for. Ids
/// follow the order of the names: by value if all are numbers, else alphabetical.
class Labels {
 public:
  Labels() = default;  ///< no labels at all

  /// One list of names per sample.
  static Labels from_names(const std::vector<std::vector<std::string>>& names);
  /// One name per sample.
  static Labels from_names(std::span<const std::string> names);

  bool empty() const { return end_.empty(); }  ///< no sample has a label, nor could have
  Index size() const { return std::ssize(end_); }
  Index label_count() const { return std::ssize(names_); }
  const std::vector<std::string>& names() const { return names_; }

  std::span<const Index> operator[](Index sample) const;
  bool single() const;                 ///< every sample has exactly one label
  bool share(Index i, Index j) const;  ///< samples i and j have a label in common

  /// The only label of each sample; Error naming the first sample with none or several.
  std::vector<Index> classes() const;

  /// The id of a name, or -1.
  Index id(std::string_view name) const;

  /// The labels of some samples, with the same ids.
  Labels select(std::span<const Index> samples) const;

  /// The same labels with the ids that these names have there; a name that is not among them is
  /// appended. Error if a name is listed twice.
  Labels renumbered(std::vector<std::string> names) const;

 private:
  friend class LabelBuilder;

  std::vector<Index> ids_;
  std::vector<Index> end_;  ///< labels of sample i are ids_[end_[i-1] .. end_[i])
  std::vector<std::string> names_;
};

/// Collects labels sample by sample; every name is kept once.
class LabelBuilder {
 public:
  void add(std::string_view name);  ///< to the sample being collected
  void end_sample() { labels_.end_.push_back(std::ssize(labels_.ids_)); }

  /// The labels of the samples collected so far, of which nothing is left here.
  Labels take();

 private:
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };

  Labels labels_;  ///< ids count names in the order they came
  std::unordered_map<std::string, Index, Hash, std::equal_to<>> id_;
};

/// Labels of two data sets that have the same classes,
/// renumbered by one list of names, so that ids can be compared.
std::pair<Labels, Labels> common_labels(const Labels& a, const Labels& b);

}  // namespace mahala
