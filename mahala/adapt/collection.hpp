/// @file
/// Internal: the samples that adapting works on, as unit vectors in memory, and what was said about
/// them, by their places there.
///
/// Embeddings may be a mapped file of millions. What is looked at is what the feedback names and
/// a random share of the rest, in single precision: of n = 10^6 items of 768 numbers that is 2 %.
#pragma once

#include <vector>

#include "mahala/adapt/feedback.hpp"
#include "mahala/core/random.hpp"

namespace mahala {

/// Columns of unit length are asked for by number; the length of none is 0.
class UnitColumns {
 public:
  /// Reads all samples once. Error naming the first that is not finite or is zero: it has no
  /// direction.
  explicit UnitColumns(const Dataset& data);

  Index dim() const { return data_.dim(); }
  Index size() const { return data_.size(); }
  MatrixF gather(const std::vector<Index>& samples) const;

 private:
  const Dataset& data_;
  Vector lengths_;
};

/// A query of a collection.
struct CollectedQuery {
  Index source = 0;                   ///< its place in Feedback::queries
  bool held_out = false;              ///< nothing is learned from it
  bool tried = true;                  ///< maps are tried on it; else it is learned from alone
  Index self = -1;                    ///< the column of items it is itself, or -1
  std::vector<Index> positives = {};  ///< columns to learn from
  std::vector<double> weights = {};   ///< theirs
  std::vector<Index> relevant = {};   ///< columns it should find; of tried queries alone
  std::vector<double> grades = {};    ///< theirs
};

struct Collection {
  MatrixF items = {};                       ///< d x n, unit columns
  MatrixF queries = {};                     ///< d x m
  std::vector<CollectedQuery> judged = {};  ///< one for each column of `queries`
  std::vector<Index> classes = {};          ///< of the items, where feedback is of labels
  Index all_items = 0;                      ///< of which `items` are a share

  Index dim() const { return items.rows(); }
  Index size() const { return queries.cols(); }
  std::vector<Index> tried() const;  ///< queries that maps are tried on, ascending
};

struct CollectionLimits {
  Index queries = 1000;  ///< tried at most, and as many that are held out
  Index items = 20000;   ///< at most, but for those that the feedback names
};

/// Queries beyond the limit are left out at random, and so are items. Of labels the queries are
/// all labelled items, since a map of some labels is another than one of all; only so many are
/// tried. Their positives are the `label_positives` nearest of the same label.
Collection collect(const UnitColumns& items, const UnitColumns& queries, const Feedback& feedback,
                   const CollectionLimits& limits, Rng& rng);

inline constexpr Index label_positives = 10;

/// Queries that belong into one fold have equal numbers: those of equal vectors, and duplicates of
/// each other however many lie between.
std::vector<Index> query_groups(const Collection& collection, FeedbackKind kind);

/// Groups of things that are joined, however many lie between.
class JoinedGroups {
 public:
  explicit JoinedGroups(Index count);
  void join(Index a, Index b) { parent_[place(find(a))] = find(b); }
  Index find(Index a);

 private:
  static std::size_t place(Index k) { return static_cast<std::size_t>(k); }
  std::vector<Index> parent_;
};

}  // namespace mahala
