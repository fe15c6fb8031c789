#include <fmt/format.h>

#include "mahala/data/write/binary.hpp"

namespace mahala::writing {

Sink npy_sink(const Survey& survey, const Path& path) {
  const std::string header =
      npy_header(npy_type(survey.width), fmt::format("{}, {}", survey.size, survey.dim));
  return numbers_sink(path, header, survey.width);
}

}  // namespace mahala::writing
