/// @file
/// Internal: the inner loops of PairGraph over plain arrays, each compiled for every loss
/// (optimize/loss.hpp) and every vector unit (core/linalg/vector_units.hpp).
#pragma once

#include <cstdint>

#include "mahala/optimize/loss.hpp"

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

/// Adds to sums[t] the coefficient of s^t in the sum of weight e(s)^2 over those of the pairs
/// begin .. end-1 that count at s = 0.
void pair_quartic(const PairArrays& pairs, Index begin, Index end, const double* a, const double* b,
                  const double* c, double* sums);

/// The loops that know the loss phi; e is the gated residual of a pair.
template <ResidualLoss L>
struct LossKernels {
  /// Adds 2 weight phi(e(s_t)) of pairs begin .. end-1 to sums[t] for most_steps steps.
  static void costs(const L& loss, const PairArrays& pairs, Index begin, Index end, const double* a,
                    const double* b, const double* c, const double* steps, double* sums);

  /// Adds the sum of 2 weight phi(e(s)) over pairs begin .. end-1 and its first two derivatives to
  /// sums.
  static void curve(const L& loss, const PairArrays& pairs, Index begin, Index end, const double* a,
                    const double* b, const double* c, double s, double* sums);

  /// Sum of 2 weight phi(e) of pairs begin .. end-1 at z.
  static double cost(const L& loss, const PairArrays& pairs, Index begin, Index end,
                     const double* z, Index stride);

  /// out_i = scale * sum over the incidences of sample i of weight phi'(e) (y_i - y_other), with
  /// e the residual at z. `incidences` holds (other, pair) couples.
  static void node_laplacian(const L& loss, const PairArrays& pairs, Index node,
                             const std::int32_t* incidences, Index count, const double* z,
                             Index stride, const double* y, Index y_stride, double scale,
                             double* out);

  /// out_i = scale * sum over the incidences of sample i, those that count at z, of
  /// weight (2 phi''(e) <dz, dv> dz + bend phi'(e) dv), with dz = z_i - z_other and dv alike: the
  /// derivative of node_laplacian(z, z) along v for bend = 1, and its Gauss-Newton part for bend =
  /// 0.
  static void node_curvature(const L& loss, const PairArrays& pairs, Index node,
                             const std::int32_t* incidences, Index count, const double* z,
                             const double* v, Index stride, double bend, double scale, double* out);
};

}  // namespace mahala::kernels
