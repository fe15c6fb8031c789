/// @file
/// Triplets from a stream of labelled samples, of which a bounded number is remembered.
///
/// Each new sample is a query: near is a random one of those remembered that share a label with
/// it, far one of those that share none. Then it takes its place among those remembered: all
/// samples seen so far are remembered with equal probability (Vitter, Algorithm R, 1985).
#pragma once

#include <optional>
#include <vector>

#include "mahala/core/random.hpp"
#include "mahala/learn/online_state.hpp"
#include "mahala/optimize/regression/sparse_pairs.hpp"

namespace mahala {

class TripletReservoir {
 public:
  TripletReservoir(Index capacity, Rng rng) : capacity_(capacity), rng_(rng) {}

  /// The triplet of a new sample, whose views live until the next call; none if nothing remembered
  /// shares a label with it, or everything does, or it has no label. Samples without labels are
  /// not remembered.
  std::optional<Example> next(const SparseView& x, const std::vector<Index>& labels);

  Index size() const { return std::ssize(kept_); }

  void keep(Archive& archive);  ///< what is remembered, and the random numbers to come

 private:
  struct Kept {
    SparseVector x;
    std::vector<Index> labels;
  };

  void remember(const SparseView& x, const std::vector<Index>& labels);

  Index capacity_, seen_ = 0;
  Rng rng_;
  std::vector<Kept> kept_ = {};
  SparseVector query_, near_, far_;
};

}  // namespace mahala
