#include "mahala/core/linalg/strips.hpp"

#include <algorithm>

#include "mahala/core/linalg/vector_units.hpp"

namespace mahala {
namespace {

/// How x is walked: `steps` numbers `along` apart are summed over, results are `across` apart.
struct Walk {
  Index steps, along, across;
  bool add;
};

// Register counts leave room for the strip's column and the broadcast number.
namespace plain {
constexpr int register_size = 2, sum_registers = 12;
#include "mahala/core/linalg/strip_tiles.inc"
}  // namespace plain

#ifdef MAHALA_VECTOR_UNITS
#pragma GCC push_options
#pragma GCC target("arch=x86-64-v3")
namespace v3 {
constexpr int register_size = 4, sum_registers = 12;
#include "mahala/core/linalg/strip_tiles.inc"
}  // namespace v3
#pragma GCC pop_options

#pragma GCC push_options
#pragma GCC target("arch=x86-64-v4,prefer-vector-width=512")
namespace v4 {
constexpr int register_size = 8, sum_registers = 24;
#include "mahala/core/linalg/strip_tiles.inc"
}  // namespace v4
#pragma GCC pop_options
#endif

using WalkStrip = void (*)(Index, const double*, const double*, const Walk&, Index, double*);

WalkStrip widest_walk() {
#ifdef MAHALA_VECTOR_UNITS
  switch (widest_vector_unit()) {
    case VectorUnit::v4:
      return v4::walk_strip;
    case VectorUnit::v3:
      return v3::walk_strip;
    case VectorUnit::plain:
      break;
  }
#endif
  return plain::walk_strip;
}

/// norms[i] += |column i|^2 of a strip.
MAHALA_WIDEST_VECTORS
void add_squared_norms(const double* strip, Index width, double* norms, Index count) {
  for (Index i = 0; i < count; ++i, strip += width) {
    double sums[4] = {};
    for (Index t = 0; t < width; t += 4) {
      for (Index l = 0; l < 4; ++l) sums[l] += strip[t + l] * strip[t + l];
    }
    norms[i] += (sums[0] + sums[2]) + (sums[1] + sums[3]);
  }
}

MAHALA_WIDEST_VECTORS
void multiply_columns(double* strip, Index width, const double* factors, Index count) {
  for (Index i = 0; i < count; ++i, strip += width) {
    for (Index t = 0; t < width; t += 4) {
      for (Index l = 0; l < 4; ++l) strip[t + l] *= factors[i];
    }
  }
}

void walk(const Panel& strip, const double* x, const Walk& way, Index columns, Panel& out) {
  static const WalkStrip chosen = widest_walk();
  chosen(strip.rows(), strip.data(), x, way, columns, out.data());
}

}  // namespace

Strips::Strips(Index rows, Index cols) : rows_(rows), cols_(cols) {
  for (Index begin = 0; begin < rows; begin += widest) {
    strips_.emplace_back(padded<double>(std::min(widest, rows - begin)), cols);
  }
}

void Strips::set_zero() {
  for (Panel& strip : strips_) std::fill_n(strip.data(), strip.stride() * strip.cols(), 0.0);
}

void Strips::resize(Index rows, Index cols) {
  if (rows != rows_ || cols != cols_) *this = Strips(rows, cols);
}

void Strips::assign(const MatrixView& m) {
  eigen_assert(m.rows() == rows_ && m.cols() <= cols());
  for (Index begin = 0; begin < rows_; begin += widest) {
    const Index count = std::min(widest, rows_ - begin);
    strips_[static_cast<std::size_t>(begin / widest)].view().topLeftCorner(count, m.cols()) =
        m.middleRows(begin, count);
  }
}

void Strips::assign_transposed(const MatrixView& m) {
  eigen_assert(m.cols() == rows_ && m.rows() == cols());
  for (Index begin = 0; begin < rows_; begin += widest) {
    const Index count = std::min(widest, rows_ - begin);
    strips_[static_cast<std::size_t>(begin / widest)].view().topRows(count) =
        m.middleCols(begin, count).transpose();
  }
}

void Strips::copy_to(Eigen::Ref<Matrix> out) const {
  for (Index begin = 0; begin < rows_; begin += widest) {
    const Index count = std::min(widest, rows_ - begin);
    out.middleRows(begin, count) =
        strips_[static_cast<std::size_t>(begin / widest)].view().topLeftCorner(count, out.cols());
  }
}

void Strips::add_transposed_to(double scale, Eigen::Ref<Matrix> out) const {
  for (Index begin = 0; begin < rows_; begin += widest) {
    const Index count = std::min(widest, rows_ - begin);
    out.middleCols(begin, count) +=
        scale * strips_[static_cast<std::size_t>(begin / widest)].view().topRows(count).transpose();
  }
}

void Strips::squared_norms(std::span<double> norms) const {
  std::fill(norms.begin(), norms.end(), 0.0);
  for (const Panel& strip : strips_) {
    add_squared_norms(strip.data(), strip.stride(), norms.data(), std::ssize(norms));
  }
}

void Strips::scale_columns(std::span<const double> factors) {
  for (Panel& strip : strips_) {
    multiply_columns(strip.data(), strip.stride(), factors.data(), std::ssize(factors));
  }
}

void multiply(const Strips& a, const MatrixView& x, Strips& out) {
  eigen_assert(x.rows() == a.cols() && x.cols() <= out.cols());
  const Walk features{.steps = x.rows(), .along = 1, .across = x.outerStride(), .add = false};
  for (std::size_t k = 0; k < a.strips().size(); ++k) {
    walk(a.strips()[k], x.data(), features, x.cols(), out.strips()[k]);
  }
}

void add_transposed_product(const Strips& c, const MatrixView& x, Strips& out) {
  eigen_assert(x.cols() <= c.cols() && x.rows() == out.cols());
  const Walk samples{.steps = x.cols(), .along = x.outerStride(), .across = 1, .add = true};
  for (std::size_t k = 0; k < c.strips().size(); ++k) {
    walk(c.strips()[k], x.data(), samples, x.rows(), out.strips()[k]);
  }
}

}  // namespace mahala
