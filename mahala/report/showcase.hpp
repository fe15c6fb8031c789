/// @file
/// One data set before and after learning with nothing chosen: errors, pictures, a section of a
/// page.
#pragma once

#include <string>
#include <vector>

#include "mahala/compare/baselines.hpp"
#include "mahala/report/page.hpp"

namespace mahala {

struct Shown {
  std::string name;  ///< of the data set
  BaselineComparison comparison = {};
  Fit fit = {};                     ///< on one half of the samples
  std::string before_name = {};     ///< which of the plain distances `before` shows
  Samples before = {}, after = {};  ///< the other half as the plain and the learned metric see it
  Labels labels = {};               ///< of the other half

  const Baseline& euclidean() const;  ///< the better of the two plain distances
};

/// Learns with `auto` in five folds, and once more for the pictures.
Shown show(const std::string& name, const Dataset& data, std::uint64_t seed);

/// A row for each data set: the plain errors, the learned one, what was chosen, what that changes.
Table showcase_table(const std::vector<Shown>& all);

void add_section(const Shown& shown, Page& page);

}  // namespace mahala
