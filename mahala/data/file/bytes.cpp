#include "mahala/data/file/bytes.hpp"

namespace mahala::reading {

std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t k = bytes.size(); k-- > 0;) {
    value = value << 8 | static_cast<unsigned char>(bytes[k]);
  }
  return value;
}

std::uint64_t big_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (const char c : bytes) value = value << 8 | static_cast<unsigned char>(c);
  return value;
}

MappedFile whole_file(Source& source) {
  if (source.regular() && !source.compressed()) return map_file(source.path());
  const auto text = std::make_shared<const std::string>(source.rest());
  return {.memory = text, .bytes = *text};
}

}  // namespace mahala::reading
