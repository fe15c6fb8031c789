/// @file
/// D = X diag(w) X^T A in one pass over X, where the weight of a sample depends on its own
/// projection:  w_i = weigh(|A^T x_i|^2).
///
/// That is the slope of every sum of functions of x_i^T A A^T x_i. A block of samples is read from
/// memory once and, while it is in the cache, projected, weighed and added up: 4 d n r operations
/// on n d numbers. Parts of the samples are added in their order, so that threads do not change
/// the result. All memory is taken by the constructor.
///
/// Many samples that are stored as floats or halves are multiplied as floats, which takes two
/// thirds of the time: blocks of at most 128 of them are summed in floats, their sums in doubles.
/// With u = 2^-24 and z_i = A^T x_i that errs by
///
///   |dD| <= sum_i |x_i| (|w_i| |dz_i| + |dw_i| |z_i| + 130 u |w_i| |z_i|),
///   |dz_i| <= (d + 1) u |A| |x_i|,
///
/// usually by some 1e-7 of sum_i |w_i| |z_i| |x_i|, which D is far below only next to a minimum or
/// where weights are small differences of larger numbers. How much it is gets measured: the first
/// samples of each part are multiplied in doubles, too, and as many others are taken to err as
/// much, all in the same direction. If that adds up to more than a hundredth of |D|, D is formed
/// anew in doubles. So D is downhill wherever it is used, <D, D + dD> >= 0.99 |D|^2, and as small
/// as it says. Few samples are multiplied in doubles: they are in the cache, and too many of them
/// would be measured.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "mahala/core/linalg/strips.hpp"
#include "mahala/data/samples/ordered_parts.hpp"
#include "mahala/data/samples/parts.hpp"
#include "mahala/data/samples/samples.hpp"

namespace mahala {

class WeightedScatter {
 public:
  /// From |A^T x_i|^2 of samples begin, begin + 1, ... their weights, in place; returns their cost.
  /// Called from several threads at once, for some samples more than once.
  using Weigh = std::function<double(Index begin, std::span<double> norms)>;

  /// For A of `rank` columns. Keeps a reference to x; Error if it is sparse.
  WeightedScatter(const Samples& x, Index rank);

  Index rank() const { return at_.rows(); }

  /// d = X diag(w) X^T a, both dim x rank; returns the cost of all samples.
  double apply(const MatrixView& a, const Weigh& weigh, Matrix& d);

 private:
  /// What one part of the samples needs.
  struct Part {
    Strips z, sum;               ///< A^T X of a block, D^T of the part
    StripsF rough_z, rough_sum;  ///< in floats: the same, and D^T of a block
    Vector norms;                ///< of a block, then the weights
    Beside beside;
  };

  Beside sum_up(bool rough, const Weigh& weigh, Matrix& d);
  void add_part(Part& part, Index number, bool rough, const Weigh& weigh);
  template <class View>
  void add_rough_part(Part& part, Index begin, const View& x, const Weigh& weigh);
  template <class View>
  void add_block(Part& part, Index begin, const View& x, const Weigh& weigh);
  template <class View>
  double form_rough_block(Part& part, Index begin, const View& x, const Weigh& weigh);

  const Samples& x_;
  SampleParts samples_;      ///< in parts
  Index block_;              ///< samples of a block
  Strips at_;                ///< A^T
  StripsF rough_at_;         ///< in floats, if it is to multiply floats
  std::vector<Part> parts_;  ///< those of a part of the samples that are made at a time
};

}  // namespace mahala
