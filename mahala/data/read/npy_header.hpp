/// @file
/// The header of NumPy's .npy files, versions 1.0 to 3.0.
///
///   "\x93NUMPY" major minor  length (2 bytes; 4 from version 2.0 on; little-endian)
///   {'descr': '<f8', 'fortran_order': False, 'shape': (150, 4), }  padded by spaces
///   the numbers
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "mahala/data/read/array.hpp"

namespace mahala::reading {

struct NpyHeader {
  NumberType type = {};
  bool column_major = false;  ///< fortran_order
  std::vector<Index> shape = {};
  std::size_t offset = 0;  ///< of the first number in the file
};

inline constexpr std::size_t longest_npy_header = 1 << 20;

/// Reads the header at the start of a file of `size` bytes, of which `start` holds all or at
/// least the first longest_npy_header; Error naming the file if it is not one, holds something
/// other than numbers or texts, or what it promises is not all there.
NpyHeader parse_npy_header(std::string_view start, std::size_t size, const std::string& name);

/// The array the header describes, whose numbers begin at `start`.
NumberArray npy_array(const NpyHeader& header, const char* start,
                      std::shared_ptr<const void> memory);

}  // namespace mahala::reading
