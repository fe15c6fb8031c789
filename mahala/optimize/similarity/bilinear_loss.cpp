#include "mahala/optimize/similarity/bilinear_loss.hpp"

#include "mahala/core/error.hpp"

namespace mahala {

bool contains(std::span<const Index> labels, Index label) {
  return std::find(labels.begin(), labels.end(), label) != labels.end();
}

void require_labels(std::span<const Index> labels, Index label_count) {
  for (const Index label : labels) {
    require(0 <= label && label < label_count, "label {} is none of the {} labels", label,
            label_count);
  }
}

void LabelViolation::find(const Vector& scores, std::span<const Index> labels,
                          LabelDirection direction) {
  loss = 0;
  negative = -1;
  violators.clear();
  e.clear();
  for (Index s = 0; s < scores.size(); ++s) {
    const bool higher = negative < 0 || scores[s] > scores[negative];
    if (higher && !contains(labels, s)) negative = s;
  }
  if (negative < 0) return;
  for (const Index y : labels) {
    const double excess = scores[negative] - scores[y] + 1;
    if (excess <= 0) continue;
    loss += excess;
    violators.push_back(y);
  }
  if (violators.empty()) return;
  std::sort(violators.begin(), violators.end());
  const auto beyond = std::upper_bound(violators.begin(), violators.end(), negative);
  const double weight =
      direction == LabelDirection::exact ? static_cast<double>(violators.size()) : 1;
  for (auto y = violators.begin(); y != beyond; ++y) e.push(*y, 1);
  e.push(negative, -weight);
  for (auto y = beyond; y != violators.end(); ++y) e.push(*y, 1);
}

std::vector<double> harmonic_numbers(Index most) {
  std::vector<double> sums{0};
  for (Index r = 1; r <= most; ++r) sums.push_back(sums.back() + 1 / static_cast<double>(r));
  return sums;
}

Index random_negative(Index label_count, std::span<const Index> labels, Rng& rng) {
  for (;;) {
    const Index n = random_index(label_count, rng);
    if (!contains(labels, n)) return n;
  }
}

}  // namespace mahala
