#include <fmt/format.h>

#include "mahala/core/output_file.hpp"
#include "mahala/data/write/binary.hpp"
#include "mahala/data/write/formats.hpp"

namespace mahala::writing {

void write_npy(const Dataset& data, const std::filesystem::path& path) {
  OutputFile file(path);
  file.write(npy_header("<f8", fmt::format("{}, {}", data.size(), data.dim())));
  for_each_sample(data.x, [&](std::string_view bytes) { file.write(bytes); });
  file.commit();
}

}  // namespace mahala::writing
