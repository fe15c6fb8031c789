#include "mahala/adapt/gate.hpp"

#include <algorithm>
#include <cmath>

#include "mahala/evaluate/significance.hpp"

namespace mahala {

GateResult pass_gate(const std::vector<double>& differences, double confidence) {
  GateResult gate{.count = std::ssize(differences)};
  if (differences.empty()) return gate;
  gate.gain = sample_mean(differences);
  gate.sd = sample_sd(differences);
  if (gate.count < fewest_queries) return gate;
  gate.bound = gate.gain - student_quantile(confidence, gate.count - 1) * gate.sd /
                               std::sqrt(static_cast<double>(gate.count));
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
