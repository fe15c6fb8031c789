/// @file
/// Samples that ranks share out while they read (core/ranks.hpp). Of arrays each rank reads its own
/// rows alone; other files every rank reads whole and keeps its part of. Labels, ids and groups are
/// given to all.
#pragma once

#include <memory>

#include "mahala/data/read/array.hpp"
#include "mahala/data/read/stream.hpp"

namespace mahala::reading {

/// All rows of the file.
Dataset shared_rows(const ArrayFile& file);

/// All samples of the stream, which gives them at once.
std::unique_ptr<SampleStream> shared_out(std::unique_ptr<SampleStream> all);

}  // namespace mahala::reading
