/// @file
/// Files that are a header and then nothing but the numbers of the samples.
#pragma once

#include <string_view>

#include "mahala/data/write/formats.hpp"

namespace mahala::writing {

/// Writes `header`, then the doubles, or floats, of one sample after the other.
Sink numbers_sink(const Path& path, std::string_view header, bool floats);

}  // namespace mahala::writing
