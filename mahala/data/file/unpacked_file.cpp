#include "mahala/data/file/unpacked_file.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace mahala::reading {
namespace {

constexpr std::string_view gzip_magic = "\x1f\x8b";
constexpr int gzip_headers = 16;               ///< added to zlib's size of the window
constexpr std::size_t longest_step = 1 << 30;  ///< zlib counts in unsigned int
constexpr int milliseconds_between_questions = 100;

}  // namespace

UnpackedFile::UnpackedFile(Descriptor file, std::string name, std::size_t step,
                           std::function<bool()> stop)
    : file_(std::move(file)),
      name_(std::move(name)),
      stop_(std::move(stop)),
      raw_(std::max(step, gzip_magic.size())) {
  std::size_t count = 0;
  while (count < gzip_magic.size()) {
    const std::size_t more = read_raw(raw_.data() + count, raw_.size() - count);
    if (more == 0) break;
    count += more;
  }
  packed_ = std::string_view(raw_.data(), count).starts_with(gzip_magic);
  stream_.next_in = reinterpret_cast<Bytef*>(raw_.data());
  stream_.avail_in = static_cast<uInt>(count);
  const bool ready = !packed_ || inflateInit2(&stream_, MAX_WBITS + gzip_headers) == Z_OK;
  require(ready, "{}: cannot be opened: not enough memory", name_);
}

UnpackedFile::~UnpackedFile() {
  if (packed_) inflateEnd(&stream_);
}

void UnpackedFile::wait() const {
  if (!stop_) return;
  pollfd waiting{.fd = file_.number(), .events = POLLIN, .revents = 0};
  for (;;) {
    if (stop_()) throw Cut(name_ + ": interrupted");
    const int ready = ::poll(&waiting, 1, milliseconds_between_questions);
    if (ready > 0 || (ready < 0 && errno != EINTR)) return;  // an error shows when it is read
  }
}

std::size_t UnpackedFile::read_raw(char* out, std::size_t size) {
  ssize_t count = -1;
  do {
    wait();
    count = ::read(file_.number(), out, std::min(size, longest_step));
  } while (count < 0 && errno == EINTR);
  require(count >= 0, "{}: cannot be read: {}", name_, std::strerror(errno));
  return static_cast<std::size_t>(count);
}

bool UnpackedFile::refill() {
  stream_.next_in = reinterpret_cast<Bytef*>(raw_.data());
  stream_.avail_in = static_cast<uInt>(read_raw(raw_.data(), raw_.size()));
  return stream_.avail_in > 0;
}

std::size_t UnpackedFile::read(char* out, std::size_t size) {
  std::size_t done = 0;
  while (done < size) {
    const std::size_t more = read_some(out + done, size - done);
    if (more == 0) break;
    done += more;
  }
  return done;
}

std::size_t UnpackedFile::read_some(char* out, std::size_t size) {
  return packed_ ? unpack(out, size) : copy(out, size);
}

/// What was read to recognise the file, then the file itself.
std::size_t UnpackedFile::copy(char* out, std::size_t size) {
  const std::size_t kept = std::min<std::size_t>(size, stream_.avail_in);
  if (kept == 0) return read_raw(out, size);
  std::memcpy(out, stream_.next_in, kept);
  stream_.next_in += kept;
  stream_.avail_in -= static_cast<uInt>(kept);
  return kept;
}

std::size_t UnpackedFile::unpack(char* out, std::size_t size) {
  const auto room = static_cast<uInt>(std::min(size, longest_step));
  stream_.next_out = reinterpret_cast<Bytef*>(out);
  stream_.avail_out = room;
  while (stream_.avail_out == room) {
    if (stream_.avail_in == 0 && !refill()) {
      require(between_members_, "{}: the gzip stream ends early", name_);
      return 0;
    }
    if (between_members_ && !first_) inflateReset(&stream_);
    between_members_ = false;
    const int code = inflate(&stream_, Z_NO_FLUSH);
    check(code);
    between_members_ = code == Z_STREAM_END;
    if (between_members_) first_ = false;
  }
  return room - stream_.avail_out;
}

void UnpackedFile::check(int code) const {
  require(code != Z_MEM_ERROR, "{}: cannot be read: not enough memory", name_);
  if (code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR) return;
  // Nothing but a header that is none leaves a member with no bytes at all.
  const bool no_header = stream_.total_out == 0 && stream_.total_in <= gzip_magic.size();
  require(!no_header || first_, "{}: what follows the gzip stream is not gzip", name_);
  fail("{}: the gzip stream is damaged", name_);
}

}  // namespace mahala::reading
