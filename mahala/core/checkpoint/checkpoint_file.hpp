/// @file
/// Internal to checkpoints: the file, whole or not at all.
///
///   8 bytes   "MAHALACP"
///   u64       version of the format
///   facts     their number; name and value of each
///   scopes    their number; key, whether it has ended, texts and arrays of doubles of each
///   u64       checksum of all that is before
///
/// Numbers are little-endian, texts have their length in front, arrays rows and columns.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "mahala/core/linalg/archive.hpp"

namespace mahala {

/// What the result of a run depends on, by name, what matters most first.
using RunFacts = std::vector<std::pair<std::string, std::string>>;

/// What is kept of a loop, or of a part.
struct KeptScope {
  bool ended = false;
  ArchiveParts parts = {};
};

struct CheckpointContent {
  RunFacts facts = {};
  std::map<std::string, KeptScope> scopes = {};  ///< by key
};

void write_checkpoint(const std::filesystem::path& file, const CheckpointContent& content);

/// Error if it is no checkpoint, of another version, or damaged.
CheckpointContent read_checkpoint(const std::filesystem::path& file);

}  // namespace mahala
