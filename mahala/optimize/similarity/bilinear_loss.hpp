/// @file
/// What a similarity x^T W z is asked for, one example at a time, and the direction each loss
/// gives: a product p q^T of two vectors, along which W descends.
///
///   triplet     [1 - q^T W (x+ - x-)]_+              q (x+ - x-)^T
///   labels      sum_{y in V} (s_n - s_y + 1)         e x^T,  s = W x,  n the highest label that is
///               V = {y relevant : s_n - s_y + 1 > 0} not relevant,  e_V = 1 and e_n = -|V| (exact)
///                                                    or -1 (paper)
///   tasks       |y - W x|^2 / 2                      (y - W x) x^T
///   WARP        (s_n - s_y + 1) H(rank)              (e_y - e_n) x^T H(rank)
///               y a relevant label, n the first of
///               others drawn to come within 1
///
/// `exact` is the negative subgradient of the labels' loss. `paper` is what was published as such;
/// it is none unless |V| = 1, yet it ranks labels better where samples have many, and is the
/// default.
///
/// References: Shalit, Weinshall, Chechik, JMLR 13 (2012), section 7; J. Weston, S. Bengio, N.
/// Usunier, "WSABIE: Scaling Up To Large Vocabulary Image Annotation", IJCAI 2011.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "mahala/core/linalg/archive.hpp"
#include "mahala/core/linalg/sparse_view.hpp"
#include "mahala/core/names.hpp"
#include "mahala/core/random.hpp"

namespace mahala {

/// The query should be more similar to the positive than to the negative sample, by 1.
struct TripletExample {
  SparseView query, positive, negative;
};

/// The labels should score higher than all others, by 1.
struct LabelExample {
  SparseView x;
  std::span<const Index> labels;
};

/// W x should be y.
struct TaskExample {
  SparseView x;
  Eigen::Ref<const Vector> y;
};

/// [1 - score]_+.
inline double hinge(double score) { return std::max(1 - score, 0.0); }

enum class LabelDirection { paper, exact };

template <>
inline constexpr std::array<std::string_view, 2> names_of<LabelDirection> = {"paper", "exact"};

/// The labels' loss where it was looked at.
struct LabelViolation {
  double loss = 0;
  Index negative = -1;  ///< n, the first of equal ones; -1 if every label is relevant
  std::vector<Index> violators = {};
  SparseVector e = {};

  void find(const Vector& scores, std::span<const Index> labels, LabelDirection direction);
};

/// Error unless every label is one of `label_count`.
void require_labels(std::span<const Index> labels, Index label_count);

bool contains(std::span<const Index> labels, Index label);

/// H(0), H(1) .. H(most) with H(r) = 1 + 1/2 + .. + 1/r.
std::vector<double> harmonic_numbers(Index most);

/// The negative that WARP found for a relevant label, after how many trials.
struct WarpPick {
  Index negative = -1;  ///< -1 if none came within 1
  Index trials = 0;
  Index rank = 0;     ///< of the relevant label, estimated: others / trials, at least 1
  double excess = 0;  ///< s_n - s_y + 1
};

/// Draws from draw() until score(n) > score_y - 1, at most once per negative label.
template <class Score, class Draw>
WarpPick warp_pick(Index negatives, double score_y, const Score& score, const Draw& draw) {
  for (Index trial = 1; trial <= negatives; ++trial) {
    const Index n = draw();
    const double excess = score(n) - score_y + 1;
    if (excess > 0) return {n, trial, std::max<Index>(1, negatives / trial), excess};
  }
  return {.trials = negatives};
}

/// A label other than these, uniformly; there must be one.
Index random_negative(Index label_count, std::span<const Index> labels, Rng& rng);

}  // namespace mahala
