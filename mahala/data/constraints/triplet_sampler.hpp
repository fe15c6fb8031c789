/// @file
/// Triplets drawn from labels one at a time, without storing them.
///
/// A query, uniform among the samples that have both; a sample that shares a label with it,
/// uniform in one of its labels and not itself; and one that shares none, uniform among those.
/// Samples without a label take no part.
#pragma once

#include <vector>

#include "mahala/core/random.hpp"
#include "mahala/data/constraints/constraints.hpp"

namespace mahala {

/// The samples that have a label, as a list and by label.
struct Members {
  explicit Members(const Labels& labels);

  const std::vector<Index>& with(Index label) const {
    return of_label[static_cast<std::size_t>(label)];
  }

  std::vector<Index> labelled = {};
  std::vector<std::vector<Index>> of_label = {};
  Index classes = 0;  ///< labels that occur
};

/// A random entry of a list that is not empty.
Index random_member(const std::vector<Index>& members, Rng& rng);

class TripletSampler {
 public:
  explicit TripletSampler(const Labels& labels);  ///< keeps a reference

  const Members& members() const { return members_; }
  bool possible() const { return !queries_.empty(); }
  Triplet draw(Rng& rng) const;  ///< only if it is possible

 private:
  std::vector<Index> strangers(Index i) const;
  bool has_friend(Index i) const;
  bool has_stranger(Index i) const;
  Index random_friend(Index i, Rng& rng) const;
  Index random_stranger(Index i, Rng& rng) const;

  const Labels& labels_;
  Members members_;
  std::vector<Index> queries_;
};

}  // namespace mahala
