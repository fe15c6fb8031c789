#include "mahala/core/file/output_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <random>

#include "mahala/core/error.hpp"
#include "mahala/core/file/unfinished_files.hpp"
#include "mahala/core/ranks.hpp"

namespace mahala {
namespace {

constexpr std::size_t buffer_size = 1 << 18;

constexpr int most_links = 40;  // as the kernel follows

constexpr int none = -1;

/// The descriptor a name such as /dev/stdout or /dev/fd/3 stands for, or none.
int own_descriptor(const std::filesystem::path& path) {
  const std::string name = std::filesystem::absolute(path).lexically_normal();
  if (name == "/dev/stdout") return STDOUT_FILENO;
  if (name == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!name.starts_with(folder)) continue;
    const char* last = name.data() + name.size();
    int number = none;
    const auto [end, error] = std::from_chars(name.data() + folder.size(), last, number);
    return error == std::errc{} && end == last ? number : none;
  }
  return none;
}

/// A pipe or terminal, or a name the kernel makes up, such as /dev/stdout: to be written
/// where it is, for renaming would replace the name and not what it stands for.
bool is_special(const std::filesystem::path& path) {
  const std::string name = std::filesystem::absolute(path).lexically_normal();
  if (name.starts_with("/dev/") || name.starts_with("/proc/")) return true;
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  return exists(status) && !is_regular_file(status);
}

/// The file behind symbolic links, which renaming would otherwise replace.
std::filesystem::path behind_links(std::filesystem::path path) {
  require(!path.empty(), "the name of the file to write is empty");
  std::error_code ignored;
  for (int k = 0; k < most_links && !is_special(path); ++k) {
    if (!std::filesystem::is_symlink(path, ignored)) break;
    path = path.parent_path() / std::filesystem::read_symlink(path);
  }
  return path;
}

/// What others write there before and after stays: an own descriptor goes on where it is.
int open_special(const std::filesystem::path& path) {
  const int own = own_descriptor(path);
  return own == none ? ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_TRUNC)
                     : ::fcntl(own, F_DUPFD_CLOEXEC, 0);
}

constexpr std::string_view temporary_mark = ".part-mahala-";
constexpr std::size_t random_part = 6;  ///< letters and digits after it

/// Is `name` that of a temporary file for the output `file`?
bool is_temporary_of(std::string_view file, std::string_view name) {
  return name.size() == file.size() + temporary_mark.size() + random_part &&
         name.starts_with(file) && name.substr(file.size()).starts_with(temporary_mark);
}

/// Whoever writes a temporary file holds its lock, which goes with the process, however that ends.
/// Removes the file if nobody does.
void remove_if_stale(const std::filesystem::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (file < 0) return;
  struct stat status {};
  const bool ours =
      ::fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == ::geteuid();
  if (ours && ::flock(file, LOCK_EX | LOCK_NB) == 0) ::unlink(path.c_str());
  ::close(file);
}

std::filesystem::path folder_of(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : ".";
}

/// What runs that were killed have left of the same output.
void remove_stale(const std::filesystem::path& path) {
  const std::string file = path.filename();
  std::error_code error;
  std::filesystem::directory_iterator entry(folder_of(path), error);
  for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    if (is_temporary_of(file, entry->path().filename().native())) remove_if_stale(entry->path());
  }
}

std::string random_letters(std::size_t count) {
  constexpr std::string_view letters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  std::random_device source;
  std::string text;
  while (text.size() < count) text += letters[source() % letters.size()];
  return text;
}

/// Makes a temporary file and takes its lock. It is noted before it is there: a signal in between
/// would leave it behind, which is why mkostemp will not do. Somebody else who writes the same
/// output may have taken it for stale and removed it before it was locked: then there is another.
int make_temporary(std::string& name) {
  constexpr int most_tries = 100;
  const std::string start = name + std::string(temporary_mark);
  for (int k = 0; k < most_tries; ++k) {
    name = start + random_letters(random_part);
    note_unfinished(name);
    const int descriptor = ::open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (descriptor < 0) {
      const int why = errno;
      forget_unfinished(name);
      errno = why;
      if (why == EEXIST) continue;
      return none;
    }
    ::flock(descriptor, LOCK_EX | LOCK_NB);
    struct stat status {};
    if (::fstat(descriptor, &status) == 0 && status.st_nlink > 0) return descriptor;
    forget_unfinished(name);
    ::close(descriptor);
  }
  return none;
}

/// The new name survives a loss of power only once its directory is on the disk. Directories that
/// cannot be opened or synced, as of some networks, are left to their system.
void make_durable(const std::filesystem::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  const bool failed = ::fsync(descriptor) != 0 && errno == EIO;
  ::close(descriptor);
  require(!failed, "{}: cannot be written: {}", folder.string(), std::strerror(EIO));
}

}  // namespace

void hold_standard_descriptors() {
  // What is opened for the other direction fails when it is used, as a closed one would.
  for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(number, F_GETFD) != -1 || errno != EBADF) continue;
    const int opened = ::open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    if (opened == number) continue;
    if (opened >= 0) ::close(opened);
  }
}

bool is_standard_output(const std::filesystem::path& path) {
  return own_descriptor(behind_links(path)) == STDOUT_FILENO;
}

OutputFile::OutputFile(const std::filesystem::path& path) : path_(behind_links(path)) {
  if (rank() > 0) path_ = "/dev/null";  // what rank 0 writes as well
  require(!std::filesystem::is_directory(path_), "{}: is a directory", path_.string());
  if (is_special(path_)) {
    descriptor_ = open_special(path_);
    require(descriptor_ >= 0, "{}: cannot be written: {}", path_.string(), std::strerror(errno));
    begin_ = std::max<off_t>(0, ::lseek(descriptor_, 0, SEEK_CUR));
    return;
  }
  remove_stale(path_);
  std::string name = path_.string();
  descriptor_ = make_temporary(name);
  require(descriptor_ >= 0, "{}: cannot be written: {}", path_.string(), std::strerror(errno));
  temporary_ = name;
  // A temporary file is private: a file that is replaced gives its mode, else the umask does.
  struct stat before {};
  const mode_t mask = ::umask(0);
  ::umask(mask);
  ::fchmod(descriptor_, ::stat(path_.c_str(), &before) == 0 ? before.st_mode : 0666 & ~mask);
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (temporary_.empty()) return;
  ::unlink(temporary_.c_str());
  forget_unfinished(temporary_.native());
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

void OutputFile::overwrite(std::uint64_t offset, std::string_view bytes) {
  flush();
  require((::fcntl(descriptor_, F_GETFL) & O_APPEND) == 0,
          "{}: cannot be written: this format goes back in the file, and appending does not",
          path_.string());
  const ssize_t written =
      ::pwrite(descriptor_, bytes.data(), bytes.size(), begin_ + static_cast<off_t>(offset));
  require(written == std::ssize(bytes), "{}: cannot be written: {}", path_.string(),
          errno == ESPIPE ? "this format goes back in the file, and a pipe does not"
                          : std::strerror(errno));
}

void OutputFile::commit() {
  flush();
  if (temporary_.empty()) return;
  require(::fsync(descriptor_) == 0, "{}: cannot be written: {}", path_.string(),
          std::strerror(errno));
  require(::rename(temporary_.c_str(), path_.c_str()) == 0, "{}: cannot be written: {}",
          path_.string(), std::strerror(errno));
  forget_unfinished(temporary_.native());
  temporary_.clear();
  make_durable(folder_of(path_));
}

}  // namespace mahala
