#include <algorithm>

#include "mahala/core/error.hpp"
#include "mahala/data/file/open.hpp"
#include "mahala/data/file/zip.hpp"
#include "mahala/data/read/formats.hpp"
#include "mahala/data/read/members.hpp"
#include "mahala/data/read/npy_header.hpp"

namespace mahala::reading {
namespace {

constexpr std::string_view ending = ".npy";
constexpr std::size_t header_room = longest_npy_header + 64;

std::string array_name(const ZipMember& member) {
  return member.name.substr(0, member.name.size() - ending.size());
}

std::string place_of(const ZipMember& member, const std::string& file) {
  return file + ":" + array_name(member);
}

/// Only a header is unpacked. What cannot be read is not offered, unless it is asked for.
Member describe(const ZipMember& member, const std::string& file) try {
  const std::string start = first_bytes(member, header_room, file);
  return {.name = array_name(member),
          .shape = parse_npy_header(start, member.size, place_of(member, file)).shape};
} catch (const Error&) {
  return {.name = array_name(member)};
}

}  // namespace

ArrayFile npz_arrays(const std::filesystem::path& path, const ReadOptions& options) {
  const std::string name = path.string();
  const MappedFile file = map_file(path);
  std::vector<ZipMember> arrays = zip_members(file.bytes, name);
  std::erase_if(arrays, [](const ZipMember& member) { return !member.name.ends_with(ending); });
  std::vector<Member> members;
  for (const ZipMember& member : arrays) members.push_back(describe(member, name));
  const auto load = [&](std::size_t k) {
    const ZipContent content = content_of(arrays[k], file.memory, options.max_bytes, name);
    const NpyHeader header =
        parse_npy_header(content.bytes, content.bytes.size(), place_of(arrays[k], name));
    return npy_array(header, content.bytes.data() + header.offset, content.memory);
  };
  return member_arrays(members, load, options, name);
}

}  // namespace mahala::reading
