/// @file
/// A sum of d x r numbers over the parts of all samples, transposed strips one a part, and of two
/// numbers beside them: added in the order of the parts, those of other ranks included.
#pragma once

#include <vector>

#include "mahala/core/linalg/strips.hpp"
#include "mahala/data/samples/samples.hpp"

namespace mahala {

struct Beside {
  double cost = 0, error = 0;
};

class OrderedParts {
 public:
  /// Of samples x, into `out`, which is d x rank.
  OrderedParts(const Samples& x, Index rank, Eigen::Ref<Matrix> out);

  /// The next part that is here.
  void add(const Strips& sum, const Beside& beside = {});

  /// After the last: `out` is the sum, and the sum of what is beside is returned.
  Beside finish();

 private:
  const Samples& x_;
  Eigen::Ref<Matrix> out_;
  Beside beside_;
  std::vector<double> own_;  ///< of shared samples: the sums of each part
};

}  // namespace mahala
