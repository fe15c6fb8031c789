/// @file
/// Examples of samples in memory, one after the other and without end.
///
///   triplets   drawn from the labels (triplet_sampler.hpp), or given ones
///   rankings   every labelled sample with its labels, or given ones
///   pairs      given ones, with their bounds
///
/// What is given, and rankings of labels, pass in a new random order each time; triplets drawn
/// from labels are drawn on the fly and never kept. The same rng gives the same examples.
#pragma once

#include <memory>

#include "mahala/core/random.hpp"
#include "mahala/data/constraints/constraints.hpp"
#include "mahala/learn/online_state.hpp"

namespace mahala {

/// Samples as the lists of non-zeros that steps take. Dense ones list all features.
class SampleViews {
 public:
  explicit SampleViews(const Samples& x);  ///< keeps a reference

  /// Sample i, until `slot`, one of three, is used again.
  SparseView view(Index i, std::size_t slot);

  /// Are samples shared out among ranks, so that each comes by a message?
  bool travel() const { return x_.is_shared(); }
  /// Lets all of these come by one, in place of those that came so before.
  void fetch(std::vector<Index> samples);

 private:
  const Samples& x_;
  std::vector<Index> all_;           ///< 0 .. d-1, for dense samples
  Vector buffer_[3];                 ///< for those that are not stored as doubles
  std::vector<Index> fetched_ = {};  ///< ascending
  Matrix columns_ = {};              ///< of these
};

class ExampleSource {
 public:
  virtual ~ExampleSource() = default;
  virtual Example next() = 0;               ///< lives until the next call
  virtual void keep(Archive& archive) = 0;  ///< which examples will come next
};

/// Examples of `kind`, triplets, rankings or pairs, from what is given or, if that is Nothing, from
/// the labels. Keeps references to the data and to what is given. Null if there are none: the
/// labels allow no triplet, or no sample has a label.
std::unique_ptr<ExampleSource> example_source(ExampleKind kind, const Dataset& data,
                                              const Constraints& given, Rng rng);

}  // namespace mahala
