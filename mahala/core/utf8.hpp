/// @file
/// Names from files need not be UTF-8; model files and JSON must be.
#pragma once

#include <filesystem>
#include <string>

namespace mahala {

/// `text` as UTF-8: bytes that are none become U+FFFD.
std::string utf8(const std::string& text);

/// The name of a file without its directory, in UTF-8: what models and pictures call it.
std::string plain_name(const std::filesystem::path& path);

}  // namespace mahala
