#include "mahala/evaluate/triplets.hpp"

#include "mahala/core/error.hpp"
#include "mahala/search/inner_products.hpp"

namespace mahala {
namespace {

/// Is the first smaller? One half if they are equal.
double is_smaller(double a, double b) { return a < b ? 1.0 : a == b ? 0.5 : 0.0; }

}  // namespace

std::vector<double> triplets_right(const Samples& embedded, const Triplets& triplets) {
  std::vector<double> right;
  right.reserve(triplets.size());
  for (const Triplet& triplet : triplets) {
    right.push_back(is_smaller(embedded.squared_distance(triplet.query, triplet.near),
                               embedded.squared_distance(triplet.query, triplet.far)));
  }
  return right;
}

std::vector<double> triplets_right(const Samples& left, const Samples& right,
                                   const Triplets& triplets) {
  std::vector<double> ones;
  ones.reserve(triplets.size());
  for (const Triplet& triplet : triplets) {
    ones.push_back(is_smaller(inner_product(left, triplet.query, right, triplet.far),
                              inner_product(left, triplet.query, right, triplet.near)));
  }
  return ones;
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
