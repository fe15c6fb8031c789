#include "mahala/data/file/safetensors.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "mahala/core/error.hpp"
#include "mahala/data/file/number.hpp"
#include "mahala/data/file/open.hpp"
#include "mahala/data/read/array.hpp"
#include "mahala/data/read/formats.hpp"
#include "mahala/data/read/members.hpp"

namespace mahala::reading {
namespace {

NumberType type_of(const TensorEntry& entry, const std::string& place) {
  constexpr struct {
    std::string_view dtype;
    NumberType type;
  } known[] = {{"F64", {'f', 8}}, {"F32", {'f', 4}}, {"F16", {'f', 2}}, {"BF16", {'B', 2}},
               {"I64", {'i', 8}}, {"I32", {'i', 4}}, {"I16", {'i', 2}}, {"I8", {'i', 1}},
               {"U64", {'u', 8}}, {"U32", {'u', 4}}, {"U16", {'u', 2}}, {"U8", {'u', 1}},
               {"BOOL", {'b', 1}}};
  for (const auto& [dtype, type] : known) {
    if (dtype == entry.dtype) return type;
  }
  fail("{}: holds {}, not real numbers, integers or booleans", place, excerpt(entry.dtype));
}

/// An extent beyond what an index holds belongs to an empty tensor; which one does not matter.
Index extent(std::uint64_t side) {
  constexpr auto largest = static_cast<std::uint64_t>(std::numeric_limits<Index>::max());
  return static_cast<Index>(std::min(side, largest));
}

std::vector<Member> members_of(const SafetensorsFile& file) {
  std::vector<Member> members;
  for (const auto& [name, entry] : file.tensors()) {
    auto& member = members.emplace_back(Member{.name = name});
    for (const std::uint64_t side : entry.shape) member.shape.push_back(extent(side));
  }
  return members;
}

void check_is_data(const SafetensorsFile& file, const std::string& name) {
  const auto format = file.metadata().find("format");
  require(format == file.metadata().end() || format->second != "mahala",
          "{}: is a model, not samples", name);
}

bool looks_like_safetensors(std::string_view start) {
  if (start.size() < 9 || start[8] != '{') return false;
  std::uint64_t length = 0;
  std::memcpy(&length, start.data(), sizeof length);
  if (length < 2 || length > 100'000'000) return false;
  // The floats of an fvecs file may begin likewise, but are no text for long.
  const std::string_view header = start.substr(8, length);
  return std::none_of(header.begin(), header.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\r' && c != '\t';
  });
}

}  // namespace

Evidence safetensors_evidence(const Source& source) {
  return evidence_if(looks_like_safetensors(source.peek()), Evidence::magic);
}

ArrayFile safetensors_arrays(Source& source, const ReadOptions& options) {
  const std::string& name = source.name();
  const SafetensorsFile file(source.path());
  check_is_data(file, name);
  const MappedFile mapped = map_file(source.path());
  const std::vector<Member> members = members_of(file);
  const auto load = [&](std::size_t k) {
    const TensorEntry& entry = file.tensors().at(members[k].name);
    require(file.data_begin() + entry.end <= mapped.bytes.size(),
            "{}: is truncated, or changed while it was read", name);
    NumberArray array{.type = type_of(entry, name + ":" + members[k].name),
                      .shape = members[k].shape,
                      .start = mapped.bytes.data() + file.data_begin() + entry.begin,
                      .memory = mapped.memory};
    set_row_major(array);
    return array;
  };
  return member_arrays(members, load, options, name);
}

}  // namespace mahala::reading
