#include "mahala/core/file/temporary_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "mahala/core/error.hpp"

namespace mahala {

TemporaryFile::TemporaryFile() {
  std::string name = std::filesystem::temp_directory_path() / "mahala-XXXXXX";
  descriptor_ = ::mkostemp(name.data(), O_CLOEXEC);
  require(descriptor_ >= 0, "{}: cannot be written: {}", name, std::strerror(errno));
  ::unlink(name.c_str());
  path_ = fmt::format("/proc/self/fd/{}", descriptor_);
}

TemporaryFile::~TemporaryFile() { ::close(descriptor_); }

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
