#include "mahala/data/file/source.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "mahala/core/error.hpp"
#include "mahala/data/file/chunks.hpp"
#include "mahala/data/file/open.hpp"

namespace mahala::reading {
namespace {

constexpr std::size_t smallest_buffer = 1 << 16, usual_buffer = 1 << 20;
constexpr std::size_t largest_read = 1 << 30;  // gzread counts in unsigned int
constexpr std::size_t largest_compressed_buffer = 1 << 17;
/// zlib waits until all it was asked for is there. Of a pipe little is asked for at a time, so that
/// lines are seen soon after they were written.
constexpr std::size_t pipe_read = 1 << 12;
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

}  // namespace

Source::Source(const std::filesystem::path& path, Index max_bytes)
    : name_(path.string()), max_bytes_(max_bytes) {
  Descriptor descriptor = open_for_reading(path);
  // Small files are common, and a megabyte for each is not free.
  const std::size_t size = file_size_ = size_of(descriptor);
  regular_ = is_regular(descriptor);
  buffer_.resize(size == 0 ? usual_buffer : std::clamp(size + 1, smallest_buffer, usual_buffer));
  file_.reset(gzdopen(descriptor.number(), "rb"));
  require(file_ != nullptr, "{}: cannot be opened: not enough memory", name_);
  descriptor.release();
  const std::size_t zlib_buffer =
      regular_ ? std::min(buffer_.size() / 4, largest_compressed_buffer) : pipe_read / 2;
  gzbuffer(file_.get(), static_cast<unsigned>(zlib_buffer));
  fill(regular_ ? largest_read : smallest_buffer);
  compressed_ = gzdirect(file_.get()) == 0;
  check_bound();
  if (peek().starts_with(byte_order_mark)) begin_ += byte_order_mark.size();
}

bool Source::line(std::string_view& text) {
  std::size_t searched = 0;
  for (;;) {
    const char* start = buffer_.data() + begin_;
    const std::size_t size = end_ - begin_;
    const auto* stop =
        static_cast<const char*>(std::memchr(start + searched, '\n', size - searched));
    if (stop == nullptr && !ended_) {
      check_length(size);
      searched = size;
      fill(regular_ ? largest_read : pipe_read);
      continue;
    }
    if (stop == nullptr && size == 0) return false;
    text = {start, stop == nullptr ? size : static_cast<std::size_t>(stop - start)};
    check_length(text.size());
    begin_ += text.size() + (stop == nullptr ? 0 : 1);
    ++line_;
    check_text(text, stop == nullptr && line_ == 1);
    return true;
  }
}

void Source::check_text(std::string_view text, bool whole_file) const {
  require(text.find('\0') == std::string_view::npos, "{}:{}: holds a NUL byte; this is not text",
          name_, line_);
  // In quotes a carriage return may be text.
  const bool old_mac = whole_file && without_return(text).find('\r') != std::string_view::npos &&
                       text.find('"') == std::string_view::npos;
  require(!old_mac, "{}: line ends are CR only; lines must end in LF or CR LF", name_);
}

void Source::fill(std::size_t most) {
  std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  if (end_ == buffer_.size()) buffer_.resize(2 * buffer_.size());
  const std::size_t room = std::min(buffer_.size() - end_, most);
  const int count = gzread(file_.get(), buffer_.data() + end_, static_cast<unsigned>(room));
  check_stream(count < 0);
  ended_ = static_cast<std::size_t>(count) < room;
  end_ += static_cast<std::size_t>(count);
  bytes_ += count;
  check_bound();
}

std::string Source::rest() {
  Chunks<char> pieces;
  for (;; fill(largest_read)) {
    pieces.append(peek());
    begin_ = end_;
    if (ended_) break;
  }
  std::string all(pieces.size(), '\0');
  pieces.move_to(all.data());
  return all;
}

void Source::check_bound() const {
  require(max_bytes_ == 0 || bytes_ <= max_bytes_ || (regular_ && !compressed_),
          "{}: holds more than {} bytes{}; raise option max_bytes if that is right", name_,
          max_bytes_, compressed_ ? " decompressed" : "");
}

void Source::check_length(std::size_t size) const {
  require(size <= longest_line_, "{}:{}: the line is longer than {} bytes", name_, line_ + 1,
          longest_line_);
}

/// zlib reports a stream that ends early only on the side: the read itself succeeds.
void Source::check_stream(bool failed) const {
  int code = Z_OK;
  gzerror(file_.get(), &code);
  require(code != Z_BUF_ERROR, "{}: the gzip stream ends early", name_);
  require(code != Z_ERRNO, "{}: cannot be read: {}", name_, std::strerror(errno));
  require(!failed && code >= 0, "{}: the gzip stream is damaged", name_);
}

std::string_view without_return(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace mahala::reading
