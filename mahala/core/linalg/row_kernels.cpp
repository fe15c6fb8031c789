#include "mahala/core/linalg/row_kernels.hpp"

#include <algorithm>

#include "mahala/core/linalg/lane.hpp"
#include "mahala/core/linalg/vector_units.hpp"

namespace mahala {
namespace {

constexpr Index ahead = 8;  ///< rows fetched before they are needed
constexpr Index bytes_per_line = 64;
constexpr Index most_lines = 4;    ///< of a row; the processor guesses the rest
constexpr int most_registers = 8;  ///< lanes of a sum that stay in registers

// Templates cannot be compiled once per vector unit; inlined into functions that are, they can.
#define MAHALA_INLINED [[gnu::always_inline]] inline

template <class Scalar>
MAHALA_INLINED const Lane<Scalar>* lanes(const Scalar* numbers) {
  return reinterpret_cast<const Lane<Scalar>*>(numbers);
}
template <class Scalar>
MAHALA_INLINED Lane<Scalar>* lanes(Scalar* numbers) {
  return reinterpret_cast<Lane<Scalar>*>(numbers);
}

/// Fetches row k of x, if there is one.
template <class Scalar>
MAHALA_INLINED void fetch(const Scalar* rows, Index stride, const SparseView& x, Index k) {
  if (k >= x.count()) return;
  const Index bytes = stride * static_cast<Index>(sizeof(Scalar));
  const char* row = reinterpret_cast<const char*>(rows) + x.at[static_cast<std::size_t>(k)] * bytes;
  for (Index s = 0; s < std::min(bytes, most_lines * bytes_per_line); s += bytes_per_line) {
    __builtin_prefetch(row + s, 1, 3);
  }
}

/// The sum of rows of n lanes, in registers.
template <int n, class Scalar>
MAHALA_INLINED void gather_few(const Scalar* rows, const SparseView& x, Scalar* out) {
  constexpr Index stride = n * per_lane<Scalar>;
  const Index* at = x.at.data();
  const double* value = x.value.data();
  const Index count = x.count();
  for (Index k = 0; k < ahead; ++k) fetch(rows, stride, x, k);
  Lane<Scalar> even[n] = {}, odd[n] = {};  // two sums, for the latency of an addition
  Index k = 0;
  for (; k + 1 < count; k += 2) {
    fetch(rows, stride, x, k + ahead);
    fetch(rows, stride, x, k + 1 + ahead);
    const auto *p = lanes(rows + at[k] * stride), *q = lanes(rows + at[k + 1] * stride);
    const auto a = static_cast<Scalar>(value[k]), b = static_cast<Scalar>(value[k + 1]);
    for (int i = 0; i < n; ++i) even[i] += p[i] * a;
    for (int i = 0; i < n; ++i) odd[i] += q[i] * b;
  }
  if (k < count) {
    const auto* p = lanes(rows + at[k] * stride);
    for (int i = 0; i < n; ++i) even[i] += p[i] * static_cast<Scalar>(value[k]);
  }
  for (int i = 0; i < n; ++i) lanes(out)[i] = even[i] + odd[i];
}

/// The sum of longer rows, four at a time.
template <class Scalar>
MAHALA_INLINED void gather_many(const Scalar* rows, Index stride, const SparseView& x,
                                Scalar* out) {
  const Index* at = x.at.data();
  const double* value = x.value.data();
  const Index count = x.count(), n = stride / per_lane<Scalar>;
  for (Index k = 0; k < ahead; ++k) fetch(rows, stride, x, k);
  Lane<Scalar>* sum = lanes(out);
  for (Index i = 0; i < n; ++i) sum[i] = Lane<Scalar>{};
  Index k = 0;
  for (; k + 4 <= count; k += 4) {
    for (Index j = k; j < k + 4; ++j) fetch(rows, stride, x, j + ahead);
    const auto *p = lanes(rows + at[k] * stride), *q = lanes(rows + at[k + 1] * stride);
    const auto *r = lanes(rows + at[k + 2] * stride), *s = lanes(rows + at[k + 3] * stride);
    const auto a = static_cast<Scalar>(value[k]), b = static_cast<Scalar>(value[k + 1]);
    const auto c = static_cast<Scalar>(value[k + 2]), d = static_cast<Scalar>(value[k + 3]);
    for (Index i = 0; i < n; ++i) sum[i] += (p[i] * a + q[i] * b) + (r[i] * c + s[i] * d);
  }
  for (; k < count; ++k) {
    const auto* p = lanes(rows + at[k] * stride);
    const auto a = static_cast<Scalar>(value[k]);
    for (Index i = 0; i < n; ++i) sum[i] += p[i] * a;
  }
}

template <int n, class Scalar>
MAHALA_INLINED void scatter_few(Scalar* rows, const SparseView& x, const Scalar* w) {
  Lane<Scalar> kept[n];
  for (int i = 0; i < n; ++i) kept[i] = lanes(w)[i];
  for (std::size_t k = 0; k < x.at.size(); ++k) {
    auto* row = lanes(rows + x.at[k] * n * per_lane<Scalar>);
    const auto value = static_cast<Scalar>(x.value[k]);
    for (int i = 0; i < n; ++i) row[i] += kept[i] * value;
  }
}

template <class Scalar>
MAHALA_INLINED void scatter_many(Scalar* rows, Index stride, const SparseView& x, const Scalar* w) {
  for (std::size_t k = 0; k < x.at.size(); ++k) {
    auto* row = lanes(rows + x.at[k] * stride);
    const auto value = static_cast<Scalar>(x.value[k]);
    for (Index i = 0; i < stride / per_lane<Scalar>; ++i) row[i] += lanes(w)[i] * value;
  }
}

/// Calls few(integral_constant n) if there are n <= most_registers lanes, many() otherwise.
template <int n = 1, class Few, class Many>
MAHALA_INLINED void by_width(Index lane_count, const Few& few, const Many& many) {
  if constexpr (n > most_registers) {
    many();
  } else if (lane_count == n) {
    few(std::integral_constant<int, n>());
  } else {
    by_width<n + 1>(lane_count, few, many);
  }
}

template <class Scalar>
MAHALA_INLINED void gather(const Scalar* rows, Index stride, const SparseView& x, Scalar* out) {
  by_width(
      stride / per_lane<Scalar>,
      [&](auto n) __attribute__((always_inline)) { gather_few<decltype(n)::value>(rows, x, out); },
      [&]() __attribute__((always_inline)) { gather_many(rows, stride, x, out); });
}

template <class Scalar>
MAHALA_INLINED void scatter(Scalar* rows, Index stride, const SparseView& x, const Scalar* w) {
  by_width(
      stride / per_lane<Scalar>,
      [&](auto n) __attribute__((always_inline)) { scatter_few<decltype(n)::value>(rows, x, w); },
      [&]() __attribute__((always_inline)) { scatter_many(rows, stride, x, w); });
}

template <class Scalar>
MAHALA_INLINED void multiply_lanes(const Scalar* rows, Index stride, Index count, const Scalar* w,
                                   double* out) {
  const Index n = stride / per_lane<Scalar>;
  for (Index r = 0; r < count; ++r) {
    const auto* row = lanes(rows + r * stride);
    Lane<Scalar> sum = {};
    for (Index i = 0; i < n; ++i) sum += row[i] * lanes(w)[i];
    Scalar total = 0;
    for (int i = 0; i < per_lane<Scalar>; ++i) total += sum[i];
    out[r] = static_cast<double>(total);
  }
}

}  // namespace

MAHALA_WIDEST_VECTORS
void gather_rows(const double* rows, Index stride, const SparseView& x, double* out) {
  gather(rows, stride, x, out);
}

MAHALA_WIDEST_VECTORS
void gather_rows(const float* rows, Index stride, const SparseView& x, float* out) {
  gather(rows, stride, x, out);
}

MAHALA_WIDEST_VECTORS
void scatter_rows(double* rows, Index stride, const SparseView& x, const double* w) {
  scatter(rows, stride, x, w);
}

MAHALA_WIDEST_VECTORS
void scatter_rows(float* rows, Index stride, const SparseView& x, const float* w) {
  scatter(rows, stride, x, w);
}

MAHALA_WIDEST_VECTORS
void multiply_rows(const double* rows, Index stride, Index count, const double* w, double* out) {
  multiply_lanes(rows, stride, count, w, out);
}

MAHALA_WIDEST_VECTORS
void multiply_rows(const float* rows, Index stride, Index count, const float* w, double* out) {
  multiply_lanes(rows, stride, count, w, out);
}

}  // namespace mahala
