/// @file
/// The samples by which a report judges distances.
///
/// Every query is a sample with known labels whose neighbours are looked for among the items.
/// Large data are thinned at random: what is drawn and measured then speaks for a part.
#pragma once

#include <string>
#include <vector>

#include "mahala/data/dataset.hpp"
#include "mahala/evaluate/folds.hpp"
#include "mahala/evaluate/verification.hpp"

namespace mahala {

struct ExhibitOptions {
  Index k = 5;                ///< neighbours that vote
  Index most_queries = 2000;  ///< more are thinned
  Index most_items = 20000;   ///< more are thinned
  std::uint64_t seed = 0;
};

struct Exhibit {
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

/// Each sample judged among all the others.
Exhibit exhibit_among(const Dataset& data, const ExhibitOptions& options);

/// The test samples judged among the training samples.
Exhibit exhibit_apart(const Dataset& data, const Fold& split, const ExhibitOptions& options);

}  // namespace mahala
