#include "mahala/optimize/descent/blocks.hpp"

#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/parallel.hpp"

namespace mahala {
namespace {

constexpr Index panel_width = 256, update_width = 384, panel_rows = 512, strip_width = 128;

/// Takes P P^T from the lower half of what is right of the panel P; in each strip of columns the
/// corner above its diagonal is changed as well.
void take_square(const MatrixView& panel, Eigen::Ref<Matrix> rest) {
  const Matrix minus = -panel;
  parallel_parts(rest.cols(), update_width, [&](Index begin, Index end) {
    const Index below = rest.rows() - begin, width = end - begin;
    multiply_a_bt(panel.bottomRows(below), minus.middleRows(begin, width),
                  rest.block(begin, begin, below, width), true);
  });
}

}  // namespace

bool factorise(Matrix& a) {
  const Index n = a.rows();
  for (Index begin = 0; begin < n; begin += panel_width) {
    const Index width = std::min(panel_width, n - begin), below = n - begin - width;
    auto corner = a.block(begin, begin, width, width);
    const Cholesky cholesky(corner);
    if (!(cholesky.lower().diagonal().array() > 0).all() || !cholesky.definite()) return false;
    corner = cholesky.lower();
    Eigen::Ref<Matrix> panel = a.block(begin + width, begin, below, width);
    parallel_parts(below, panel_rows, [&](Index first, Index last) {
      solve_lower(cholesky.lower(), Applied::right_transposed,
                  panel.middleRows(first, last - first));
    });
    take_square(panel, a.bottomRightCorner(below, below));
  }
  return true;
}

Matrix inverse_of_factorised(const Matrix& l) {
  const Index n = l.rows();
  Matrix inverse(n, n);
  parallel_parts(n, strip_width, [&](Index begin, Index end) {
    // Rows above the diagonal are those of earlier strips: neither solve needs them.
    const auto corner = l.bottomRightCorner(n - begin, n - begin);
    Matrix strip = Matrix::Identity(n - begin, end - begin);
    solve_lower(corner, Applied::left, strip);
    solve_lower(corner, Applied::left_transposed, strip);
    inverse.block(begin, begin, n - begin, end - begin) = strip;
  });
  inverse.triangularView<Eigen::StrictlyUpper>() = inverse.transpose();
  return inverse;
}

Matrix product_a_bt(const Matrix& a, const Matrix& b) {
  Matrix c(a.rows(), b.rows());
  parallel_parts(b.rows(), update_width, [&](Index begin, Index end) {
    multiply_a_bt(a, b.middleRows(begin, end - begin), c.middleCols(begin, end - begin));
  });
  return c;
}

}  // namespace mahala
