#include <fmt/format.h>

#include <cstdint>

#include "mahala/data/write/binary.hpp"

namespace mahala::writing {
namespace {

/// The length of the description, and the description.
std::string header_of(const Survey& survey) {
  constexpr std::size_t alignment = 8;  // the length in front is as long
  std::string header = fmt::format(
      R"({{"x":{{"dtype":"F{}","shape":[{},{}],"data_offsets":[0,{}]}}}})",
      8 * static_cast<std::size_t>(survey.width), survey.size, survey.dim, byte_size(survey));
  header.resize((header.size() + alignment - 1) / alignment * alignment, ' ');
  const std::uint64_t length = header.size();
  return std::string(reinterpret_cast<const char*>(&length), sizeof length) + header;
}

}  // namespace

Sink safetensors_sink(const Survey& survey, const Path& path) {
  return numbers_sink(path, header_of(survey), survey.width);
}

}  // namespace mahala::writing
