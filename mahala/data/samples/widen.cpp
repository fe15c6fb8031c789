#include "mahala/data/samples/widen.hpp"

#include "mahala/core/linalg/vector_units.hpp"

#ifdef MAHALA_VECTOR_UNITS
#include <immintrin.h>
#endif

namespace mahala {
namespace {

MAHALA_WIDEST_VECTORS
void widen_numbers(const float* from, Index count, double* to) {
  for (Index i = 0; i < count; ++i) to[i] = static_cast<double>(from[i]);
}

void widen_one_by_one(const Half* from, Index count, double* to) {
  for (Index i = 0; i < count; ++i) to[i] = static_cast<double>(from[i]);
}

#ifdef MAHALA_VECTOR_UNITS
[[gnu::target("arch=x86-64-v3")]] void widen_by_f16c(const Half* from, Index count, double* to) {
  constexpr Index lanes = 8;
  Index i = 0;
  for (; i + lanes <= count; i += lanes) {
    const __m256 x = _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from + i)));
    _mm256_storeu_pd(to + i, _mm256_cvtps_pd(_mm256_castps256_ps128(x)));
    _mm256_storeu_pd(to + i + lanes / 2, _mm256_cvtps_pd(_mm256_extractf128_ps(x, 1)));
  }
  widen_one_by_one(from + i, count - i, to + i);
}
#endif

void widen_numbers(const Half* from, Index count, double* to) {
#ifdef MAHALA_VECTOR_UNITS
  static const bool has_f16c = widest_vector_unit() != VectorUnit::plain;
  if (has_f16c) return widen_by_f16c(from, count, to);
#endif
  widen_one_by_one(from, count, to);
}

template <class From>
void widen_columns(const From& from, Eigen::Ref<Matrix>& to) {
  eigen_assert(from.rows() == to.rows() && from.cols() == to.cols());
  for (Index i = 0; i < from.cols(); ++i) {
    widen_numbers(from.col(i).data(), from.rows(), to.col(i).data());
  }
}

}  // namespace

void widen(const Eigen::Ref<const MatrixF>& from, Eigen::Ref<Matrix> to) {
  widen_columns(from, to);
}
void widen(const Eigen::Ref<const MatrixH>& from, Eigen::Ref<Matrix> to) {
  widen_columns(from, to);
}

}  // namespace mahala
