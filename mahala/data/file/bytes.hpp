/// @file
/// Integers inside binary files, and the whole content of one.
#pragma once

#include <cstdint>
#include <string_view>

#include "mahala/data/file/open.hpp"
#include "mahala/data/file/source.hpp"

namespace mahala::reading {

/// The unsigned integer those bytes are, least significant first; at most eight of them.
std::uint64_t little_endian(std::string_view bytes);
std::uint64_t big_endian(std::string_view bytes);

/// Mapped if it can be, else read: what comes out of gzip or a pipe is bounded by the source.
MappedFile whole_file(Source& source);

}  // namespace mahala::reading
