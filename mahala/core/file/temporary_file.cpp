#include "mahala/core/file/temporary_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "mahala/core/error.hpp"
#include "mahala/core/memory.hpp"

namespace mahala {

TemporaryFile::TemporaryFile() {
  std::error_code error;
  const auto folder = std::filesystem::temp_directory_path(error);
  require(!error, "the folder for temporary files (TMPDIR) cannot be used: {}", error.message());
  std::string name = folder / "mahala-XXXXXX";
  descriptor_ = ::mkostemp(name.data(), O_CLOEXEC);
  require(descriptor_ >= 0, "{}: cannot be written: {}", name, std::strerror(errno));
  ::unlink(name.c_str());
  path_ = fmt::format("/proc/self/fd/{}", descriptor_);
}

TemporaryFile::~TemporaryFile() {
  if (memory_ != nullptr) ::munmap(memory_, mapped_);
  ::close(descriptor_);
}

void* TemporaryFile::map(std::size_t bytes) {
  const auto folder = std::filesystem::temp_directory_path().string();
  // Room is taken now: a page that finds none later would end the program by a signal.
  int error = EINTR;
  while (error == EINTR) error = ::posix_fallocate(descriptor_, 0, static_cast<off_t>(bytes));
  require(error == 0, "{}: has no room for {}: {}", folder, bytes_text(static_cast<double>(bytes)),
          std::strerror(error));
  void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor_, 0);
  require(memory != MAP_FAILED, "{}: a file there cannot be mapped: {}", folder,
          std::strerror(errno));
  memory_ = memory;
  mapped_ = bytes;
  return memory_;
}

void TemporaryFile::append(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    require(written > 0, "{}: cannot be written: {}", path_.string(), std::strerror(errno));
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void TemporaryFile::read(std::uint64_t offset, std::span<char> out) const {
  while (!out.empty()) {
    const ssize_t count = ::pread(descriptor_, out.data(), out.size(), static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    require(count > 0, "{}: cannot be read: {}", path_.string(), std::strerror(errno));
    offset += static_cast<std::uint64_t>(count);
    out = out.subspan(static_cast<std::size_t>(count));
  }
}

}  // namespace mahala
