#include "mahala/evaluate/triplets.hpp"

#include "mahala/core/error.hpp"

namespace mahala {

double triplet_accuracy(const Samples& embedded, const Triplets& triplets) {
  double right = 0, all = 0;
  for (const auto& [query, near, far, weight] : triplets) {
    const double to_near = embedded.squared_distance(query, near);
    const double to_far = embedded.squared_distance(query, far);
    right += weight * (to_near < to_far ? 1.0 : to_near == to_far ? 0.5 : 0.0);
    all += weight;
  }
  require(all > 0, "the accuracy of no triplets is undefined");
  return right / all;
}

}  // namespace mahala
