/// @file
/// A refusal for methods that are defined by a d x d matrix.
#pragma once

#include <string_view>

#include "mahala/core/error.hpp"
#include "mahala/core/types.hpp"

namespace mahala {

/// 200 MB a matrix, and a decomposition of the order of a minute.
constexpr Index largest_square = 5000;

/// Error if `learner` would have to form a larger matrix than that.
inline void check_square(std::string_view learner, Index dim) {
  require(dim <= largest_square,
          "{} forms a {} x {} matrix; reduce the dimension first (option prepare=pca:N)", learner,
          dim, dim);
}

}  // namespace mahala
