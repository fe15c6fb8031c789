#include "mahala/adapt/correlation.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace mahala {
namespace {

/// Of mean 0 and variance 1; zeros if it is constant.
Vector standardised(const Vector& values) {
  Vector centred = values.array() - values.mean();
  const double sd = std::sqrt(centred.squaredNorm() / static_cast<double>(values.size()));
  if (sd > 0) return centred / sd;
  return Vector::Zero(values.size());
}

}  // namespace

double pearson(const Vector& a, const Vector& b) {
  return standardised(a).dot(standardised(b)) / static_cast<double>(a.size());
}

Vector ranks_of(const Vector& values) {
  std::vector<Index> order(static_cast<std::size_t>(values.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::sort(order, [&](Index a, Index b) { return values[a] < values[b]; });
  Vector ranks(values.size());
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin + 1;
    while (end < order.size() && values[order[end]] == values[order[begin]]) ++end;
    for (std::size_t k = begin; k < end; ++k) {
      ranks[order[k]] = static_cast<double>(begin + end + 1) / 2;
    }
    begin = end;
  }
  return ranks;
}

double spearman(const Vector& a, const Vector& b) { return pearson(ranks_of(a), ranks_of(b)); }

std::vector<double> correlation_parts(const Vector& a, const Vector& b) {
  const Vector x = standardised(a), y = standardised(b);
  const double r = x.dot(y) / static_cast<double>(a.size());
  const Vector parts =
      r + x.array() * y.array() - r * (x.array().square() + y.array().square()) / 2;
  return {parts.begin(), parts.end()};
}

}  // namespace mahala
