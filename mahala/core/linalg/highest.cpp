#include "mahala/core/linalg/highest.hpp"

#include <algorithm>
#include <numeric>

namespace mahala {

std::vector<Index> highest(const Vector& values, Index count) {
  std::vector<Index> order(static_cast<std::size_t>(values.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return values[a] > values[b]; });
  order.resize(static_cast<std::size_t>(std::min(count, values.size())));
  return order;
}

}  // namespace mahala
