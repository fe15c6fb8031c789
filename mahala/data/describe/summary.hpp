/// @file
/// Statistics of a data set, to look at before learning from it.
///
/// Moments are over the cells that are there and finite. Two passes over dense samples, or over
/// the non-zeros of sparse ones, with a few numbers for each sample and feature. Samples, and
/// features, are equal if 128 bits of hash are: of a million different ones two would pass for
/// equal once in 10^26 times.
#pragma once

#include <string>
#include <vector>

#include "mahala/data/dataset.hpp"

namespace mahala {

/// A sample or feature that is equal to an earlier one.
struct Repeat {
  Index index = 0, first = 0;
};

struct Summary {
  Index size = 0, dim = 0;
  std::string storage = {};  ///< as of Samples
  bool sparse = false;
  bool raw_text = false;  ///< the features are words
  Index non_zeros = 0;

  // One for each feature.
  std::vector<Index> missing = {};
  std::vector<Index> infinite = {};
  Vector mean = {}, sd = {};   ///< NaN where no cell is there; sd with n - 1
  Vector low = {}, high = {};  ///< the extremes

  std::vector<Index> constant = {};        ///< features of one value; all missing is one as well
  std::vector<Repeat> same_features = {};  ///< that are not constant
  std::vector<Index> id_like = {};         ///< features of whole numbers, no two of them equal
  std::vector<Repeat> same_samples = {};

  bool has_labels = false, has_ids = false;
  std::vector<std::string> classes = {};
  std::vector<Index> class_sizes = {};
  Index unlabelled = 0;                    ///< samples without any
  Index several_labels = 0;                ///< samples with more than one
  std::vector<std::string> features = {};  ///< as in Dataset

  Index missing_cells() const;
  Index infinite_cells() const;
  double density() const;  ///< share of cells that are not 0

  /// Of feature k: how far its farthest cell is from the mean, in sd; 0 if constant.
  double reach(Index k) const;
  /// The features that vary, by decreasing sd.
  std::vector<Index> by_sd() const;
  std::string feature_name(Index k) const;  ///< "'width'", or "3" without names
};

Summary summarise(const Dataset& data);

/// What to do about it, one sentence each, what matters most first; nothing if all is well.
std::vector<std::string> advice(const Summary& summary);

}  // namespace mahala
