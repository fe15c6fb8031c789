#include "mahala/data/write/text_file.hpp"

#include <zlib.h>

#include <charconv>

#include "mahala/core/error.hpp"

namespace mahala::writing {
namespace {

constexpr std::size_t buffer_size = 1 << 18;
constexpr int largest_window_as_gzip = 15 + 16;  // how zlib asks for a gzip header
constexpr int default_memory = 8;
constexpr std::size_t longest_number = 32;

}  // namespace

struct TextFile::Deflate {
  z_stream stream = {};
  std::string out = std::string(buffer_size, '\0');

  Deflate() {
    const int code = deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED,
                                  largest_window_as_gzip, default_memory, Z_DEFAULT_STRATEGY);
    require(code == Z_OK, "zlib cannot start: error {}", code);
  }
  ~Deflate() { deflateEnd(&stream); }
  Deflate(const Deflate&) = delete;
  Deflate& operator=(const Deflate&) = delete;

  void write(std::string& text, bool last, OutputFile& file) {
    stream.next_in = reinterpret_cast<Bytef*>(text.data());
    stream.avail_in = static_cast<uInt>(text.size());
    do {
      stream.next_out = reinterpret_cast<Bytef*>(out.data());
      stream.avail_out = static_cast<uInt>(out.size());
      deflate(&stream, last ? Z_FINISH : Z_NO_FLUSH);
      file.write({out.data(), out.size() - stream.avail_out});
    } while (stream.avail_out == 0);
  }
};

TextFile::TextFile(const std::filesystem::path& path)
    : file_(path), deflate_(ending_of(path) == ".gz" ? std::make_unique<Deflate>() : nullptr) {}

TextFile::~TextFile() = default;

TextFile& TextFile::operator<<(std::string_view text) {
  buffer_ += text;
  if (buffer_.size() >= buffer_size) flush(false);
  return *this;
}

TextFile& TextFile::operator<<(double number) {
  char digits[longest_number];
  const auto result = std::to_chars(digits, digits + longest_number, number);
  return *this << std::string_view(digits, static_cast<std::size_t>(result.ptr - digits));
}

TextFile& TextFile::operator<<(long number) {
  char digits[longest_number];
  const auto result = std::to_chars(digits, digits + longest_number, number);
  return *this << std::string_view(digits, static_cast<std::size_t>(result.ptr - digits));
}

void TextFile::flush(bool last) {
  // zlib counts in unsigned int; one text may be longer than that, but not by its nature.
  require(buffer_.size() < (std::size_t{1} << 31), "a text of {} bytes cannot be written",
          buffer_.size());
  if (deflate_ != nullptr) {
    deflate_->write(buffer_, last, file_);
  } else {
    file_.write(buffer_);
  }
  buffer_.clear();
}

void TextFile::commit() {
  flush(true);
  file_.commit();
}

std::string ending_of(const std::filesystem::path& path) {
  std::string ending = path.extension().string();
  for (char& c : ending) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return ending;
}

std::string quoted_cell(std::string_view text) {
  const bool plain = !text.empty() && text.find_first_of("\",;\t\r\n") == text.npos &&
                     text.front() != ' ' && text.back() != ' ';
  if (plain) return std::string(text);
  std::string cell = "\"";
  for (const char c : text) {
    cell += c;
    if (c == '"') cell += c;
  }
  return cell + '"';
}

}  // namespace mahala::writing
