/// @file
/// Supervision other than labels. Constraints hold sample indices, never copies
/// of samples; distances are squared everywhere.
#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "mahala/core/file/large_list.hpp"
#include "mahala/data/constraints/supervision.hpp"
#include "mahala/data/dataset.hpp"

namespace mahala {

enum class Relation { equal, at_most, at_least };

std::string_view symbol(Relation relation);  ///< "=", "<=" or ">="

/// In place of the second sample of a pair: the distance is that of x_i to zero, so that
/// x_i^T W x_i is observed.
inline constexpr Index origin = -1;

/// In place of the value of a pair that says no more than "same" (<=) or "different" (>=): its
/// bound is derived from the data before it is learned from (open_bounds.hpp).
inline constexpr double open_bound = std::numeric_limits<double>::quiet_NaN();

/// d^2(x_i, x_j)  =, <=  or  >=  value.
struct Pair {
  Index i = 0, j = 0;  ///< j may be the origin
  Relation relation = Relation::equal;
  double value = 0;   ///< a squared distance, or open_bound
  double weight = 1;  ///< of its loss; >= 0

  bool is_open() const { return std::isnan(value); }
};

/// x_query is closer to x_near than to x_far.
struct Triplet {
  Index query = 0, near = 0, far = 0;
  double weight = 1;
};

/// x_query is closer to every near sample than to any far one.
struct NearFarSet {
  Index query = 0;
  std::vector<Index> near = {}, far = {};
};

/// For x_sample every relevant label scores above every other label.
struct Ranking {
  Index sample = 0;
  std::vector<Index> relevant = {};  ///< label ids
};

/// A part of a linear function of W: factor times d^2(x_i, x_j) for samples, of which j may be the
/// origin, or factor times W_ij for features.
struct FormTerm {
  Index i = 0, j = 0;
  double factor = 1;
};

/// tr(W A)  =, <=  or  >=  value,  A symmetric and the sum of its terms.
struct Form {
  std::vector<FormTerm> terms = {};
  Relation relation = Relation::equal;
  double value = 0;          ///< of any sign
  double weight = 1;         ///< of its loss; >= 0
  bool of_features = false;  ///< terms are entries of A, of features as they are prepared
};

struct Nothing {};
using Pairs = LargeList<Pair>;
using Triplets = LargeList<Triplet>;
using NearFarSets = std::vector<NearFarSet>;
using Rankings = std::vector<Ranking>;
using Forms = std::vector<Form>;
using Constraints = std::variant<Nothing, Pairs, Triplets, NearFarSets, Rankings, Forms>;

/// Nothing, pairs, triplets, sets, rankings or forms.
Supervision kind(const Constraints& constraints);

/// How many there are.
Index count(const Constraints& constraints);

/// A hash of which samples are joined and how, whatever their order, values and weights: equal for
/// the same pairs in another file. 16 hexadecimal digits.
std::string fingerprint(const Constraints& constraints);

/// Error naming the constraint if an index lies outside the data, a sample is joined to
/// itself or is near and far at once, a value or weight is negative or not finite, a measured
/// distance or one to the origin is open, two contradict each other (contradictions.hpp), or a form
/// has no terms or names a feature outside the data.
/// O(m log m).
void check(const Constraints& constraints, const Dataset& data);

/// The constraints among `samples` (distinct positions in a data set of n), renumbered to
/// positions in that list; those that touch another sample are left out. Sets lose absent
/// members, and go if none near or none far is left.
Constraints restrict_to(const Constraints& constraints, std::span<const Index> samples, Index n);

/// Those at these places in their list, in this order.
Constraints selected(const Constraints& constraints, std::span<const Index> places);

/// The positions of the samples they are about, ascending, each once; the origin is none.
std::vector<Index> samples_of(const Constraints& constraints);

/// For each of n samples the smallest number among those that pairs "<=" join it to. Pairs ">="
/// join nothing. Error for pairs "=" and pairs with the origin: measured distances are neither.
std::vector<Index> joined_samples(const Pairs& pairs, Index n);

}  // namespace mahala
