/// @file
/// Data sets that come with the program: "builtin:wine".
#pragma once

#include <filesystem>
#include <string>

namespace mahala::cli {

/// The file `name` stands for: itself, or the data set after "builtin:", looked up in
/// $MAHALA_DATA, else in the source tree, else where the program was installed. Error with
/// the names there are if there is none of this name.
std::filesystem::path resolve_data(const std::string& name);

/// The folder they are in.
std::filesystem::path data_directory();

}  // namespace mahala::cli
