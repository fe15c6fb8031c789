/// @file
/// What a learner may be told about samples.
#pragma once

#include "mahala/core/names.hpp"

namespace mahala {

enum class Supervision {
  nothing,
  labels,
  outputs,  ///< regression targets: labels that are numbers
  pairs,
  triplets,
  sets,
  rankings,
  forms  ///< bounds on linear functions of the metric
};

template <>
inline constexpr std::array<std::string_view, 8> names_of<Supervision> = {
    "nothing", "labels", "outputs", "pairs", "triplets", "sets", "rankings", "forms"};

}  // namespace mahala
