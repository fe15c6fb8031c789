/// @file
/// The samples on which a report measures distances.
///
/// Every query is a sample with known labels whose neighbours are looked for among the items.
/// Large data are thinned at random: pictures and numbers are then those of a part.
#pragma once

#include <string>
#include <vector>

#include "mahala/data/dataset.hpp"
#include "mahala/evaluate/folds.hpp"
#include "mahala/evaluate/verification.hpp"

namespace mahala {

struct ReportSampleOptions {
  Index k = 5;                ///< neighbours that vote
  Index most_queries = 2000;  ///< more are thinned
  Index most_items = 20000;   ///< more are thinned
  std::uint64_t seed = 0;
};

struct ReportSample {
  Dataset items = {}, queries = {};                          ///< raw samples
  std::vector<Index> item_numbers = {}, query_numbers = {};  ///< where they are in the data
  std::vector<Index> own = {};                     ///< the item a query is; empty = none is
  Index possible_items = 0, possible_queries = 0;  ///< before thinning
  std::vector<LabelledPair> pairs = {};            ///< of queries, as many same as different
  Index k = 5;
  std::uint64_t seed = 0;

  /// Every query and item has one label, and there are two classes at least.
  bool has_classes() const;

  std::string item_name(Index item) const;  ///< its id, or its number in the data
  std::string query_name(Index query) const;
};

/// Each sample is a query among all the others.
ReportSample report_sample_among(const Dataset& data, const ReportSampleOptions& options);

/// The test samples are queries among the training samples.
ReportSample report_sample_apart(const Dataset& data, const Fold& split,
                                 const ReportSampleOptions& options);

}  // namespace mahala
