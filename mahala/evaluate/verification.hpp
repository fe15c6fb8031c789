/// @file
/// Do two samples belong together? Pairs are called "same" if their distance is at most a
/// threshold t. With A(t) the fraction of different pairs accepted and R(t) that of same pairs
/// rejected:
///
///   AUC              = P(distance of a same pair < of a different one) + 1/2 P(equal)
///   equal error rate = A = R, where the line through the points (A, R) over all t crosses
///   accuracy         = fraction of pairs classified correctly at the t where it is largest
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "mahala/core/random.hpp"
#include "mahala/data/labels/labels.hpp"
#include "mahala/data/samples/samples.hpp"

namespace mahala {

/// Two samples, and whether they belong together. A pair of weight w counts as w pairs.
struct LabelledPair {
  Index i = 0, j = 0;
  bool same = false;
  double weight = 1;  ///< >= 0
};

/// The samples that have a label: for the others it is not known which are of the same class.
std::vector<Index> labelled_samples(const Labels& labels);

/// Pairs of distinct samples that have labels, "same" if they share one: all n (n-1) / 2 if they
/// are not more than `most`, else `most` drawn at random (with replacement).
std::vector<LabelledPair> sample_labelled_pairs(const Labels& labels, Index most, Rng& rng);

/// The squared distances of the pairs.
std::vector<double> pair_distances(const Samples& x, const std::vector<LabelledPair>& pairs);

struct Verification {
  double auc = 0;
  double equal_error_rate = 0;
  double threshold = 0;  ///< halfway between two distances; the smallest of the best ones
  double accuracy = 0;   ///< at the threshold
};

/// Pairs in the order of their distances: verified again with other weights in O(pairs).
class SortedPairs {
 public:
  /// Error unless all distances are numbers, one for each pair.
  SortedPairs(const std::vector<double>& distances, const std::vector<LabelledPair>& pairs);

  /// With one weight for each pair, in the order they were given; none if not both same and
  /// different pairs have a positive weight.
  std::optional<Verification> verify(const std::vector<double>& weights) const;

 private:
  struct Entry {
    double distance = 0;
    std::size_t pair = 0;
    bool same = false;
  };
  std::vector<Entry> sorted_;
};

/// Error unless there is a same pair and a different one, both of positive weight, and all
/// distances are numbers.
Verification verify(const std::vector<double>& distances, const std::vector<LabelledPair>& pairs);

}  // namespace mahala
