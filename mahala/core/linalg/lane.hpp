/// @file
/// 32 bytes of numbers that are added and multiplied at once, on machines that can. Spelling the
/// width out keeps sums of a few lanes in registers, where a loop of unknown length would not.
#pragma once

#include "mahala/core/types.hpp"

namespace mahala {

template <class Scalar>
struct LaneOf {
  using Type __attribute__((vector_size(32), may_alias)) = Scalar;
};

template <class Scalar>
using Lane = typename LaneOf<Scalar>::Type;  ///< at a multiple of 32 bytes

template <class Scalar>
constexpr Index per_lane = 32 / static_cast<Index>(sizeof(Scalar));

/// The smallest multiple of a lane that holds `count` numbers.
template <class Scalar>
constexpr Index padded(Index count) {
  return (count + per_lane<Scalar> - 1) / per_lane<Scalar> * per_lane<Scalar>;
}

}  // namespace mahala
