#include "mahala/evaluate/agreement.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "mahala/core/error.hpp"
#include "mahala/evaluate/assignment.hpp"

namespace mahala {
namespace {

using Counts = std::vector<double>;

/// The table n_ab with its sums; only cells that are not empty are kept, so that many small
/// groups cost no more than the samples.
struct Contingency {
  std::map<std::pair<Index, Index>, double> cells;  ///< by place of cluster and of class
  Counts clusters, classes;
  double n = 0;
};

/// The place of each value among the distinct ones, and how often each occurs.
std::vector<Index> class_places(const std::vector<Index>& values, Counts& counts) {
  std::vector<Index> distinct = values;
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  counts.assign(distinct.size(), 0);
  std::vector<Index> place;
  place.reserve(values.size());
  for (const Index value : values) {
    place.push_back(std::lower_bound(distinct.begin(), distinct.end(), value) - distinct.begin());
    ++counts[static_cast<std::size_t>(place.back())];
  }
  return place;
}

Contingency tabulate(const std::vector<Index>& clusters, const std::vector<Index>& classes) {
  require(clusters.size() == classes.size(), "{} samples have a cluster, {} a class",
          clusters.size(), classes.size());
  require(!classes.empty(), "the agreement of no samples is undefined");
  Contingency table;
  table.n = static_cast<double>(classes.size());
  const auto a = class_places(clusters, table.clusters), b = class_places(classes, table.classes);
  for (std::size_t i = 0; i < a.size(); ++i) ++table.cells[{a[i], b[i]}];
  return table;
}

double entropy(const Counts& counts, double n) {
  double sum = 0;
  for (const double count : counts) sum -= count / n * std::log(count / n);
  return sum;
}

double pairs(double count) { return count * (count - 1) / 2; }

double pairs(const Counts& counts) {
  double sum = 0;
  for (const double count : counts) sum += pairs(count);
  return sum;
}

}  // namespace

double normalised_mutual_information(const std::vector<Index>& clusters,
                                     const std::vector<Index>& classes) {
  const Contingency table = tabulate(clusters, classes);
  if (table.clusters.size() == 1 && table.classes.size() == 1) return 1;
  double information = 0;
  for (const auto& [cell, count] : table.cells) {
    const double expected = table.clusters[static_cast<std::size_t>(cell.first)] *
                            table.classes[static_cast<std::size_t>(cell.second)] / table.n;
    information += count / table.n * std::log(count / expected);
  }
  const double entropies = entropy(table.clusters, table.n) + entropy(table.classes, table.n);
  return std::clamp(2 * information / entropies, 0.0, 1.0);
}

double adjusted_rand(const std::vector<Index>& clusters, const std::vector<Index>& classes) {
  const Contingency table = tabulate(clusters, classes);
  double together = 0;
  for (const auto& [cell, count] : table.cells) together += pairs(count);
  const double a = pairs(table.clusters), b = pairs(table.classes);
  const double expected = table.n > 1 ? a * b / pairs(table.n) : 0, most = (a + b) / 2;
  return most == expected ? 1 : (together - expected) / (most - expected);
}

double clustering_error(const std::vector<Index>& clusters, const std::vector<Index>& classes) {
  const Contingency table = tabulate(clusters, classes);
  Matrix cost = Matrix::Zero(std::ssize(table.clusters), std::ssize(table.classes));
  for (const auto& [cell, count] : table.cells) cost(cell.first, cell.second) = -count;
  const std::vector<Index> match = cheapest_assignment(cost);
  double right = 0;
  for (Index a = 0; a < cost.rows(); ++a) {
    const Index b = match[static_cast<std::size_t>(a)];
    if (b >= 0) right -= cost(a, b);
  }
  return 1 - right / table.n;
}

}  // namespace mahala
