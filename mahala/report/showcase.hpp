/// @file
/// One data set before and after learning: errors, pictures, a section of a page.
#pragma once

#include <string>
#include <vector>

#include "mahala/evaluate/cross_validate.hpp"
#include "mahala/report/page.hpp"
#include "mahala/train/train.hpp"

namespace mahala {

struct Showcase {
  std::string name;  ///< of the data set
  Index rank = 2;
  SampleOptions sampling = {};
};

struct Shown {
  Showcase showcase;
  Score euclidean, pca, learned;
  double p_value = 1;               ///< learned against pca, both of the same rank
  Fit fit = {};                     ///< on one half of the samples
  Samples before = {}, after = {};  ///< the other half as the plain and the learned metric see it
  Labels labels = {};               ///< of the other half
};

/// Learns with psd-flat in ten folds, twice, and once more for the pictures.
Shown show(const Showcase& showcase, const Dataset& data, std::uint64_t seed);

/// Name, rank, the three errors, their change and its p-value.
std::vector<std::string> showcase_row(const Shown& shown);

void add_section(const Shown& shown, Page& page);

}  // namespace mahala
