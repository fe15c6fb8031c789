/// @file
/// A search, how long it took and, if asked for, how much of the truth it found.
#pragma once

#include <optional>

#include "mahala/search/search_index.hpp"

namespace mahala {

struct MeasuredSearch {
  /// The exact search beside it.
  struct Exact {
    double recall_at_1 = 1, recall_at_k = 1;
    double queries_per_second = 0;
  };

  Neighbours found = {};
  double build_seconds = 0, search_seconds = 0;
  std::optional<Exact> exact = {};

  double queries_per_second() const;
};

/// The k nearest items of each query, or those of the largest products, by an index of this kind;
/// with `recall` the exact search is run as well. Indices other than the exact one fill sparse
/// samples in: Error if these have too many features for that.
MeasuredSearch measured_search(const Samples& items, const Samples& queries, const IndexKind& kind,
                               Index k, bool recall);

}  // namespace mahala
