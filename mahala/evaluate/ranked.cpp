#include "mahala/evaluate/ranked.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "mahala/core/error.hpp"

namespace mahala {
namespace {

Grades first(Index k, Grades grades) {
  require(k >= 1, "the first {} of a ranking", k);
  return grades.first(std::min(static_cast<std::size_t>(k), grades.size()));
}

void check_relevant(Index count) { require(count > 0, "no item of the ranking is relevant"); }

double discounted_gain(Grades grades) {
  double gain = 0;
  for (std::size_t r = 0; r < grades.size(); ++r) {
    gain += std::max(grades[r], 0.0) / std::log2(static_cast<double>(r) + 2);
  }
  return gain;
}

}  // namespace

Index relevant_count(Grades grades) {
  return std::count_if(grades.begin(), grades.end(), [](double grade) { return grade > 0; });
}

double average_precision(Grades grades) {
  double found = 0, sum = 0;
  for (std::size_t r = 0; r < grades.size(); ++r) {
    if (grades[r] > 0) sum += ++found / static_cast<double>(r + 1);
  }
  check_relevant(static_cast<Index>(found));
  return sum / found;
}

double precision_at(Index k, Grades grades) {
  return static_cast<double>(relevant_count(first(k, grades))) / static_cast<double>(k);
}

double recall_at(Index k, Grades grades) {
  const Index all = relevant_count(grades);
  check_relevant(all);
  return static_cast<double>(relevant_count(first(k, grades))) / static_cast<double>(all);
}

double reciprocal_rank(Grades grades) {
  const auto hit = std::find_if(grades.begin(), grades.end(), [](double g) { return g > 0; });
  check_relevant(hit == grades.end() ? 0 : 1);
  return 1 / static_cast<double>(hit - grades.begin() + 1);
}

double ndcg_at(Index k, Grades grades) {
  std::vector<double> best(grades.begin(), grades.end());
  const std::size_t count = first(k, grades).size();
  std::partial_sort(best.begin(), best.begin() + static_cast<Index>(count), best.end(),
                    std::greater<>());
  const double most = discounted_gain(Grades(best).first(count));
  check_relevant(most > 0 ? 1 : 0);
  return discounted_gain(first(k, grades)) / most;
}

}  // namespace mahala
