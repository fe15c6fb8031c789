#include "mahala/adapt/adapted_map.hpp"

#include <fmt/format.h>

#include "mahala/core/linalg/decompositions.hpp"

namespace mahala {

NormalEquations NormalEquations::empty(Index dim) {
  return {Matrix::Zero(dim, dim), Matrix::Zero(dim, dim)};
}

void NormalEquations::add(const QueryShifts& shifts) {
  for (Index k = 0; k < shifts.q.cols(); ++k) {
    a.noalias() += shifts.q.col(k) * shifts.q.col(k).transpose();
    b.noalias() += shifts.q.col(k) * shifts.e.col(k).transpose();
  }
  count += shifts.q.cols();
  weight += static_cast<double>(shifts.q.cols());
}

void NormalEquations::forget(double keep) {
  a *= keep;
  b *= keep;
  weight *= keep;
}

Matrix NormalEquations::solve(double lambda) const {
  Matrix shifted = a;
  shifted.diagonal().array() += lambda;
  return Cholesky(shifted).solve(b);
}

WhitenedCollection whiten(const Collection& collection, const AdaptCandidate& candidate,
                          const Matrix& t) {
  if (t.size() == 0) return {collection.items, collection.queries};
  if (candidate.side == AdaptSide::query) {
    return {collection.items, whitened(t * t, collection.queries)};
  }
  return {whitened(t, collection.items), whitened(t, collection.queries)};
}

Matrix shift_of(const AdaptCandidate& candidate, const NormalEquations& equations) {
  if (candidate.map == QueryMap::ridge) return equations.solve(candidate.strength);
  return candidate.strength * equations.solve(contrast_penalty);
}

AdaptedMap learn_map(const Collection& collection, const AdaptCandidate& candidate,
                     const Spectrum& documents, NormalEquations& equations) {
  const std::vector<Lesson> lessons = lessons_of(collection);
  AdaptedMap map{.candidate = candidate};
  if (candidate.whitening == Whitening::documents) {
    map.t = soft_whitening(documents, candidate.softness);
  } else if (candidate.whitening == Whitening::rca) {
    map.t =
        soft_whitening(symmetric_eigen(feedback_moment(collection, lessons)), candidate.softness);
  }
  if (candidate.map == QueryMap::none) return map;
  const WhitenedCollection white = whiten(collection, candidate, map.t);
  const AdaptSpace space{white.items, white.queries};
  if (candidate.map == QueryMap::ridge) {
    equations.add(ridge_shifts(space, lessons));
  } else {
    std::vector<Index> self;
    for (const CollectedQuery& each : collection.judged) self.push_back(each.self);
    equations.add(contrast_shifts(space, lessons, self));
  }
  map.d = shift_of(candidate, equations);
  return map;
}

Model model_of(const AdaptedMap& map, Index dim) {
  Model model{.kind = ModelKind::similarity, .identity = 1, .left = Matrix(dim, 0)};
  model.prepare.steps.push_back({.name = "unit"});
  Matrix w = Matrix::Identity(dim, dim);
  if (map.d.size() > 0) w += map.d;
  if (map.t.size() > 0 && map.candidate.side == AdaptSide::two) {
    model.prepare.steps.push_back(
        {.name = fmt::format("whiten:{}", map.candidate.softness), .axes = map.t});
    model.prepare.steps.push_back({.name = "unit"});
  } else if (map.t.size() > 0) {
    w = map.t * (map.t * w);
  }
  if (map.d.size() == 0 && (map.t.size() == 0 || map.candidate.side == AdaptSide::two)) {
    return model;
  }
  model.identity = 0;
  model.left = std::move(w);
  model.right = Matrix::Identity(dim, dim);
  return model;
}

}  // namespace mahala
