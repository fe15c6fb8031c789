#include <fmt/format.h>

#include <bit>

#include "mahala/core/output_file.hpp"
#include "mahala/data/write/formats.hpp"

namespace mahala::writing {
namespace {

static_assert(std::endian::native == std::endian::little, "the header says '<f8'");

/// Version 1.0, padded so that the numbers start at a multiple of 64 bytes, as NumPy does.
std::string header(Index rows, Index columns) {
  constexpr std::size_t prefix = 10, alignment = 64;
  std::string text =
      fmt::format("{{'descr': '<f8', 'fortran_order': False, 'shape': ({}, {}), }}", rows, columns);
  text.append(alignment - (prefix + text.size() + 1) % alignment, ' ');
  text += '\n';
  const std::size_t size = text.size();
  std::string all("\x93NUMPY\x01\x00", 8);
  all += static_cast<char>(size & 0xff);
  all += static_cast<char>(size >> 8);
  return all + text;
}

}  // namespace

void write_npy(const Dataset& data, const std::filesystem::path& path) {
  OutputFile file(path);
  file.write(header(data.size(), data.dim()));
  data.x.for_each_block([&](Index, const MatrixView& block) {
    for (Index i = 0; i < block.cols(); ++i) {
      file.write({reinterpret_cast<const char*>(block.col(i).data()),
                  static_cast<std::size_t>(block.rows()) * sizeof(double)});
    }
  });
  file.commit();
}

}  // namespace mahala::writing
