/// @file
/// What the learners that place their own samples, and no others, have in
/// common: W = G G^T over n objects, object i being the unit vector e_i, so
/// that pairs of objects are pairs of samples of X = I.
#pragma once

#include "mahala/learn/learner.hpp"

namespace mahala {

/// n unit vectors, sparse: a projection costs n r.
Samples identity_samples(Index n);

/// The model whose object i lies at row i of g.
Model objects_model(Matrix g);

/// The same fit, its factor read as coordinates of objects.
Fit as_objects(Fit fit);

/// A given start; Error unless it places as many objects as there are samples,
/// in `rank` dimensions (0 = any).
Matrix started(const Matrix& start, const Dataset& data, Index rank);

}  // namespace mahala
