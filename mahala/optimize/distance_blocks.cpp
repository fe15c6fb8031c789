#include "mahala/optimize/distance_blocks.hpp"

#include <algorithm>
#include <limits>

#include "mahala/core/linalg.hpp"
#include "mahala/core/parallel.hpp"

namespace mahala {
namespace {

/// A block of distances stays in the second-level cache.
constexpr Index block_numbers = 1 << 17;

Index block_points(Index n) {
  return std::clamp<Index>(block_numbers / std::max<Index>(n, 1), 8, 64);
}

void distances(const Matrix& z, const Vector& squares, Index begin, Matrix& d) {
  multiply_at_b(z, z.middleCols(begin, d.cols()), d);
  for (Index k = 0; k < d.cols(); ++k) {
    d.col(k) = (squares.array() - 2 * d.col(k).array() + squares[begin + k]).max(0);
    d(begin + k, k) = std::numeric_limits<double>::infinity();
  }
}

}  // namespace

Matrix centred_points(const MatrixView& z) { return z.colwise() - z.rowwise().mean(); }

Index for_each_distance_block(const Matrix& z,
                              const std::function<void(Index, Index, const Matrix&)>& visit) {
  const Index n = z.cols(), width = block_points(n), blocks = (n + width - 1) / width;
  const Index parts = std::min(most_distance_parts, blocks);
  const Vector squares = z.colwise().squaredNorm();
  parallel_for(parts, [&](Index part) {
    Matrix d;
    for (Index b = part * blocks / parts; b < (part + 1) * blocks / parts; ++b) {
      const Index begin = b * width;
      d.resize(n, std::min(width, n - begin));
      distances(z, squares, begin, d);
      visit(part, begin, d);
    }
  });
  return parts;
}

}  // namespace mahala
