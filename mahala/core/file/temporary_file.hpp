/// @file
/// A temporary file for data that do not fit in memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

namespace mahala {

/// A file in the system's temporary directory that has no name there, and so is gone when this is
/// or the process ends, however it ends.
class TemporaryFile {
 public:
  TemporaryFile();  ///< Error if it cannot be made
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  const std::filesystem::path& path() const { return path_; }  ///< for this process to open

  void append(std::string_view bytes);                         ///< Error if the disk refuses them
  void read(std::uint64_t offset, std::span<char> out) const;  ///< of what was appended

  /// So many bytes of zeros, kept in the file alone, as memory until this is gone; called once.
  /// Error if the disk has no room for them.
  void* map(std::size_t bytes);

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;
  void* memory_ = nullptr;
  std::size_t mapped_ = 0;
};

}  // namespace mahala
