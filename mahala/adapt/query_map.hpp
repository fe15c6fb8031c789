/// @file
/// Internal: maps of queries in closed form (candidate.hpp), learned from whitened unit columns.
#pragma once

#include <vector>

#include "mahala/adapt/candidate.hpp"
#include "mahala/adapt/whitening.hpp"

namespace mahala {

/// The columns that maps are learned and tried on.
struct AdaptSpace {
  const MatrixF& items;    ///< d x n
  const MatrixF& queries;  ///< d x m
};

inline constexpr double contrast_penalty = 3;  ///< lambda of c-ridge

/// Where queries should go, less where they are: columns q and e of the formulas.
struct QueryShifts {
  Matrix q, e;
};

/// e_i = unit(weighted mean of the positives) - q_i.
QueryShifts ridge_shifts(const AdaptSpace& space, const std::vector<Lesson>& lessons);

/// e_i = mean of the positives - sum over other items x of p_i(x) x. `self` is the item that a
/// query is, or -1, for every column of the queries.
QueryShifts contrast_shifts(const AdaptSpace& space, const std::vector<Lesson>& lessons,
                            const std::vector<Index>& self);

/// q + scale E (Q^T Q + lambda I)^(-1) Q^T q of new queries.
class RidgeMap {
 public:
  explicit RidgeMap(QueryShifts shifts);
  MatrixF map(const MatrixF& queries, double lambda, double scale) const;

 private:
  QueryShifts shifts_;
  Matrix gram_;   ///< the smaller of Q^T Q and Q Q^T
  Matrix cross_;  ///< E Q^T, if Q Q^T is smaller
};

}  // namespace mahala
