/// @file
/// Constraints that cannot both hold. All of it is O(m log m) in what is said.
///
///   pairs      of the same samples: an upper bound below a lower one, or "same" and "different"
///              where one of them is open. Equalities contradict nothing: they are measurements
///   triplets   q is closer to a than to b, and q is closer to b than to a
///   sets       the triplets they stand for
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "mahala/data/constraints/constraints.hpp"

namespace mahala {

/// The places of two that contradict each other, in their order.
using Contradiction = std::pair<std::size_t, std::size_t>;

std::optional<Contradiction> find_contradiction(const Pairs& pairs);
std::optional<Contradiction> find_contradiction(const Triplets& triplets);
std::optional<Contradiction> find_contradiction(const NearFarSets& sets);

/// "at most 3", "at least 3"; "the same" or "different" if it is open.
std::string bound_in_words(const Pair& pair);

}  // namespace mahala
