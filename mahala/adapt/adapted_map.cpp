#include "mahala/adapt/adapted_map.hpp"

#include <fmt/format.h>

#include "mahala/adapt/learned_map.hpp"
#include "mahala/adapt/whitened_space.hpp"
#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/core/linalg/strips.hpp"
#include "mahala/core/parallel.hpp"

namespace mahala {

NormalEquations NormalEquations::empty(Index dim) {
  return {Matrix::Zero(dim, dim), Matrix::Zero(dim, dim)};
}

/// Every entry is summed query by query, in their order, whatever the portions; strips of rows are
/// summed side by side.
void NormalEquations::add(const QueryShifts& shifts) {
  const Index d = a.rows();
  parallel_parts(d, Strips::widest, [&](Index begin, Index end) {
    const Matrix q = shifts.q.middleRows(begin, end - begin);
    Strips factor(q.rows(), q.cols()), sum(q.rows(), d);
    factor.assign(q);
    for (auto [partner, total] : {std::pair{&shifts.q, &a}, std::pair{&shifts.e, &b}}) {
      Matrix rows = total->middleRows(begin, end - begin);
      sum.assign(rows);
      add_transposed_product(factor, *partner, sum);
      sum.copy_to(rows);
      total->middleRows(begin, end - begin) = rows;
    }
  });
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

Matrix shift_of(const AdaptCandidate& candidate, const NormalEquations& equations) {
  if (candidate.map != QueryMap::c_ridge) return equations.solve(candidate.strength);
  return candidate.strength * equations.solve(contrast_penalty);
}

void add_ridge_shifts(const FeedbackSource& source, const AdaptedMap& map,
                      NormalEquations& equations) {
  for_each_portion(source, 0, [&](const Collection& portion) {
    const WhitenedSpace white(portion, map.candidate.side, map.t, whitened_alike);
    equations.add(ridge_shifts(white.space(), lessons_of(portion)));
  });
}

namespace {

/// T of a candidate.
Matrix whitening_of(const FeedbackSource& source, const AdaptCandidate& candidate,
                    const Spectrum& documents) {
  if (candidate.whitening == Whitening::none) return {};
  if (candidate.whitening == Whitening::documents) {
    return soft_whitening(documents, candidate.softness);
  }
  FeedbackMoment moment(source.items.dim());
  for_each_portion(source, 0,
                   [&](const Collection& portion) { moment.add(portion, lessons_of(portion)); });
  return soft_whitening(feedback_spectrum(candidate.whitening, moment.moment(), documents),
                        candidate.softness);
}

std::vector<Index> selves_of(const Collection& collection) {
  std::vector<Index> self;
  for (const CollectedQuery& each : collection.judged) self.push_back(each.self);
  return self;
}

Matrix iterative_shift(const FeedbackSource& source, const AdaptedMap& map) {
  Feedback learned = source.feedback;
  learned.queries.resize(learned.queries.size() - static_cast<std::size_t>(learned.held_out));
  learned.held_out = 0;
  Rng rng = make_rng(source.seed, RandomStream::held_out);
  const Collection collection = collect(source.items, source.queries, learned, {}, rng);
  const WhitenedSpace white(collection, map.candidate.side, map.t);
  return learned_shift(map.candidate.map, map.candidate.strength, white.space(),
                       tried_lessons(collection, lessons_of(collection)), selves_of(collection));
}

}  // namespace

AdaptedMap learn_map(const FeedbackSource& source, const AdaptCandidate& candidate,
                     const Spectrum& documents, NormalEquations& equations) {
  AdaptedMap map{.candidate = candidate};
  map.t = whitening_of(source, candidate, documents);
  if (candidate.map == QueryMap::none) return map;
  if (is_iterative(candidate.map)) {
    map.d = iterative_shift(source, map);
    return map;
  }
  if (candidate.map != QueryMap::c_ridge) {
    add_ridge_shifts(source, map, equations);
  } else {
    for_each_portion(source, CollectionLimits().items, [&](const Collection& portion) {
      const WhitenedSpace white(portion, candidate.side, map.t);
      equations.add(contrast_shifts(white.space(), lessons_of(portion), selves_of(portion)));
    });
  }
  map.d = shift_of(candidate, equations);
  return map;
}

Model model_of(const AdaptedMap& map, Index dim) {
  Model model{.kind = ModelKind::similarity, .identity = 1, .left = Matrix(dim, 0)};
  model.prepare.steps.push_back({.name = "unit"});
  Matrix w = Matrix::Identity(dim, dim);
  if (map.d.size() > 0) w += map.d;
  const bool alike = map.candidate.map == QueryMap::s_ridge;
  if (map.t.size() > 0 && map.candidate.side == AdaptSide::two) {
    model.prepare.steps.push_back({.name = fmt::format("whiten:{}", map.candidate.softness),
                                   .axes = alike ? Matrix(map.t * w) : map.t});
    model.prepare.steps.push_back({.name = "unit"});
  } else if (map.t.size() > 0) {
    w = map.t * (map.t * w);
  }
  const bool in_preparation = map.d.size() == 0 || alike;
  if (in_preparation && (map.t.size() == 0 || map.candidate.side == AdaptSide::two)) return model;
  model.identity = 0;
  model.left = std::move(w);
  model.right = Matrix::Identity(dim, dim);
  return model;
}

}  // namespace mahala
