/// @file
/// What the learners from class labels have in common.
#pragma once

#include <string_view>
#include <vector>

#include "mahala/data/dataset.hpp"

namespace mahala {

/// The classes of samples that have one label each, numbered without gaps in the order they appear.
struct Classes {
  std::vector<Index> of = {};     ///< of each sample
  std::vector<Index> sizes = {};  ///< samples of each class

  Index count() const { return std::ssize(sizes); }
  Index operator[](Index sample) const { return of[static_cast<std::size_t>(sample)]; }
  Index size(Index sample) const { return sizes[static_cast<std::size_t>((*this)[sample])]; }
  std::vector<std::vector<Index>> members() const;  ///< the samples of each class
};

/// Error if there are no labels, naming the first sample with none or several otherwise.
Classes classes_of(const Dataset& data);

/// Why no comparison of classes is possible: one class alone, or no class of two samples; "" if
/// one is.
std::string_view nothing_to_compare(const Classes& classes);

}  // namespace mahala
