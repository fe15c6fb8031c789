/// @file
/// A sum of d x r numbers over the parts of all samples, transposed strips one a part, with a cost:
/// added in the order of the parts, those of other ranks included.
#pragma once

#include <vector>

#include "mahala/core/linalg/strips.hpp"
#include "mahala/data/samples/samples.hpp"

namespace mahala {

class OrderedParts {
 public:
  /// Of samples x, into `out`, which is d x rank.
  OrderedParts(const Samples& x, Index rank, Eigen::Ref<Matrix> out);

  /// The next part that is here.
  void add(const Strips& sum, double cost = 0);

  /// After the last: `out` is the sum, and the sum of the costs is returned.
  double finish();

 private:
  const Samples& x_;
  Eigen::Ref<Matrix> out_;
  double cost_ = 0;
  std::vector<double> own_;  ///< of shared samples: sum and cost of each part
};

}  // namespace mahala
