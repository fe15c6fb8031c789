#include "mahala/optimize/regression/pair_kernels.hpp"

#include <algorithm>

#include "mahala/core/linalg/vector_units.hpp"

namespace mahala::kernels {
namespace {

/// Spread over the lanes of a register so that sums of products vectorise without the
/// compiler having to reorder them; lanes are added in a fixed order at the end.
struct Lanes {
  double x[4] = {0, 0, 0, 0};
  double sum() const { return (x[0] + x[2]) + (x[1] + x[3]); }
};

inline double squared_distance(const double* zi, const double* zj, Index stride) {
  Lanes squared;
  for (Index t = 0; t < stride; t += 4) {
    for (Index l = 0; l < 4; ++l) {
      const double dz = zi[t + l] - zj[t + l];
      squared.x[l] += dz * dz;
    }
  }
  return squared.sum();
}

inline double gate(double e, double lowest, double highest) {
  return std::min(std::max(e, lowest), highest);
}

/// Loops of a loss. They are inlined into functions of their own for each, since only those that
/// are no templates are compiled for every vector unit (core/linalg/vector_units.hpp).
template <ResidualLoss L>
[[gnu::always_inline]] inline void costs_of(const L& loss, const PairArrays& pairs, Index begin,
                                            Index end, const double* a, const double* b,
                                            const double* c, const double* steps, double* sums) {
  double total[most_steps] = {};
  for (Index k = begin; k < end; ++k) {
    const double rest = a[k] - pairs.target[k];
    for (Index t = 0; t < most_steps; ++t) {
      const double e =
          gate(rest + steps[t] * (steps[t] * c[k] - 2 * b[k]), pairs.lowest[k], pairs.highest[k]);
      total[t] += loss.twice(pairs.weight[k], e);
    }
  }
  for (Index t = 0; t < most_steps; ++t) sums[t] += total[t];
}

template <ResidualLoss L>
[[gnu::always_inline]] inline void curve_of(const L& loss, const PairArrays& pairs, Index begin,
                                            Index end, const double* a, const double* b,
                                            const double* c, double s, double* sums) {
  double value = 0, slope = 0, bend = 0;
  for (Index k = begin; k < end; ++k) {
    const double e = a[k] - pairs.target[k] + s * (s * c[k] - 2 * b[k]);
    const bool counts = e > pairs.lowest[k] && e < pairs.highest[k];
    const double w = counts ? pairs.weight[k] : 0;
    const double rate = 2 * (s * c[k] - b[k]);
    value += loss.twice(w, e);
    slope += 2 * w * loss.slope(e) * rate;
    bend += 2 * w * (loss.bend(e) * rate * rate + 2 * loss.slope(e) * c[k]);
  }
  sums[0] += value;
  sums[1] += slope;
  sums[2] += bend;
}

template <ResidualLoss L>
[[gnu::always_inline]] inline void node_curvature_of(const L& loss, const PairArrays& pairs,
                                                     Index node, const std::int32_t* incidences,
                                                     Index count, const double* z, const double* v,
                                                     Index stride, double bend, double scale,
                                                     double* out) {
  const double* zi = z + node * stride;
  const double* vi = v + node * stride;
  for (Index t = 0; t < stride; ++t) out[t] = 0;
  for (Index n = 0; n < count; ++n) {
    const double* zo = z + incidences[2 * n] * stride;
    const double* vo = v + incidences[2 * n] * stride;
    const Index k = incidences[2 * n + 1];
    Lanes squared, product;
    for (Index t = 0; t < stride; t += 4) {
      for (Index l = 0; l < 4; ++l) {
        const double dz = zi[t + l] - zo[t + l];
        squared.x[l] += dz * dz;
        product.x[l] += dz * (vi[t + l] - vo[t + l]);
      }
    }
    const double e = squared.sum() - pairs.target[k];
    if (e <= pairs.lowest[k] || e >= pairs.highest[k]) continue;
    const double w = scale * pairs.weight[k];
    const double of_z = 2 * w * (loss.bend(e) * product.sum()), of_v = bend * w * loss.slope(e);
    for (Index t = 0; t < stride; ++t) {
      out[t] += of_z * (zi[t] - zo[t]) + of_v * (vi[t] - vo[t]);
    }
  }
}

template <ResidualLoss L>
[[gnu::always_inline]] inline double cost_of(const L& loss, const PairArrays& pairs, Index begin,
                                             Index end, const double* z, Index stride) {
  double total = 0;
  for (Index k = begin; k < end; ++k) {
    const double yhat = squared_distance(z + pairs.i[k] * stride, z + pairs.j[k] * stride, stride);
    const double e = gate(yhat - pairs.target[k], pairs.lowest[k], pairs.highest[k]);
    total += loss.twice(pairs.weight[k], e);
  }
  return total;
}

template <ResidualLoss L>
[[gnu::always_inline]] inline void node_laplacian_of(const L& loss, const PairArrays& pairs,
                                                     Index node, const std::int32_t* incidences,
                                                     Index count, const double* z, Index stride,
                                                     const double* y, Index y_stride, double scale,
                                                     double* out) {
  const double* zi = z + node * stride;
  const double* yi = y + node * y_stride;
  for (Index t = 0; t < y_stride; ++t) out[t] = 0;
  for (Index n = 0; n < count; ++n) {
    const double* zo = z + incidences[2 * n] * stride;
    const Index k = incidences[2 * n + 1];
    const double yhat = squared_distance(zi, zo, stride);
    const double e = gate(yhat - pairs.target[k], pairs.lowest[k], pairs.highest[k]);
    const double w = scale * pairs.weight[k] * loss.slope(e);
    if (w == 0) continue;
    const double* yo = y + incidences[2 * n] * y_stride;
    for (Index t = 0; t < y_stride; ++t) out[t] += w * (yi[t] - yo[t]);
  }
}

#define MAHALA_LOSS_KERNELS(L)                                                                   \
  MAHALA_WIDEST_VECTORS void widest_costs(const L& loss, const PairArrays& pairs, Index begin,   \
                                          Index end, const double* a, const double* b,           \
                                          const double* c, const double* steps, double* sums) {  \
    costs_of(loss, pairs, begin, end, a, b, c, steps, sums);                                     \
  }                                                                                              \
  MAHALA_WIDEST_VECTORS void widest_curve(const L& loss, const PairArrays& pairs, Index begin,   \
                                          Index end, const double* a, const double* b,           \
                                          const double* c, double s, double* sums) {             \
    curve_of(loss, pairs, begin, end, a, b, c, s, sums);                                         \
  }                                                                                              \
  MAHALA_WIDEST_VECTORS void widest_node_curvature(                                              \
      const L& loss, const PairArrays& pairs, Index node, const std::int32_t* incidences,        \
      Index count, const double* z, const double* v, Index stride, double bend, double scale,    \
      double* out) {                                                                             \
    node_curvature_of(loss, pairs, node, incidences, count, z, v, stride, bend, scale, out);     \
  }                                                                                              \
  MAHALA_WIDEST_VECTORS double widest_cost(const L& loss, const PairArrays& pairs, Index begin,  \
                                           Index end, const double* z, Index stride) {           \
    return cost_of(loss, pairs, begin, end, z, stride);                                          \
  }                                                                                              \
  MAHALA_WIDEST_VECTORS void widest_node_laplacian(                                              \
      const L& loss, const PairArrays& pairs, Index node, const std::int32_t* incidences,        \
      Index count, const double* z, Index stride, const double* y, Index y_stride, double scale, \
      double* out) {                                                                             \
    node_laplacian_of(loss, pairs, node, incidences, count, z, stride, y, y_stride, scale, out); \
  }

MAHALA_LOSS_KERNELS(SquaredLoss)
MAHALA_LOSS_KERNELS(HuberLoss)
MAHALA_LOSS_KERNELS(LogisticLoss)

#undef MAHALA_LOSS_KERNELS

}  // namespace

MAHALA_WIDEST_VECTORS
void pair_rays(const PairArrays& pairs, Index begin, Index end, const double* z, const double* q,
               Index stride, double* a, double* b, double* c) {
  for (Index k = begin; k < end; ++k) {
    const double* zi = z + pairs.i[k] * stride;
    const double* zj = z + pairs.j[k] * stride;
    const double* qi = q + pairs.i[k] * stride;
    const double* qj = q + pairs.j[k] * stride;
    Lanes aa, bb, cc;
    for (Index t = 0; t < stride; t += 4) {
      for (Index l = 0; l < 4; ++l) {
        const double dz = zi[t + l] - zj[t + l];
        const double dq = qi[t + l] - qj[t + l];
        aa.x[l] += dz * dz;
        bb.x[l] += dz * dq;
        cc.x[l] += dq * dq;
      }
    }
    a[k] = aa.sum();
    b[k] = bb.sum();
    c[k] = cc.sum();
  }
}

MAHALA_WIDEST_VECTORS
void pair_quartic(const PairArrays& pairs, Index begin, Index end, const double* a, const double* b,
                  const double* c, double* sums) {
  double q[5] = {};
  for (Index k = begin; k < end; ++k) {
    const double e = a[k] - pairs.target[k];
    const bool counts = e > pairs.lowest[k] && e < pairs.highest[k];
    const double w = counts ? pairs.weight[k] : 0;
    q[0] += w * e * e;
    q[1] -= w * 4 * e * b[k];
    q[2] += w * (4 * b[k] * b[k] + 2 * e * c[k]);
    q[3] -= w * 4 * b[k] * c[k];
    q[4] += w * c[k] * c[k];
  }
  for (int t = 0; t < 5; ++t) sums[t] += q[t];
}

template <ResidualLoss L>
void LossKernels<L>::costs(const L& loss, const PairArrays& pairs, Index begin, Index end,
                           const double* a, const double* b, const double* c, const double* steps,
                           double* sums) {
  widest_costs(loss, pairs, begin, end, a, b, c, steps, sums);
}

template <ResidualLoss L>
void LossKernels<L>::curve(const L& loss, const PairArrays& pairs, Index begin, Index end,
                           const double* a, const double* b, const double* c, double s,
                           double* sums) {
  widest_curve(loss, pairs, begin, end, a, b, c, s, sums);
}

template <ResidualLoss L>
void LossKernels<L>::node_curvature(const L& loss, const PairArrays& pairs, Index node,
                                    const std::int32_t* incidences, Index count, const double* z,
                                    const double* v, Index stride, double bend, double scale,
                                    double* out) {
  widest_node_curvature(loss, pairs, node, incidences, count, z, v, stride, bend, scale, out);
}

template <ResidualLoss L>
double LossKernels<L>::cost(const L& loss, const PairArrays& pairs, Index begin, Index end,
                            const double* z, Index stride) {
  return widest_cost(loss, pairs, begin, end, z, stride);
}

template <ResidualLoss L>
void LossKernels<L>::node_laplacian(const L& loss, const PairArrays& pairs, Index node,
                                    const std::int32_t* incidences, Index count, const double* z,
                                    Index stride, const double* y, Index y_stride, double scale,
                                    double* out) {
  widest_node_laplacian(loss, pairs, node, incidences, count, z, stride, y, y_stride, scale, out);
}

template struct LossKernels<SquaredLoss>;
template struct LossKernels<HuberLoss>;
template struct LossKernels<LogisticLoss>;

}  // namespace mahala::kernels
