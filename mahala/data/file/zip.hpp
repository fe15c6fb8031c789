/// @file
/// The members of a zip archive, stored or deflated (APPNOTE 6.3; zip64 included).
///
/// The central directory at the end of the file is what counts; every member's own header is
/// checked against it. Sizes are bounded by the file before anything is allocated from them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "mahala/core/types.hpp"

namespace mahala::reading {

struct ZipMember {
  std::string name = {};
  bool deflated = false;
  std::uint32_t checksum = 0;    ///< CRC-32 of the content
  std::uint64_t size = 0;        ///< of the content, as promised
  std::string_view packed = {};  ///< the bytes in the archive
};

/// Error naming the file if it is damaged, encrypted or compressed in another way.
std::vector<ZipMember> zip_members(std::string_view archive, const std::string& file);

/// The first `count` bytes of the content, or all if there are fewer; not checked.
std::string first_bytes(const ZipMember& member, std::size_t count, const std::string& file);

/// The content, whose checksum is right. Stored members stay in the archive, which `memory`
/// keeps; deflated ones are an Error beyond `max_bytes`, 0 meaning no bound.
struct ZipContent {
  std::shared_ptr<const void> memory = {};
  std::string_view bytes = {};
};
ZipContent content_of(const ZipMember& member, std::shared_ptr<const void> memory, Index max_bytes,
                      const std::string& file);

}  // namespace mahala::reading
