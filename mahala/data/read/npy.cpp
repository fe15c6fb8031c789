#include <fmt/format.h>

#include "mahala/core/error.hpp"
#include "mahala/data/file/open.hpp"
#include "mahala/data/read/array.hpp"
#include "mahala/data/read/formats.hpp"
#include "mahala/data/read/npy_header.hpp"

namespace mahala::reading {
namespace {

NumberArray map_array(const std::filesystem::path& path) {
  const MappedFile file = map_file(path);
  const NpyHeader header = parse_npy_header(file.bytes, file.bytes.size(), path.string());
  return npy_array(header, file.bytes.data() + header.offset, file.memory);
}

}  // namespace

NumberArray npy_array(const NpyHeader& header, const char* start,
                      std::shared_ptr<const void> memory) {
  NumberArray array{
      .type = header.type, .shape = header.shape, .start = start, .memory = std::move(memory)};
  set_row_major(array);
  if (header.column_major && array.shape.size() == 2 && array.shape[1] > 0) {
    array.row_step = header.type.item_size;
    array.column_step = header.type.item_size * header.shape[0];
  }
  return array;
}

ArrayFile npy_arrays(const std::filesystem::path& path, const ReadOptions& options) {
  return {.samples = map_array(path), .name = path.string(), .options = options};
}

std::vector<std::string> read_npy_names(const std::filesystem::path& path) {
  return names_in(map_array(path), path.string());
}

}  // namespace mahala::reading
