/// @file
/// Internal: the inner loops of PairGraph as plain functions over plain arrays, so that
/// each is compiled for every vector unit (core/vector_units.hpp).
#pragma once

#include <cstdint>

#include "mahala/core/types.hpp"

namespace mahala::kernels {

/// The pairs of a graph as arrays; see PairGraph for their meaning.
struct PairArrays {
  const std::int32_t *i, *j;
  const double *target, *weight;
  const float *lowest, *highest;
};

/// At most this many steps are tried at once.
constexpr Index most_steps = 8;

/// a, b, c of pairs begin .. end-1; z and q have `stride` (a multiple of 4) entries a column.
void pair_rays(const PairArrays& pairs, Index begin, Index end, const double* z, const double* q,
               Index stride, double* a, double* b, double* c);

/// Adds weight e(s_t)^2 of pairs begin .. end-1 to sums[t] for most_steps steps.
void pair_costs(const PairArrays& pairs, Index begin, Index end, const double* a, const double* b,
                const double* c, const double* steps, double* sums);

/// Sum of weight e^2 of pairs begin .. end-1 at z.
double pair_cost(const PairArrays& pairs, Index begin, Index end, const double* z, Index stride);

/// out_i = scale * sum over the incidences of sample i of weight e (y_i - y_other), with
/// e the residual at z. `incidences` holds (other, pair) couples.
void node_laplacian(const PairArrays& pairs, Index node, const std::int32_t* incidences,
                    Index count, const double* z, Index stride, const double* y, Index y_stride,
                    double scale, double* out);

}  // namespace mahala::kernels
