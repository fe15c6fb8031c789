#include "mahala/core/linalg/padded_matrix.hpp"

#include <algorithm>
#include <new>

#include "mahala/core/linalg/pages.hpp"
#include "mahala/core/linalg/vector_units.hpp"

namespace mahala {
namespace {

constexpr std::size_t cache_line = 64;

/// Memory at a multiple of a cache line; of a huge page, which the kernel may refuse, where there
/// is enough of it.
void* allocate(std::size_t bytes) {
  const std::size_t alignment = bytes < huge_page ? cache_line : huge_page;
  const std::size_t whole = (bytes + cache_line - 1) / cache_line * cache_line;
  void* memory = nullptr;
  if (posix_memalign(&memory, alignment, std::max(whole, cache_line)) != 0) throw std::bad_alloc();
  prefer_huge_pages(memory, whole);
  return memory;
}

using Column = Lane<double>*;
using ConstColumn = const Lane<double>*;

ConstColumn lanes(const double* p) { return reinterpret_cast<ConstColumn>(p); }
Column lanes(double* p) { return reinterpret_cast<Column>(p); }

/// out += m x for one x.
MAHALA_WIDEST_VECTORS
void add_image(const double* m, Index stride, Index cols, const double* x, double* out) {
  const Index n = stride / per_lane<double>;
  Column o = lanes(out);
  Index j = 0;
  for (; j + 4 <= cols; j += 4) {
    const ConstColumn a = lanes(m + j * stride), b = a + n, c = b + n, d = c + n;
    const double xa = x[j], xb = x[j + 1], xc = x[j + 2], xd = x[j + 3];
    for (Index i = 0; i < n; ++i) o[i] += (a[i] * xa + b[i] * xb) + (c[i] * xc + d[i] * xd);
  }
  for (; j < cols; ++j) {
    const ConstColumn a = lanes(m + j * stride);
    for (Index i = 0; i < n; ++i) o[i] += a[i] * x[j];
  }
}

/// mx += m x and mty = m^T y.
MAHALA_WIDEST_VECTORS
void add_both_images(const double* m, Index stride, Index cols, const double* x, const double* y,
                     double* mx, double* mty) {
  const Index n = stride / per_lane<double>;
  const ConstColumn ys = lanes(y);
  Column o = lanes(mx);
  for (Index j = 0; j < cols; ++j) {
    const ConstColumn a = lanes(m + j * stride);
    Lane<double> sum = {};
    for (Index i = 0; i < n; ++i) {
      o[i] += a[i] * x[j];
      sum += a[i] * ys[i];
    }
    mty[j] = (sum[0] + sum[1]) + (sum[2] + sum[3]);
  }
}

/// m += x y^T for one pair of vectors, and for two.
MAHALA_WIDEST_VECTORS
void add_outer(double* m, Index stride, Index cols, const double* x, const double* y) {
  const Index n = stride / per_lane<double>;
  const ConstColumn xs = lanes(x);
  for (Index j = 0; j < cols; ++j) {
    Column a = lanes(m + j * stride);
    for (Index i = 0; i < n; ++i) a[i] += xs[i] * y[j];
  }
}

MAHALA_WIDEST_VECTORS
void add_two_outers(double* m, Index stride, Index cols, const double* x0, const double* y0,
                    const double* x1, const double* y1) {
  const Index n = stride / per_lane<double>;
  const ConstColumn p = lanes(x0), q = lanes(x1);
  for (Index j = 0; j < cols; ++j) {
    Column a = lanes(m + j * stride);
    for (Index i = 0; i < n; ++i) a[i] += p[i] * y0[j] + q[i] * y1[j];
  }
}

}  // namespace

template <class Scalar>
PaddedMatrix<Scalar>::PaddedMatrix(Index rows, Index cols) : rows_(rows), cols_(cols) {
  const auto count = static_cast<std::size_t>(stride() * cols);
  data_.reset(static_cast<Scalar*>(allocate(count * sizeof(Scalar))));
  std::fill_n(data_.get(), count, Scalar{0});
}

template <class Scalar>
PaddedMatrix<Scalar>::PaddedMatrix(const PaddedMatrix& other)
    : PaddedMatrix(other.rows_, other.cols_) {
  std::copy_n(other.data(), stride() * cols_, data());
}

template <class Scalar>
PaddedMatrix<Scalar>& PaddedMatrix<Scalar>::operator=(const PaddedMatrix& other) {
  if (this == &other) return *this;
  resize(other.rows_, other.cols_);
  std::copy_n(other.data(), stride() * cols_, data());
  return *this;
}

template <class Scalar>
void PaddedMatrix<Scalar>::resize(Index rows, Index cols) {
  if (rows != rows_ || cols != cols_) *this = PaddedMatrix(rows, cols);
}

template class PaddedMatrix<double>;
template class PaddedMatrix<float>;

void multiply(const Panel& m, const Panel& x, Index from, Panel& out, Index to) {
  std::fill_n(out.col(to), out.stride(), 0.0);
  add_image(m.data(), m.stride(), m.cols(), x.col(from), out.col(to));
}

void multiply_both(const Panel& m, const double* x, const double* y, double* mx, double* mty) {
  std::fill_n(mx, m.stride(), 0.0);
  add_both_images(m.data(), m.stride(), m.cols(), x, y, mx, mty);
}

void add_product(Panel& m, const Panel& x, const Panel& y) {
  Index l = 0;
  for (; l + 2 <= x.cols(); l += 2) {
    add_two_outers(m.data(), m.stride(), m.cols(), x.col(l), y.col(l), x.col(l + 1), y.col(l + 1));
  }
  if (l < x.cols()) add_outer(m.data(), m.stride(), m.cols(), x.col(l), y.col(l));
}

}  // namespace mahala
