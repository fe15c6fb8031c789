/// @file
/// D = X diag(w) X^T A in one pass over X, where the weight of a sample depends on its own
/// projection:  w_i = weigh(|A^T x_i|^2).
///
/// That is the slope of every sum of functions of x_i^T A A^T x_i. A block of samples is read from
/// memory once and, while it is in the cache, projected, weighed and added up: 4 d n r operations
/// on n d numbers. Parts of the samples are added in their order, so that threads do not change
/// the result. All memory is taken by the constructor.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "mahala/core/linalg/strips.hpp"
#include "mahala/data/samples/samples.hpp"

namespace mahala {

class WeightedScatter {
 public:
  /// From |A^T x_i|^2 of samples begin, begin + 1, ... their weights, in place; returns their cost.
  /// Called from several threads at once, for every sample once.
  using Weigh = std::function<double(Index begin, std::span<double> norms)>;

  /// For A of `rank` columns. Keeps a reference to x; Error if it is sparse.
  WeightedScatter(const Samples& x, Index rank);

  Index rank() const { return at_.rows(); }

  /// d = X diag(w) X^T a, both dim x rank; returns the cost of all samples.
  double apply(const MatrixView& a, const Weigh& weigh, Matrix& d);

 private:
  /// What one part of the samples needs.
  struct Part {
    Strips z, sum;  ///< A^T X of a block, D^T of the part
    Vector norms;   ///< of a block, then the weights
    Matrix x;       ///< a block, if samples are floats
    double cost = 0;
  };

  void add_part(Index place, Index number, const Weigh& weigh);
  void add_block(Part& part, Index begin, const MatrixView& x, const Weigh& weigh);

  const Samples& x_;
  Index block_;              ///< samples of a block
  Strips at_;                ///< A^T
  std::vector<Part> parts_;  ///< those of a part of the samples that are made at a time
};

}  // namespace mahala
