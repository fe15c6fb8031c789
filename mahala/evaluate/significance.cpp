#include "mahala/evaluate/significance.hpp"

#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "mahala/core/error.hpp"

namespace mahala {
namespace {

/// Below this p the complement 1 - p has lost digits that the tail of the series has.
constexpr double small_probability = 1e-3;

}  // namespace

double sample_mean(const std::vector<double>& values) {
  require(!values.empty(), "the mean of no values is undefined");
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double sample_sd(const std::vector<double>& values) {
  if (values.size() < 2) return 0;
  const double mean = sample_mean(values);
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

// Abramowitz, Stegun, 26.7.3 and 26.7.4. With a = arctan(|t| / sqrt(f)) the probability of
// a smaller |T| is
//
//   f even:          sin a ( 1 + 1/2 cos^2 a + (1 3)/(2 4) cos^4 a + ... ),     f/2 terms,
//   f odd:  2/pi ( a + sin a ( cos a + 2/3 cos^3 a + ... ) ),               (f-1)/2 terms.
//
// Summed for ever both series give 1, so the terms left out are the probability of a larger one.
double student_two_sided(double t, Index freedom) {
  require(freedom >= 1, "Student's t has {} degrees of freedom", freedom);
  const double root = std::sqrt(static_cast<double>(freedom));
  const double angle = std::atan2(std::abs(t), root), sine = std::sin(angle);
  const double cosine = root / std::hypot(t, root);  // near pi/2 more exact than std::cos
  const bool odd = freedom % 2 == 1;
  const double factor = odd ? 2 / std::numbers::pi * sine : sine;
  double term = odd ? cosine : 1, sum = 0;
  double divisor = odd ? 3 : 2;  // the next term is the last one x (divisor - 1) / divisor
  const auto advance = [&] {
    sum += term;
    term *= cosine * cosine * (divisor - 1) / divisor;
    divisor += 2;
  };
  for (Index k = 0; k < freedom / 2; ++k) advance();
  const double p = 1 - factor * sum - (odd ? 2 / std::numbers::pi * angle : 0);
  if (p > small_probability) return p;
  sum = 0;
  while (term > sum * std::numeric_limits<double>::epsilon()) advance();
  return factor * sum;
}

double student_quantile(double confidence, Index freedom) {
  require(confidence >= 0.5 && confidence < 1, "confidence is {}; it has to be in [0.5, 1)",
          confidence);
  const double tail = 2 * (1 - confidence);  // of both sides
  double low = 0, high = 1;
  while (student_two_sided(high, freedom) > tail) high *= 2;
  for (int halving = 0; halving < 60; ++halving) {
    const double middle = (low + high) / 2;
    (student_two_sided(middle, freedom) > tail ? low : high) = middle;
  }
  return (low + high) / 2;
}

double paired_test(const std::vector<double>& a, const std::vector<double>& b, Index folds) {
  require(a.size() == b.size(), "{} results cannot be paired with {}", a.size(), b.size());
  require(folds >= 2, "{} folds: a paired test needs 2 or more", folds);
  std::vector<double> difference;
  for (std::size_t k = 0; k < a.size(); ++k) difference.push_back(a[k] - b[k]);
  const double mean = sample_mean(difference), sd = sample_sd(difference);
  if (difference.size() < 2 || (mean == 0 && sd == 0)) return 1;
  const double spread =
      std::sqrt(1 / static_cast<double>(difference.size()) + 1 / static_cast<double>(folds - 1));
  return student_two_sided(mean / (spread * sd), std::ssize(difference) - 1);
}

}  // namespace mahala
