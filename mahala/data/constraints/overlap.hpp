/// @file
/// How many of these constraints were there before? A few numbers of the earlier ones tell.
///
/// Each constraint has a hash of the numbers of its samples: a pair of its two in either order, a
/// triplet of query, near and far. So it is known again in another file, with other ids and labels,
/// or beside others. Kept are the 512 smallest hashes (a bottom-k sketch). Of the constraints whose
/// hash is not above the largest kept one, which are a random part of them, those that are kept
/// were there; their share is exact if all earlier ones are kept, else an estimate.
///
/// Reference: Cohen, Kaplan, "Summarizing data using bottom-k sketches", PODC 2007.
#pragma once

#include <string>

#include "mahala/data/constraints/constraints.hpp"

namespace mahala {

/// As a text: how many constraints there are, and the smallest hashes in hexadecimal digits. "" for
/// rankings and for nothing. Near/far sets are the triplets they stand for.
std::string sketch(const Constraints& constraints, const Samples& x);

/// The share of `constraints` that a sketch was made of, in [0, 1]; 0 for an empty one. Error if it
/// is none.
double share_in(const std::string& sketch, const Constraints& constraints, const Samples& x);

/// "these pairs", "some 40 % of these pairs"; "" if it is 0.
std::string share_in_words(double share, Supervision kind);

}  // namespace mahala
