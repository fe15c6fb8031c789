/// @file
/// One built-in data set before and after learning: errors, pictures, a section of a page.
#pragma once

#include <string>
#include <vector>

#include "cli/flags/common.hpp"
#include "mahala/evaluate/cross_validate.hpp"
#include "mahala/report/page.hpp"
#include "mahala/train/train.hpp"

namespace mahala::cli {

struct Showcase {
  std::string name;  ///< of the built-in data set
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
Shown show(const Showcase& showcase, std::uint64_t seed);

/// Name, rank, the three errors, their change and its p-value.
std::vector<std::string> row(const Shown& shown);

Json to_json(const Shown& shown);

void add_section(const Shown& shown, Page& page);

}  // namespace mahala::cli
