/// @file
/// Labels collected sample by sample, every name kept once.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "mahala/data/labels/labels.hpp"

namespace mahala {

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

}  // namespace mahala
