/// @file
/// One writer per format; write.cpp chooses among them.
#pragma once

#include "mahala/data/write/write.hpp"

namespace mahala::writing {

void write_csv(const Dataset& data, const std::filesystem::path& path, char separator);
void write_svmlight(const Dataset& data, const std::filesystem::path& path);
void write_npy(const Dataset& data, const std::filesystem::path& path);

}  // namespace mahala::writing
