#include "mahala/core/linalg/exponential.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "mahala/core/linalg/vector_units.hpp"

namespace mahala {
namespace {

constexpr double largest_exponent = 700;
constexpr double per_log_2 = 1.4426950408889634;
/// log 2 in two parts, the first of so few digits that its multiples by m are exact.
constexpr double log_2_head = 6.93147180369123816490e-01, log_2_tail = 1.90821492927058770002e-10;
/// 1.5 * 2^52: what is added to it is rounded to a whole number, found in its last bits.
constexpr double rounder = 6755399441055744.0;

/// 1 / 13!, 1 / 12!, ...
constexpr double series[] = {1.0 / 6227020800,
                             1.0 / 479001600,
                             1.0 / 39916800,
                             1.0 / 3628800,
                             1.0 / 362880,
                             1.0 / 40320,
                             1.0 / 5040,
                             1.0 / 720,
                             1.0 / 120,
                             1.0 / 24,
                             1.0 / 6,
                             0.5,
                             1.0,
                             1.0};

MAHALA_WIDEST_VECTORS void exponentials_of(double* x, std::size_t n) {
  for (std::size_t k = 0; k < n; ++k) {
    const double low = x[k] < -largest_exponent ? -largest_exponent : x[k];
    const double v = low > largest_exponent ? largest_exponent : low;
    const double shifted = v * per_log_2 + rounder, m = shifted - rounder;
    const double t = (v - m * log_2_head) - m * log_2_tail;
    double sum = series[0];
    for (int c = 1; c < 14; ++c) sum = sum * t + series[c];
    std::int64_t bits = 0;
    std::memcpy(&bits, &shifted, sizeof bits);
    bits = static_cast<std::int64_t>(static_cast<std::uint64_t>(bits + 1023) << 52);
    double power = 0;
    std::memcpy(&power, &bits, sizeof power);
    x[k] = sum * power;
  }
}

}  // namespace

void exponentials(std::span<double> x) { exponentials_of(x.data(), x.size()); }

}  // namespace mahala
