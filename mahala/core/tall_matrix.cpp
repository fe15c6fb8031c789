#include "mahala/core/tall_matrix.hpp"

#include <sys/mman.h>

#include <cstdint>

#include "mahala/core/vector_units.hpp"

namespace mahala {
namespace {

constexpr Index ahead = 8;  ///< rows fetched before they are needed
constexpr Index doubles_per_line = 8;

Index stride_of(Index cols) { return (cols + 3) / 4 * 4; }

inline void fetch(const double* row, Index stride) {
  for (Index s = 0; s < stride; s += doubles_per_line) __builtin_prefetch(row + s, 1, 3);
}

MAHALA_WIDEST_VECTORS
void gather_rows(const double* rows, Index stride, const Index* at, const double* value,
                 Index count, double* out) {
  for (Index s = 0; s < stride; ++s) out[s] = 0;
  for (Index k = 0; k < std::min(count, ahead); ++k) fetch(rows + at[k] * stride, stride);
  for (Index k = 0; k < count; ++k) {
    if (k + ahead < count) fetch(rows + at[k + ahead] * stride, stride);
    const double* row = rows + at[k] * stride;
    for (Index s = 0; s < stride; ++s) out[s] += value[k] * row[s];
  }
}

MAHALA_WIDEST_VECTORS
void scatter_rows(double* rows, Index stride, const Index* at, const double* value, Index count,
                  const double* w) {
  for (Index k = 0; k < count; ++k) {
    double* row = rows + at[k] * stride;
    for (Index s = 0; s < stride; ++s) row[s] += value[k] * w[s];
  }
}

/// Asks the kernel for huge pages inside [data, data + bytes); it may refuse.
void prefer_huge_pages(double* data, std::size_t bytes) {
  constexpr std::uintptr_t huge = std::uintptr_t{1} << 21;
  const auto begin = (reinterpret_cast<std::uintptr_t>(data) + huge - 1) / huge * huge;
  const auto end = (reinterpret_cast<std::uintptr_t>(data) + bytes) / huge * huge;
  if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
}

constexpr Index most_stack_columns = 256;

}  // namespace

double SparseView::squared_norm() const {
  double sum = 0;
  for (const double v : value) sum += v * v;
  return sum;
}

double dot(const SparseView& x, const SparseView& y) {
  double sum = 0;
  std::size_t a = 0, b = 0;
  while (a < x.at.size() && b < y.at.size()) {
    if (x.at[a] < y.at[b]) {
      ++a;
    } else if (y.at[b] < x.at[a]) {
      ++b;
    } else {
      sum += x.value[a++] * y.value[b++];
    }
  }
  return sum;
}

void TallMatrix::allocate(Index rows, Index cols) {
  cols_ = cols;
  data_.resize(stride_of(cols), rows);
  // Before the first touch: pages are given out then.
  prefer_huge_pages(data_.data(), static_cast<std::size_t>(data_.size()) * sizeof(double));
}

TallMatrix::TallMatrix(const MatrixView& rows) {
  allocate(rows.rows(), rows.cols());
  data_.setZero();
  data_.topRows(cols_) = rows.transpose();
}

TallMatrix& TallMatrix::operator=(const TallMatrix& other) {
  if (this == &other) return *this;
  if (rows() != other.rows() || cols_ != other.cols_) allocate(other.rows(), other.cols_);
  data_ = other.data_;
  return *this;
}

void TallMatrix::gather(const SparseView& x, Eigen::Ref<Vector> out) const {
  double sums[most_stack_columns];
  Vector more(data_.rows() > most_stack_columns ? data_.rows() : 0);
  double* sum = more.size() > 0 ? more.data() : sums;
  gather_rows(data_.data(), data_.rows(), x.at.data(), x.value.data(), x.count(), sum);
  out = Eigen::Map<const Vector>(sum, cols_);
}

void TallMatrix::scatter(const SparseView& x, const Vector& w) {
  double padded[most_stack_columns] = {};
  Vector more = Vector::Zero(data_.rows() > most_stack_columns ? data_.rows() : 0);
  double* row = more.size() > 0 ? more.data() : padded;
  std::copy_n(w.data(), cols_, row);
  scatter_rows(data_.data(), data_.rows(), x.at.data(), x.value.data(), x.count(), row);
}

void TallMatrix::multiply(const Matrix& m) {
  constexpr Index block = 4096;
  for (Index begin = 0; begin < rows(); begin += block) {
    auto part = data_.block(0, begin, cols_, std::min(block, rows() - begin));
    part = (m.transpose() * part).eval();
  }
}

Matrix TallMatrix::gram() const { return data_.topRows(cols_) * data_.topRows(cols_).transpose(); }

Matrix TallMatrix::dense() const { return data_.topRows(cols_).transpose(); }

}  // namespace mahala
