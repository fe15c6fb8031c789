#include "mahala/data/file/source.hpp"

#include <algorithm>
#include <cstring>

#include "mahala/core/error.hpp"
#include "mahala/data/file/chunks.hpp"
#include "mahala/data/file/open.hpp"

namespace mahala::reading {
namespace {

constexpr std::size_t smallest_buffer = 1 << 16, usual_buffer = 1 << 20;
constexpr std::size_t largest_read = 1 << 30;
constexpr std::size_t largest_compressed_buffer = 1 << 17;
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

}  // namespace

Source::Source(const std::filesystem::path& path, Index max_bytes, const Waiting& waiting)
    : name_(path.string()), max_bytes_(max_bytes) {
  Descriptor descriptor = open_for_reading(path);
  // Small files are common, and a megabyte for each is not free.
  const std::size_t size = file_size_ = size_of(descriptor);
  regular_ = is_regular(descriptor);
  buffer_.resize(size == 0 ? usual_buffer : std::clamp(size + 1, smallest_buffer, usual_buffer));
  const std::size_t step = std::min(buffer_.size() / 4, largest_compressed_buffer);
  file_ = std::make_unique<UnpackedFile>(std::move(descriptor), name_, step, waiting.stop);
  if (regular_) {
    fill(largest_read);
  } else {
    begin_pipe(waiting.first_line_will_do);
  }
  if (peek().starts_with(byte_order_mark)) begin_ += byte_order_mark.size();
}

void Source::begin_pipe(bool first_line_will_do) {
  const auto enough = [&] {
    if (end_ >= smallest_buffer) return true;
    if (!first_line_will_do) return false;
    const std::string_view seen = peek();
    const auto text = seen.find_first_not_of(" \t\r\n");
    return text != seen.npos && seen.find('\n', text) != seen.npos;
  };
  while (!ended_ && !enough()) fill(smallest_buffer);
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
      check_nul({start + searched, size - searched}, line_ + 1);  // there may be no end of them
      searched = size;
      fill(largest_read);
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

void Source::check_nul(std::string_view text, Index line) const {
  require(text.find('\0') == std::string_view::npos, "{}:{}: holds a NUL byte; this is not text",
          name_, line);
}

void Source::check_text(std::string_view text, bool whole_file) const {
  check_nul(text, line_);
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
  char* const out = buffer_.data() + end_;
  // Lines of a pipe are seen as soon as they were written.
  const std::size_t count = regular_ ? file_->read(out, room) : file_->read_some(out, room);
  ended_ = regular_ ? count < room : count == 0;
  end_ += count;
  bytes_ += static_cast<Index>(count);
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
  require(max_bytes_ == 0 || bytes_ <= max_bytes_ || (regular_ && !compressed()),
          "{}: holds more than {} bytes{}; raise option max_bytes if that is right", name_,
          max_bytes_, compressed() ? " decompressed" : "");
}

void Source::check_length(std::size_t size) const {
  require(size <= longest_line_, "{}:{}: the line is longer than {} bytes", name_, line_ + 1,
          longest_line_);
}

std::string_view without_return(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace mahala::reading
