/// @file
/// Files opened for reading, as descriptors and as mapped memory.
#pragma once

#include <filesystem>
#include <memory>
#include <string_view>
#include <utility>

namespace mahala::reading {

/// A file descriptor that is closed when it goes out of scope.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
  ~Descriptor();

  int number() const { return number_; }
  int release() { return std::exchange(number_, -1); }

 private:
  int number_;
};

/// Error "PATH: cannot be opened: ..." for what is missing, forbidden or a directory.
Descriptor open_for_reading(const std::filesystem::path& path);

bool is_regular(const Descriptor& file);

/// The bytes of a regular file, or 0 for what has no size, such as a pipe.
std::size_t size_of(const Descriptor& file);

/// A whole regular file in memory, read-only; the pages come from the disk as they are touched.
struct MappedFile {
  std::shared_ptr<const void> memory = {};
  std::string_view bytes = {};
};

/// Lets go of the pages of a mapping between two addresses; they come back from the disk when they
/// are touched. Does nothing to memory that is not mapped.
void forget_pages(const std::shared_ptr<const void>& memory, const char* begin, const char* end);

/// The path is opened anew; opening a pipe would wait for a writer.
MappedFile map_file(const std::filesystem::path& path);

}  // namespace mahala::reading
