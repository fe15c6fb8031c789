/// @file
/// Output files written atomically: they appear complete or not at all.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace mahala {

/// Collects bytes in a temporary file beside `path`; `commit` flushes them to the disk, renames
/// the file and flushes its directory, so that a reader of `path` sees the old content or all of
/// the new, whatever happens in between. Without `commit` nothing is left behind, and what a
/// process that was killed has left is removed by the next that writes the same `path`.
///
/// Of several ranks (core/ranks.hpp) the first alone writes.
///
/// Symbolic links are followed. A pipe, and anything under /dev and /proc, is written directly;
/// /dev/stdout and other names of own descriptors where these are, so that nothing is lost of
/// what else goes there.
class OutputFile {
 public:
  explicit OutputFile(const std::filesystem::path& path);  ///< Error if it cannot be created
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view bytes);  ///< Error if the disk refuses them
  /// Replaces bytes that were written before; Error for a pipe, where they are gone.
  void overwrite(std::uint64_t offset, std::string_view bytes);
  void commit();  ///< Error if they cannot be made durable

 private:
  void flush();

  std::filesystem::path path_, temporary_;
  std::string buffer_;
  int descriptor_ = -1;
  std::int64_t begin_ = 0;  ///< of what is written, in the file
};

/// To be called first in a program: opens those of the descriptors 0, 1 and 2 that are closed, so
/// that no output file becomes standard error and gets its messages. Using them fails as before.
void hold_standard_descriptors();

/// Is it a name of this program's standard output, such as /dev/stdout?
bool is_standard_output(const std::filesystem::path& path);

}  // namespace mahala
