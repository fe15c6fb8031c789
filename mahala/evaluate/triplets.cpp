#include "mahala/evaluate/triplets.hpp"

#include "mahala/core/error.hpp"

namespace mahala {

std::vector<double> triplets_right(const Samples& embedded, const Triplets& triplets) {
  std::vector<double> right;
  right.reserve(triplets.size());
  for (const Triplet& triplet : triplets) {
    const double to_near = embedded.squared_distance(triplet.query, triplet.near);
    const double to_far = embedded.squared_distance(triplet.query, triplet.far);
    right.push_back(to_near < to_far ? 1.0 : to_near == to_far ? 0.5 : 0.0);
  }
  return right;
}

double triplet_accuracy(const Samples& embedded, const Triplets& triplets) {
  const std::vector<double> right = triplets_right(embedded, triplets);
  double sum = 0, all = 0;
  for (std::size_t t = 0; t < triplets.size(); ++t) {
    sum += triplets[t].weight * right[t];
    all += triplets[t].weight;
  }
  require(all > 0, "the accuracy of no triplets is undefined");
  return sum / all;
}

}  // namespace mahala
