// The files of MNIST:
//
//   0 0 type axes | one big-endian u32 for each axis | numbers, big-endian, last axis fastest
//
// The first axis counts samples; the others together are the features.
#include <algorithm>

#include "mahala/core/error.hpp"
#include "mahala/data/file/bytes.hpp"
#include "mahala/data/read/array.hpp"
#include "mahala/data/read/formats.hpp"

namespace mahala::reading {
namespace {

constexpr std::size_t magic_size = 4, extent_size = 4;

/// Item size 0 for a code that is none.
NumberType type_of(char code) {
  switch (code) {
    case 0x08:
      return {'u', 1, true};
    case 0x09:
      return {'i', 1, true};
    case 0x0B:
      return {'i', 2, true};
    case 0x0C:
      return {'i', 4, true};
    case 0x0D:
      return {'f', 4, true};
    case 0x0E:
      return {'f', 8, true};
    default:
      return {};
  }
}

bool looks_like_idx(std::string_view start) {
  return start.size() >= magic_size && start[0] == 0 && start[1] == 0 &&
         type_of(start[2]).item_size > 0 && start[3] != 0;
}

std::vector<Index> extents(std::string_view bytes, const std::string& file) {
  const auto axes = static_cast<unsigned char>(bytes[3]);
  require(bytes.size() >= magic_size + axes * extent_size, "{}: is truncated within its header",
          file);
  std::vector<Index> shape;
  for (std::size_t k = 0; k < axes; ++k) {
    shape.push_back(
        static_cast<Index>(big_endian(bytes.substr(magic_size + k * extent_size, extent_size))));
  }
  return shape;
}

NumberArray parse(Source& source) {
  const MappedFile file = whole_file(source);
  const std::string& name = source.name();
  const std::string_view bytes = file.bytes;
  require(looks_like_idx(bytes), "{}: is not an IDX file", name);
  NumberArray array{
      .type = type_of(bytes[2]), .shape = extents(bytes, name), .memory = file.memory};
  const std::size_t offset = magic_size + array.shape.size() * extent_size;
  const Index expected = byte_size(array.type, array.shape);
  const auto present = static_cast<Index>(bytes.size() - offset);
  require(expected >= 0, "{}: the shape ({}) is too large", name, shape_in_words(array.shape));
  require(expected == present, "{}: {} bytes of numbers, expected {}", name, present, expected);
  array.start = bytes.data() + offset;
  set_row_major(array);
  return array;
}

/// All axes but the first as one, which the checked size bounds unless there is nothing.
void flatten(NumberArray& array, const std::string& name) {
  require(array.shape.size() >= 2, "{}: a 1-D array; samples have two axes or more", name);
  require(array.shape[0] > 0, "{}: holds no samples", name);
  const bool empty = std::find(array.shape.begin(), array.shape.end(), 0) != array.shape.end();
  Index features = empty ? 0 : 1;
  for (std::size_t k = 1; k < array.shape.size() && !empty; ++k) features *= array.shape[k];
  array.shape = {array.shape[0], features};
  set_row_major(array);
}

}  // namespace

Evidence idx_evidence(const Source& source) {
  return evidence_if(looks_like_idx(source.peek()), Evidence::magic);
}

ArrayFile idx_arrays(Source& source, const ReadOptions& options) {
  NumberArray array = parse(source);
  flatten(array, source.name());
  return {.samples = std::move(array), .name = source.name(), .options = options};
}

std::vector<std::string> idx_names(Source& source) {
  return names_in(parse(source), source.name());
}

}  // namespace mahala::reading
