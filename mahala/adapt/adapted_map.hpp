/// @file
/// Internal: a candidate learned from all feedback, and the model it makes.
#pragma once

#include "mahala/adapt/portions.hpp"
#include "mahala/adapt/trials.hpp"
#include "mahala/model/model.hpp"

namespace mahala {

/// sum of q q^T and of q e^T over queries (columns of QueryShifts): D = (A + lambda I)^(-1) B. Made
/// one query after the other, so that feedback in portions gives the same bits as all at once.
struct NormalEquations {
  Matrix a, b;        ///< d x d
  Index count = 0;    ///< queries
  double weight = 0;  ///< the same less what is forgotten

  static NormalEquations empty(Index dim);
  void add(const QueryShifts& shifts);
  void forget(double keep);  ///< what is there counts `keep` times
  Matrix solve(double lambda) const;
};

/// T of a whitening, and the shift D of queries: q -> q + scale D^T q; empty where there is none.
struct AdaptedMap {
  AdaptCandidate candidate = {};
  Matrix t = {}, d = {};
};

/// Learned from all feedback; the normal equations become those of the map.
AdaptedMap learn_map(const FeedbackSource& source, const AdaptCandidate& candidate,
                     const Spectrum& documents, NormalEquations& equations);

/// Adds what the feedback says of a ridge map whose whitening is known.
void add_ridge_shifts(const FeedbackSource& source, const AdaptedMap& map,
                      NormalEquations& equations);

/// D from the normal equations of a candidate.
Matrix shift_of(const AdaptCandidate& candidate, const NormalEquations& equations);

/// W and the preparation.
Model model_of(const AdaptedMap& map, Index dim);

}  // namespace mahala
