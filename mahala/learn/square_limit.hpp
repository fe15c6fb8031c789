/// @file
/// A refusal for methods that are defined by a matrix of d x d or n x n.
#pragma once

#include <string_view>

#include "mahala/core/error.hpp"
#include "mahala/core/memory.hpp"
#include "mahala/core/types.hpp"

namespace mahala {

/// 200 MB a matrix, and a decomposition of the order of a minute.
constexpr Index largest_square = 5000;

/// Error if memory is limited to less than a square matrix takes.
inline void check_room_for_square(std::string_view learner, Index rows) {
  const auto numbers = static_cast<double>(rows) * static_cast<double>(rows);
  check_memory(fmt::format("{}: a {} x {} matrix", learner, rows, rows), sizeof(double) * numbers);
}

/// Error if `learner` would have to form a larger matrix than that.
inline void check_square(std::string_view learner, Index dim) {
  require(dim <= largest_square,
          "{} forms a {} x {} matrix; reduce the dimension first (option prepare=pca:N)", learner,
          dim, dim);
  check_room_for_square(learner, dim);
}

/// The same for a matrix with a row and a column for each sample, which no preparation makes
/// smaller.
inline void check_samples_squared(std::string_view learner, Index samples) {
  require(samples <= largest_square,
          "{} forms a {} x {} matrix, a row for each sample; give it at most {} samples", learner,
          samples, samples, largest_square);
  check_room_for_square(learner, samples);
}

}  // namespace mahala
