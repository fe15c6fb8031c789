#include "mahala/core/row_kernels.hpp"

#include <algorithm>

#include "mahala/core/lane.hpp"
#include "mahala/core/vector_units.hpp"

namespace mahala {
namespace {

constexpr Index ahead = 8;  ///< rows fetched before they are needed
constexpr Index bytes_per_line = 64;

// Templates cannot be compiled once per vector unit; inlined into functions that are, they can.
#define MAHALA_INLINED [[gnu::always_inline]] inline

template <class Scalar>
MAHALA_INLINED void fetch(const Scalar* row, Index stride) {
  const char* bytes = reinterpret_cast<const char*>(row);
  const Index size = stride * static_cast<Index>(sizeof(Scalar));
  for (Index s = 0; s < size; s += bytes_per_line) __builtin_prefetch(bytes + s, 1, 3);
}

/// Lanes first .. first+n of the sum, kept in registers; rows are fetched where first is 0.
template <int n, class Scalar>
MAHALA_INLINED void gather_lanes(const Scalar* rows, Index stride, const SparseView& x, Index first,
                                 Scalar* out) {
  const Index* at = x.at.data();
  const double* value = x.value.data();
  const Index count = x.count(), width = n * per_lane<Scalar>, skip = first * per_lane<Scalar>;
  Lane<Scalar> even[n] = {}, odd[n] = {};  // two sums, for the latency of an addition
  for (Index k = 0; k < std::min(count, ahead); ++k) fetch(rows + at[k] * stride + skip, width);
  Index k = 0;
  for (; k + 1 < count; k += 2) {
    if (k + 1 + ahead < count) {
      fetch(rows + at[k + ahead] * stride + skip, width);
      fetch(rows + at[k + 1 + ahead] * stride + skip, width);
    }
    const auto* p = reinterpret_cast<const Lane<Scalar>*>(rows + at[k] * stride + skip);
    const auto* q = reinterpret_cast<const Lane<Scalar>*>(rows + at[k + 1] * stride + skip);
    const auto a = static_cast<Scalar>(value[k]), b = static_cast<Scalar>(value[k + 1]);
    for (int i = 0; i < n; ++i) even[i] += p[i] * a;
    for (int i = 0; i < n; ++i) odd[i] += q[i] * b;
  }
  if (k < count) {
    const auto* p = reinterpret_cast<const Lane<Scalar>*>(rows + at[k] * stride + skip);
    for (int i = 0; i < n; ++i) even[i] += p[i] * static_cast<Scalar>(value[k]);
  }
  auto* o = reinterpret_cast<Lane<Scalar>*>(out + skip);
  for (int i = 0; i < n; ++i) o[i] = even[i] + odd[i];
}

template <int n, class Scalar>
MAHALA_INLINED void scatter_lanes(Scalar* rows, Index stride, const SparseView& x, Index first,
                                  const Scalar* w) {
  const Index skip = first * per_lane<Scalar>;
  Lane<Scalar> kept[n];
  for (int i = 0; i < n; ++i) kept[i] = reinterpret_cast<const Lane<Scalar>*>(w + skip)[i];
  for (std::size_t k = 0; k < x.at.size(); ++k) {
    auto* row = reinterpret_cast<Lane<Scalar>*>(rows + x.at[k] * stride + skip);
    const auto value = static_cast<Scalar>(x.value[k]);
    for (int i = 0; i < n; ++i) row[i] += kept[i] * value;
  }
}

/// Calls work(first, integral_constant n) so that the parts of at most 8 lanes cover `lanes`.
template <class Work>
MAHALA_INLINED void in_parts(Index lanes, const Work& work) {
  Index first = 0;
  for (; first + 8 <= lanes; first += 8) work(first, std::integral_constant<int, 8>());
  switch (lanes - first) {
    case 1:
      return work(first, std::integral_constant<int, 1>());
    case 2:
      return work(first, std::integral_constant<int, 2>());
    case 3:
      return work(first, std::integral_constant<int, 3>());
    case 4:
      return work(first, std::integral_constant<int, 4>());
    case 5:
      return work(first, std::integral_constant<int, 5>());
    case 6:
      return work(first, std::integral_constant<int, 6>());
    case 7:
      return work(first, std::integral_constant<int, 7>());
    default:
      return;
  }
}

template <class Scalar>
MAHALA_INLINED void multiply_lanes(const Scalar* rows, Index stride, Index count, const Scalar* w,
                                   double* out) {
  const Index n = stride / per_lane<Scalar>;
  const auto* ws = reinterpret_cast<const Lane<Scalar>*>(w);
  for (Index r = 0; r < count; ++r) {
    const auto* row = reinterpret_cast<const Lane<Scalar>*>(rows + r * stride);
    Lane<Scalar> sum = {};
    for (Index i = 0; i < n; ++i) sum += row[i] * ws[i];
    Scalar total = 0;
    for (int i = 0; i < per_lane<Scalar>; ++i) total += sum[i];
    out[r] = static_cast<double>(total);
  }
}

}  // namespace

MAHALA_WIDEST_VECTORS
void gather_rows(const double* rows, Index stride, const SparseView& x, double* out) {
  in_parts(stride / per_lane<double>, [&](Index first, auto n) __attribute__((always_inline)) {
    gather_lanes<decltype(n)::value>(rows, stride, x, first, out);
  });
}

MAHALA_WIDEST_VECTORS
void gather_rows(const float* rows, Index stride, const SparseView& x, float* out) {
  in_parts(stride / per_lane<float>, [&](Index first, auto n) __attribute__((always_inline)) {
    gather_lanes<decltype(n)::value>(rows, stride, x, first, out);
  });
}

MAHALA_WIDEST_VECTORS
void scatter_rows(double* rows, Index stride, const SparseView& x, const double* w) {
  in_parts(stride / per_lane<double>, [&](Index first, auto n) __attribute__((always_inline)) {
    scatter_lanes<decltype(n)::value>(rows, stride, x, first, w);
  });
}

MAHALA_WIDEST_VECTORS
void scatter_rows(float* rows, Index stride, const SparseView& x, const float* w) {
  in_parts(stride / per_lane<float>, [&](Index first, auto n) __attribute__((always_inline)) {
    scatter_lanes<decltype(n)::value>(rows, stride, x, first, w);
  });
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
