#include <fmt/format.h>

#include <cstdint>

#include "mahala/data/write/binary.hpp"

namespace mahala::writing {
namespace {

/// The length of the description, and the description.
std::string header_of(const Survey& survey) {
  constexpr std::size_t alignment = 8;  // the length in front is as long
  const auto item = survey.floats ? sizeof(float) : sizeof(double);
  const std::uint64_t bytes =
      static_cast<std::uint64_t>(survey.size) * static_cast<std::uint64_t>(survey.dim) * item;
  std::string header =
      fmt::format(R"({{"x":{{"dtype":"{}","shape":[{},{}],"data_offsets":[0,{}]}}}})",
                  survey.floats ? "F32" : "F64", survey.size, survey.dim, bytes);
  header.resize((header.size() + alignment - 1) / alignment * alignment, ' ');
  const std::uint64_t length = header.size();
  return std::string(reinterpret_cast<const char*>(&length), sizeof length) + header;
}

}  // namespace

Sink safetensors_sink(const Survey& survey, const Path& path) {
  return numbers_sink(path, header_of(survey), survey.floats);
}

}  // namespace mahala::writing
