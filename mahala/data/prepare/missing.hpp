/// @file
/// Missing cells are NaN in dense samples; none may be left after preprocessing.
#pragma once

#include <string_view>

#include "mahala/data/samples/samples.hpp"

namespace mahala {

/// Error naming the first sample and feature that is missing or infinite; `remark`
/// follows "missing value".
void check_complete(const Samples& x, std::string_view remark);

/// What missing cells are filled in with.
enum class Fill { mean, median };

/// The mean or median of every feature over its cells that are not missing; of an even
/// number of cells the median is the mean of the middle two. Error naming a feature
/// without any. Dense samples only. O(d n).
Vector fill_values(const Samples& x, Fill fill);

}  // namespace mahala
