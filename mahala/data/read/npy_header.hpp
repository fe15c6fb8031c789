/// @file
/// The header of NumPy's .npy files, versions 1.0 to 3.0.
///
///   "\x93NUMPY" major minor  length (2 bytes; 4 from version 2.0 on; little-endian)
///   {'descr': '<f8', 'fortran_order': False, 'shape': (150, 4), }  padded by spaces
///   the numbers
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mahala/core/types.hpp"

namespace mahala::reading {

struct NpyHeader {
  char kind = 'f';      ///< f, i, u or b as NumPy calls them
  Index item_size = 0;  ///< bytes
  bool big_endian = false;
  bool column_major = false;  ///< fortran_order
  std::vector<Index> shape = {};
  std::size_t offset = 0;  ///< of the first number in the file
};

/// Reads the header at the start of a file; Error naming the file if it is not one, holds
/// something other than numbers, or the numbers it promises are not all there.
NpyHeader parse_npy_header(std::string_view file, const std::string& name);

}  // namespace mahala::reading
