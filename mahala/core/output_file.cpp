#include "mahala/core/output_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "mahala/core/error.hpp"

namespace mahala {
namespace {

constexpr std::size_t buffer_size = 1 << 18;

bool is_special(const std::filesystem::path& path) {
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  return exists(status) && !is_regular_file(status);
}

}  // namespace

OutputFile::OutputFile(std::filesystem::path path) : path_(std::move(path)) {
  require(!std::filesystem::is_directory(path_), "{}: is a directory", path_.string());
  if (is_special(path_)) {
    descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    require(descriptor_ >= 0, "{}: cannot be written: {}", path_.string(), std::strerror(errno));
    return;
  }
  std::string name = path_.string() + ".part-XXXXXX";
  descriptor_ = ::mkostemp(name.data(), O_CLOEXEC);
  require(descriptor_ >= 0, "{}: cannot be written: {}", path_.string(), std::strerror(errno));
  temporary_ = name;
  // mkostemp makes files private; what people make is governed by their umask.
  const mode_t mask = ::umask(0);
  ::umask(mask);
  ::fchmod(descriptor_, 0666 & ~mask);
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::write(std::string_view bytes) {
  buffer_ += bytes;
  if (buffer_.size() >= buffer_size) flush();
}

void OutputFile::flush() {
  std::string_view rest = buffer_;
  while (!rest.empty()) {
    const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    require(written > 0, "{}: cannot be written: {}", path_.string(), std::strerror(errno));
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  buffer_.clear();
}

void OutputFile::commit() {
  flush();
  if (temporary_.empty()) return;
  require(::fsync(descriptor_) == 0, "{}: cannot be written: {}", path_.string(),
          std::strerror(errno));
  require(::rename(temporary_.c_str(), path_.c_str()) == 0, "{}: cannot be written: {}",
          path_.string(), std::strerror(errno));
  temporary_.clear();
}

}  // namespace mahala
