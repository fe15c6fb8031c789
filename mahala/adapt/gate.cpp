#include "mahala/adapt/gate.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "mahala/evaluate/significance.hpp"

namespace mahala {

namespace {

/// Sums of what differs from the mean, group by group.
std::vector<double> group_sums(const std::vector<double>& differences, double mean,
                               const std::vector<Index>& groups) {
  std::map<Index, double> sums;
  for (std::size_t k = 0; k < differences.size(); ++k) {
    sums[groups.empty() ? static_cast<Index>(k) : groups[k]] += differences[k] - mean;
  }
  std::vector<double> values;
  for (const auto& [group, sum] : sums) values.push_back(sum);
  return values;
}

}  // namespace

GateResult pass_gate(const std::vector<double>& differences, double confidence,
                     const std::vector<Index>& groups, int copies) {
  GateResult gate{.count = std::ssize(differences)};
  if (differences.empty()) return gate;
  gate.gain = sample_mean(differences);
  const std::vector<double> sums = group_sums(differences, gate.gain, groups);
  const auto n = static_cast<double>(gate.count), g = static_cast<double>(sums.size());
  if (g < 2) return gate;
  double squares = 0;
  for (const double sum : sums) squares += sum * sum;
  gate.sd = std::sqrt(copies * g / (g - 1) * squares / n);
  const Index independent = std::ssize(sums) / copies;
  if (gate.count < fewest_queries || independent < 2) return gate;
  gate.bound = gate.gain - student_quantile(confidence, independent - 1) * gate.sd / std::sqrt(n);
  gate.passed = gate.bound > 0;
  return gate;
}

Index queries_to_see(double gain, const GateResult& gate, double confidence) {
  constexpr Index many = 1000;  // where Student's t is normal
  const double both = student_quantile(confidence, many) + student_quantile(0.8, many);
  const double needed = both * gate.sd / gain;
  return std::max(fewest_queries, static_cast<Index>(std::ceil(needed * needed)));
}

}  // namespace mahala
