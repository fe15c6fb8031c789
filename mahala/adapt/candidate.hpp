/// @file
/// The maps that adapting chooses from: a soft whitening, then a map of the queries, in closed form
/// unless asked for others.
///
///   whitening   none
///               documents   T = (C + g I)^(-1/2), C = X X^T d / trace(X X^T) of unit documents X
///               rca         the same with scatters of positives about their query and their mean
///                           (relevant component analysis; Bar-Hillel, Hertz, Shental, Weinshall,
///                           JMLR 6, 2005)
///               mixed       the same with the mean of C and of the scatters of rca: few judgements
///                           say little of most directions, and there the documents speak
///   map         none        score(q, x) = q^T x
///               ridge       score(q, x) = (q + E (Q^T Q + lambda I)^(-1) Q^T q)^T x, E = t - Q
///               with
///                           t_i the direction of the mean of the positives of query i
///               s-ridge     the same D = (Q^T Q + lambda I)^(-1) Q^T E on queries and items alike,
///                           the cosine of q + D^T q and x + D^T x: for labels, where any item may
///                           be a query; of side two and behind a whitening alone
///               c-ridge     ridge with e_i = mean of the positives - what the softmax of
///                           q_i^T x / tau expects of the other documents, lambda = 3, times eta
///               iplr, loreta, hinge, pairs   learned by iteration (learned_map.hpp)
///
/// Side `two` whitens both, q <- unit(T q), x <- unit(T x), so that the index is embedded anew;
/// side `query` leaves it as it is, q <- unit(T T q). Nothing is centred or standardised: that
/// costs embeddings what they know.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mahala/core/types.hpp"

namespace mahala {

enum class Whitening { none, documents, rca, mixed };

/// Learned from feedback, so that every fold has its own.
inline bool is_by_feedback(Whitening whitening) { return whitening >= Whitening::rca; }

enum class QueryMap { none, ridge, s_ridge, c_ridge, iplr, loreta, hinge, pairs };

/// Of the maps that learned_map.hpp finds by iteration.
inline bool is_iterative(QueryMap map) { return map > QueryMap::c_ridge; }

enum class AdaptSide { two, query };

struct AdaptCandidate {
  Whitening whitening = Whitening::none;
  double softness = 0;  ///< g of the whitening
  QueryMap map = QueryMap::none;
  double strength = 0;  ///< lambda of ridge, eta of c-ridge, what the others' header says
  AdaptSide side = AdaptSide::two;

  bool is_identity() const { return whitening == Whitening::none && map == QueryMap::none; }
  /// It would be the same whatever people said.
  bool needs_no_feedback() const { return !is_by_feedback(whitening) && map == QueryMap::none; }
  bool operator==(const AdaptCandidate&) const = default;
};

/// "documents:0.3 + ridge:1", "identity".
std::string describe_candidate(const AdaptCandidate& candidate);

/// Error unless it is spelled as describe_candidate does, with or without spaces.
AdaptCandidate parse_candidate(std::string_view text, AdaptSide side);

/// The identity first, then whitenings, and ridge on all of them but `documents`, which `mixed` is
/// ahead of. With `all` ridge there too, c-ridge, and on four whitenings what is learned by
/// iteration: more to choose from is not better (docs/results/adapt.md). `labels` adds s-ridge,
/// and rca: elsewhere `mixed` is ahead of it as well.
std::vector<AdaptCandidate> candidate_grid(AdaptSide side, bool all = false, bool labels = false);

}  // namespace mahala
