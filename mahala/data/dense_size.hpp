/// @file
/// What the zeros of sparse samples take where they have to be held or written.
#pragma once

#include <filesystem>

#include "mahala/data/dataset.hpp"

namespace mahala {

/// Sparse samples of a file, `size` x `dim`.
struct SparseShape {
  Index size = 0, dim = 0;
  Index entries = 0;  ///< stored
};

SparseShape sparse_shape(const SparseMatrix& x);

/// A line of text can name feature 2147483647. Error if `numbers` numbers, made of these samples,
/// take more than `max_bytes`; or more than a gigabyte and 4096 times what the entries take, which
/// is a file that is small by mistake or malice. max_bytes = 0 is no bound at all.
void check_dense_size(const std::filesystem::path& file, const SparseShape& shape, double numbers,
                      Index max_bytes);

}  // namespace mahala
