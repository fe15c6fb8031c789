/// @file
/// How far apart two positive semidefinite matrices are, in the sense of each geometry.
///
/// A step of descent from W_t is, to first order in the step s, the minimiser of
///
///   D(W, W_t) / 2 + s loss(W)      for D = flat and polar closeness,
///   D(W, W_t) + s loss(W)          for the two divergences.
///
/// Reference   Meyer, Bonnabel, Sepulchre, JMLR 12 (2011), section 8.1.
/// Differs     the flat closeness is minimal over representatives and the polar one is aligned
///             and weighted by 1/lambda and 1/(1 - lambda) as its metric is: as printed neither
///             is a function of W.
#pragma once

#include "mahala/geometry/frame_and_core.hpp"

namespace mahala {

/// min over orthogonal O of |G - H O|^2 = |G|^2 + |H|^2 - 2 |H^T G|_*  (nuclear norm).
double flat_closeness(const Matrix& g, const Matrix& h);

/// The principal angles between the subspaces of two frames, ascending; accurate for small ones.
Vector principal_angles(const Matrix& u, const Matrix& v);

/// turning sum theta_i^2 + stretching |log(Bh^{-1/2} Bg Bh^{-1/2})|^2 of two points (U, B), the
/// representatives aligned along their principal vectors.
double polar_closeness(const FrameAndCore& g, const FrameAndCore& h, double turning,
                       double stretching);

/// |log(V^{-1/2} W V^{-1/2})|^2: the squared affine-invariant distance.
double affine_closeness(const Matrix& w, const Matrix& v);

/// tr(W V^{-1}) - log det(W V^{-1}) - d.
double logdet_divergence(const Matrix& w, const Matrix& v);

/// tr(W log W - W log V - W + V).
double von_neumann_divergence(const Matrix& w, const Matrix& v);

}  // namespace mahala
