#include "mahala/data/file/open.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

#include "mahala/core/error.hpp"
#include "mahala/core/file/mapped_files.hpp"

namespace mahala::reading {
namespace {

struct stat status_of(const Descriptor& file, const std::filesystem::path& path) {
  struct stat status = {};
  require(::fstat(file.number(), &status) == 0, "{}: cannot be opened: {}", path.string(),
          std::strerror(errno));
  return status;
}

/// Also the mark by which a mapping is told from other memory.
struct Unmap {
  std::size_t size;
  void operator()(const void* memory) const {
    forget_mapped(memory);
    ::munmap(const_cast<void*>(memory), size);
  }
};

}  // namespace

Descriptor::~Descriptor() {
  if (number_ >= 0) ::close(number_);
}

Descriptor open_for_reading(const std::filesystem::path& path) {
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  require(file.number() >= 0, "{}: cannot be opened: {}", path.string(), std::strerror(errno));
  require(!S_ISDIR(status_of(file, path).st_mode), "{}: cannot be opened: {}", path.string(),
          std::strerror(EISDIR));
  return file;
}

bool is_regular(const Descriptor& file) {
  struct stat status = {};
  return ::fstat(file.number(), &status) == 0 && S_ISREG(status.st_mode);
}

std::size_t size_of(const Descriptor& file) {
  struct stat status = {};
  if (!is_regular(file) || ::fstat(file.number(), &status) != 0) return 0;
  return static_cast<std::size_t>(status.st_size);
}

MappedFile map_file(const std::filesystem::path& path) {
  const Descriptor file = open_for_reading(path);
  const struct stat status = status_of(file, path);
  require(S_ISREG(status.st_mode), "{}: cannot be mapped: not a regular file", path.string());
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size == 0) return {};  // mmap refuses an empty range
  void* start = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file.number(), 0);
  require(start != MAP_FAILED, "{}: cannot be mapped: {}", path.string(), std::strerror(errno));
  note_mapped(start, size, path.native());
  return {.memory = std::shared_ptr<const void>(start, Unmap{size}),
          .bytes = {static_cast<const char*>(start), size}};
}

void forget_pages(const std::shared_ptr<const void>& memory, const char* begin, const char* end) {
  if (std::get_deleter<Unmap>(memory) == nullptr || end <= begin) return;
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto first = reinterpret_cast<std::uintptr_t>(begin) / page * page;
  const auto size = reinterpret_cast<std::uintptr_t>(end) - first;
  ::madvise(reinterpret_cast<void*>(first), size, MADV_DONTNEED);
}

}  // namespace mahala::reading
