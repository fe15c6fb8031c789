#include "mahala/optimize/logdet/logdet_kernels.hpp"

#include "mahala/core/linalg/vector_units.hpp"

namespace mahala::kernels {
namespace {

/// Spread over the lanes of a register: sums vectorise in an order that is fixed.
struct Sums {
  double x[lanes] = {};
  double sum() const { return ((x[0] + x[4]) + (x[2] + x[6])) + ((x[1] + x[5]) + (x[3] + x[7])); }
};

}  // namespace

MAHALA_WIDEST_VECTORS
void subtract(const double* __restrict x, const double* __restrict y, Index stride,
              double* __restrict out) {
  for (Index t = 0; t < stride; ++t) out[t] = x[t] - y[t];
}

MAHALA_WIDEST_VECTORS
double difference_product(const double* __restrict a, Index dim, Index stride,
                          const double* __restrict x, const double* __restrict y,
                          double* __restrict v, double* __restrict u) {
  for (Index t = 0; t < stride; ++t) {
    v[t] = x[t] - y[t];
    u[t] = 0;
  }
  Index j = 0;
  // Four columns at a time: u is read and written once for all of them.
  for (; j + 4 <= dim; j += 4) {
    const double *a0 = a + j * stride, *a1 = a0 + stride, *a2 = a1 + stride, *a3 = a2 + stride;
    const double v0 = v[j], v1 = v[j + 1], v2 = v[j + 2], v3 = v[j + 3];
    for (Index t = 0; t < stride; ++t) {
      u[t] += (a0[t] * v0 + a1[t] * v1) + (a2[t] * v2 + a3[t] * v3);
    }
  }
  for (; j < dim; ++j) {
    const double* aj = a + j * stride;
    for (Index t = 0; t < stride; ++t) u[t] += aj[t] * v[j];
  }
  Sums s;
  for (Index t = 0; t < stride; t += lanes) {
    for (Index l = 0; l < lanes; ++l) s.x[l] += u[t + l] * v[t + l];
  }
  return s.sum();
}

MAHALA_WIDEST_VECTORS
void add_outer(double* __restrict a, Index dim, Index stride, double beta,
               const double* __restrict u) {
  for (Index j = 0; j < dim; ++j) {
    double* aj = a + j * stride;
    const double scale = beta * u[j];
    for (Index t = 0; t < stride; ++t) aj[t] += scale * u[t];
  }
}

MAHALA_WIDEST_VECTORS
double squared_difference(const double* __restrict x, const double* __restrict y, Index stride) {
  Sums s;
  for (Index t = 0; t < stride; t += lanes) {
    for (Index l = 0; l < lanes; ++l) {
      const double d = x[t + l] - y[t + l];
      s.x[l] += d * d;
    }
  }
  return s.sum();
}

}  // namespace mahala::kernels
