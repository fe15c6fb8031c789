/// @file
/// Full-rank metrics from bounds on squared distances, by descent on S+(d).
///
///   minimise   f(W) as psd-flat does (learn/riemannian/psd_flat.hpp) over positive definite W
///
/// spd-flat    W = G G^T, G d x d, in the flat geometry (geometry/psd_flat.hpp with r = d)
/// spd-affine  affine-invariant geometry: the updates of LogDet type (geometry/spd_affine.hpp)
/// spd-log     logarithmic coordinates: log-Euclidean, or von Neumann's exponentiated gradient
///             (geometry/spd_log.hpp)
///
/// Start       the identity, or the metric of a given model.
/// Cost        O(n d^2 + m d) an iteration, and O(d^3) for affine and log.
/// Objective   f; certificate: the gradient norm at the result.
///
/// Reference   Meyer, Bonnabel, Sepulchre, JMLR 12 (2011), section 5.
#pragma once

#include "mahala/geometry/spd_affine.hpp"
#include "mahala/geometry/spd_log.hpp"
#include "mahala/learn/learner.hpp"
#include "mahala/learn/riemannian/solver_options.hpp"

namespace mahala {

struct SpdFlatOptions {
  SolverOptions solver = {};
};

struct SpdAffineOptions {
  AffineRetraction retraction = AffineRetraction::exp;  ///< not `first`
  double margin = 0.1;  ///< first-clipped: how far from singular a step stays
  SolverOptions solver = {};
};

struct SpdLogOptions {
  LogMetric metric = LogMetric::log_euclidean;
  SolverOptions solver = {};
};

Options describe(SpdFlatOptions& options);
Options describe(SpdAffineOptions& options);
Options describe(SpdLogOptions& options);

Fit spd_flat(const Dataset& data, const Pairs& pairs, const SpdFlatOptions& options = {},
             const Run& run = {});
Fit spd_affine(const Dataset& data, const Pairs& pairs, const SpdAffineOptions& options = {},
               const Run& run = {});
Fit spd_log(const Dataset& data, const Pairs& pairs, const SpdLogOptions& options = {},
            const Run& run = {});

}  // namespace mahala
