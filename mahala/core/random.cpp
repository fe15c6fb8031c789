#include "mahala/core/random.hpp"

#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

namespace mahala {

Rng make_rng(std::uint64_t seed, RandomStream stream, std::uint64_t part) {
  const std::uint64_t number = static_cast<std::uint64_t>(stream) + part;
  std::seed_seq words{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32),
                      static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(number >> 32)};
  return Rng(words);
}

double random_unit(Rng& rng) { return static_cast<double>(rng() >> 11) * 0x1p-53; }

Index random_index(Index n, Rng& rng) {
  // Draws beyond the largest multiple of n are rejected: no value is favoured.
  const auto range = static_cast<std::uint64_t>(n);
  const std::uint64_t limit = Rng::max() - Rng::max() % range;
  std::uint64_t draw = rng();
  while (draw >= limit) draw = rng();
  return static_cast<Index>(draw % range);
}

Matrix random_normal(Index rows, Index cols, Rng& rng) {
  // Box-Muller: two uniforms give the polar coordinates of two normals.
  Matrix m(rows, cols);
  for (Index k = 0; k < m.size(); k += 2) {
    const double radius = std::sqrt(-2 * std::log1p(-random_unit(rng)));
    const double angle = 2 * std::numbers::pi * random_unit(rng);
    m.data()[k] = radius * std::cos(angle);
    if (k + 1 < m.size()) m.data()[k + 1] = radius * std::sin(angle);
  }
  return m;
}

std::vector<Index> random_order(Index n, Rng& rng) {
  std::vector<Index> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), Index{0});
  for (Index k = n; k > 1; --k) {
    std::swap(order[static_cast<std::size_t>(k - 1)],
              order[static_cast<std::size_t>(random_index(k, rng))]);
  }
  return order;
}

}  // namespace mahala
