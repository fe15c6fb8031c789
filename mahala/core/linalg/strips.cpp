#include "mahala/core/linalg/strips.hpp"

#include <algorithm>

#include "mahala/core/linalg/vector_units.hpp"

#ifdef MAHALA_VECTOR_UNITS
#include <immintrin.h>
#endif

namespace mahala {
namespace {

/// How x is walked: `steps` numbers `along` apart are summed over, results are `across` apart.
struct Walk {
  Index steps, along, across;
  bool add;
};

// Register counts leave room for the strip's column and the broadcast number.
namespace plain {
template <class Scalar>
void widen4(const Half* from, Scalar* to) {
  for (int k = 0; k < 4; ++k) to[k] = static_cast<Scalar>(from[k]);
}
constexpr int register_bytes = 16, sum_registers = 12;
#include "mahala/core/linalg/strip_tiles.inc"
}  // namespace plain

#ifdef MAHALA_VECTOR_UNITS
#pragma GCC push_options
#pragma GCC target("arch=x86-64-v3")
namespace v3 {
#include "mahala/core/linalg/widen4.inc"
constexpr int register_bytes = 32, sum_registers = 12;
#include "mahala/core/linalg/strip_tiles.inc"
}  // namespace v3
#pragma GCC pop_options

#pragma GCC push_options
#pragma GCC target("arch=x86-64-v4,prefer-vector-width=512")
namespace v4 {
#include "mahala/core/linalg/widen4.inc"
constexpr int register_bytes = 64, sum_registers = 24;
#include "mahala/core/linalg/strip_tiles.inc"
}  // namespace v4
#pragma GCC pop_options
#endif

template <class Scalar, class Number>
using WalkStrip = void (*)(Index, const Scalar*, const Number*, const Walk&, Index, Scalar*);

template <class Scalar, class Number>
WalkStrip<Scalar, Number> widest_walk() {
#ifdef MAHALA_VECTOR_UNITS
  switch (widest_vector_unit()) {
    case VectorUnit::v4:
      return v4::walk_strip<Scalar, Number>;
    case VectorUnit::v3:
      return v3::walk_strip<Scalar, Number>;
    case VectorUnit::plain:
      break;
  }
#endif
  return plain::walk_strip<Scalar, Number>;
}

/// Rows of a strip with its padding. Where a register has 8 doubles, 12 of them are three halves
/// of one, which take longer than two whole ones.
template <class Scalar>
Index padded_rows(Index rows) {
  constexpr Index half = per_lane<Scalar>;
  const bool of_halves = widest_vector_unit() == VectorUnit::v4 && rows > 2 * half;
  return of_halves ? 4 * half : padded<Scalar>(rows);
}

/// norms[i] += |column i|^2 of a strip.
template <class Scalar>
[[gnu::always_inline]] inline void add_norms(const Scalar* strip, Index width, double* norms,
                                             Index count) {
  for (Index i = 0; i < count; ++i, strip += width) {
    double sums[4] = {};
    for (Index t = 0; t < width; t += 4) {
      for (Index l = 0; l < 4; ++l) {
        sums[l] += static_cast<double>(strip[t + l]) * static_cast<double>(strip[t + l]);
      }
    }
    norms[i] += (sums[0] + sums[2]) + (sums[1] + sums[3]);
  }
}

MAHALA_WIDEST_VECTORS
void add_squared_norms(const double* strip, Index width, double* norms, Index count) {
  add_norms(strip, width, norms, count);
}
MAHALA_WIDEST_VECTORS
void add_squared_norms(const float* strip, Index width, double* norms, Index count) {
  add_norms(strip, width, norms, count);
}

template <class Scalar>
[[gnu::always_inline]] inline void scale(Scalar* strip, Index width, const double* factors,
                                         Index count) {
  for (Index i = 0; i < count; ++i, strip += width) {
    for (Index t = 0; t < width; t += 4) {
      for (Index l = 0; l < 4; ++l) strip[t + l] = static_cast<Scalar>(strip[t + l] * factors[i]);
    }
  }
}

MAHALA_WIDEST_VECTORS
void multiply_columns(double* strip, Index width, const double* factors, Index count) {
  scale(strip, width, factors, count);
}
MAHALA_WIDEST_VECTORS
void multiply_columns(float* strip, Index width, const double* factors, Index count) {
  scale(strip, width, factors, count);
}

/// sum += part, columns of which are `wide` and `width` numbers long.
MAHALA_WIDEST_VECTORS
void add_columns(const float* part, Index wide, double* sum, Index width, Index count) {
  for (Index i = 0; i < count; ++i, part += wide, sum += width) {
    for (Index t = 0; t < width; t += 4) {
      for (Index l = 0; l < 4; ++l) sum[t + l] += static_cast<double>(part[t + l]);
    }
  }
}

template <class Scalar, class Number>
void walk(const PaddedMatrix<Scalar>& strip, const Number* x, const Walk& way, Index columns,
          PaddedMatrix<Scalar>& out) {
  static const auto chosen = widest_walk<Scalar, Number>();
  chosen(strip.stride(), strip.data(), x, way, columns, out.data());
}

template <class Scalar, class View>
void project(const BasicStrips<Scalar>& a, const View& x, BasicStrips<Scalar>& out) {
  eigen_assert(x.rows() == a.cols() && x.cols() <= out.cols());
  const Walk features{.steps = x.rows(), .along = 1, .across = x.outerStride(), .add = false};
  for (std::size_t k = 0; k < a.strips().size(); ++k) {
    walk(a.strips()[k], x.data(), features, x.cols(), out.strips()[k]);
  }
}

template <class Scalar, class View>
void back_project(const BasicStrips<Scalar>& c, const View& x, bool add, BasicStrips<Scalar>& out) {
  eigen_assert(x.cols() <= c.cols() && x.rows() == out.cols());
  const Walk samples{.steps = x.cols(), .along = x.outerStride(), .across = 1, .add = add};
  for (std::size_t k = 0; k < c.strips().size(); ++k) {
    walk(c.strips()[k], x.data(), samples, x.rows(), out.strips()[k]);
  }
}

}  // namespace

template <class Scalar>
BasicStrips<Scalar>::BasicStrips(Index rows, Index cols) : rows_(rows), cols_(cols) {
  for (Index begin = 0; begin < rows; begin += widest) {
    strips_.emplace_back(padded_rows<Scalar>(std::min(widest, rows - begin)), cols);
  }
}

template <class Scalar>
void BasicStrips<Scalar>::set_zero() {
  for (auto& strip : strips_) std::fill_n(strip.data(), strip.stride() * strip.cols(), Scalar{0});
}

template <class Scalar>
void BasicStrips<Scalar>::resize(Index rows, Index cols) {
  if (rows != rows_ || cols != cols_) *this = BasicStrips(rows, cols);
}

template <class Scalar>
void BasicStrips<Scalar>::assign(const MatrixView& m) {
  eigen_assert(m.rows() == rows_ && m.cols() <= cols());
  for (Index begin = 0; begin < rows_; begin += widest) {
    const Index count = std::min(widest, rows_ - begin);
    strips_[static_cast<std::size_t>(begin / widest)].view().topLeftCorner(count, m.cols()) =
        m.middleRows(begin, count).template cast<Scalar>();
  }
}

template <class Scalar>
void BasicStrips<Scalar>::assign_transposed(const MatrixView& m) {
  eigen_assert(m.cols() == rows_ && m.rows() == cols());
  for (Index begin = 0; begin < rows_; begin += widest) {
    const Index count = std::min(widest, rows_ - begin);
    strips_[static_cast<std::size_t>(begin / widest)].view().topRows(count) =
        m.middleCols(begin, count).transpose().template cast<Scalar>();
  }
}

template <class Scalar>
void BasicStrips<Scalar>::copy_to(Eigen::Ref<Matrix> out) const {
  for (Index begin = 0; begin < rows_; begin += widest) {
    const Index count = std::min(widest, rows_ - begin);
    out.middleRows(begin, count) = strips_[static_cast<std::size_t>(begin / widest)]
                                       .view()
                                       .topLeftCorner(count, out.cols())
                                       .template cast<double>();
  }
}

template <class Scalar>
void BasicStrips<Scalar>::add_transposed_to(double factor, Eigen::Ref<Matrix> out) const {
  for (Index begin = 0; begin < rows_; begin += widest) {
    const Index count = std::min(widest, rows_ - begin);
    out.middleCols(begin, count) += factor * strips_[static_cast<std::size_t>(begin / widest)]
                                                 .view()
                                                 .topRows(count)
                                                 .transpose()
                                                 .template cast<double>();
  }
}

template <class Scalar>
void BasicStrips<Scalar>::squared_norms(std::span<double> norms) const {
  std::fill(norms.begin(), norms.end(), 0.0);
  for (const auto& strip : strips_) {
    add_squared_norms(strip.data(), strip.stride(), norms.data(), std::ssize(norms));
  }
}

template <class Scalar>
void BasicStrips<Scalar>::scale_columns(std::span<const double> factors) {
  for (auto& strip : strips_) {
    multiply_columns(strip.data(), strip.stride(), factors.data(), std::ssize(factors));
  }
}

template class BasicStrips<double>;
template class BasicStrips<float>;

void multiply(const Strips& a, const MatrixView& x, Strips& out) { project(a, x, out); }
void multiply(const Strips& a, const MatrixViewF& x, Strips& out) { project(a, x, out); }
void multiply(const Strips& a, const MatrixViewH& x, Strips& out) { project(a, x, out); }
void multiply(const StripsF& a, const MatrixViewF& x, StripsF& out) { project(a, x, out); }
void multiply(const StripsF& a, const MatrixViewH& x, StripsF& out) { project(a, x, out); }

void add_transposed_product(const Strips& c, const MatrixView& x, Strips& out) {
  back_project(c, x, true, out);
}
void add_transposed_product(const Strips& c, const MatrixViewF& x, Strips& out) {
  back_project(c, x, true, out);
}
void add_transposed_product(const Strips& c, const MatrixViewH& x, Strips& out) {
  back_project(c, x, true, out);
}

void transposed_product(const StripsF& c, const MatrixViewF& x, StripsF& out) {
  back_project(c, x, false, out);
}
void transposed_product(const StripsF& c, const MatrixViewH& x, StripsF& out) {
  back_project(c, x, false, out);
}

void add(const StripsF& part, Strips& sum) {
  for (std::size_t k = 0; k < part.strips().size(); ++k) {
    const PaddedMatrix<float>& from = part.strips()[k];
    Panel& to = sum.strips()[k];
    add_columns(from.data(), from.stride(), to.data(), to.stride(), to.cols());
  }
}

double squared_distance(const StripsF& a, const Strips& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.strips().size(); ++k) {
    const auto wide = a.strips()[k].view();
    const auto narrow = b.strips()[k].view();
    sum += (wide.topRows(narrow.rows()).template cast<double>() - narrow).squaredNorm();
  }
  return sum;
}

}  // namespace mahala
