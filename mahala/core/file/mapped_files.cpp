#include "mahala/core/file/mapped_files.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "mahala/core/file/signal_safe_list.hpp"
#include "mahala/core/utf8.hpp"

namespace mahala {
namespace {

struct Mapping {
  const char *begin = nullptr, *end = nullptr;
  std::array<char, 1024> name = {};
  std::size_t length = 0;
};

SignalSafeList<Mapping, 64> mappings;

}  // namespace

void note_mapped(const void* begin, std::size_t size, std::string_view name) {
  const std::string shown = printable(name);
  mappings.add([&](Mapping& mapping) {
    mapping.begin = static_cast<const char*>(begin);
    mapping.end = mapping.begin + size;
    mapping.length = std::min(shown.size(), mapping.name.size());
    shown.copy(mapping.name.data(), mapping.length, shown.size() - mapping.length);
  });
}

void forget_mapped(const void* begin) {
  mappings.remove([&](const Mapping& mapping) { return mapping.begin == begin; });
}

std::string_view mapped_at(const void* address) noexcept {
  std::string_view name;
  mappings.for_each([&](const Mapping& mapping) {
    const auto* at = static_cast<const char*>(address);
    if (mapping.begin <= at && at < mapping.end) name = {mapping.name.data(), mapping.length};
  });
  return name;
}

}  // namespace mahala
