/// @file
/// Which input features a learned distance listens to.
///
/// Let s_j be the standard deviation of feature j, x -> P x the linear part of what follows
/// up to the distance. Changing feature j by s_j moves a sample by
///
///   t_j = s_j sqrt((P^T W P)_jj),      stretch_j = t_j / sqrt(mean_k t_k^2).
///
/// It has no unit, and is 1 for every feature in the plain distance on standardised ones.
/// Means are over the features that preparation keeps; others have stretch 0. Scaling samples to
/// unit length is not linear: features are taken as they are after it.
#pragma once

#include "mahala/model/model.hpp"

namespace mahala {

/// One number per feature of the raw samples `x`; all zero if no feature moves anything. None for
/// a model of a kernel, which listens to samples instead.
Vector stretch(const Model& model, const Samples& x);

}  // namespace mahala
