#include "mahala/core/checkpoint/checkpoint_file.hpp"

#include <bit>
#include <cstring>
#include <fstream>

#include "mahala/core/error.hpp"
#include "mahala/core/file/output_file.hpp"

namespace mahala {
namespace {

constexpr std::string_view checkpoint_magic = "MAHALACP";
constexpr std::uint64_t checkpoint_version = 1;
constexpr std::size_t word_size = sizeof(std::uint64_t);
static_assert(std::endian::native == std::endian::little && sizeof(double) == word_size);

/// Of bytes taken in words; which pieces they come in does not matter.
class ByteHash {
 public:
  void add(std::string_view bytes) {
    while (!bytes.empty() && filled_ > 0) {
      take(bytes.substr(0, 1));
      bytes.remove_prefix(1);
    }
    for (; bytes.size() >= word_size; bytes.remove_prefix(word_size)) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes.data(), word_size);
      mix(word);
    }
    for (; !bytes.empty(); bytes.remove_prefix(1)) take(bytes.substr(0, 1));
  }

  std::uint64_t value() const {
    ByteHash last = *this;
    last.mix(last.word_);
    last.mix(static_cast<std::uint64_t>(last.filled_));
    return last.hash_;
  }

 private:
  void take(std::string_view byte) {
    word_ |= static_cast<std::uint64_t>(static_cast<unsigned char>(byte[0])) << (8 * filled_);
    if (++filled_ < word_size) return;
    mix(word_);
    word_ = 0;
    filled_ = 0;
  }

  void mix(std::uint64_t word) {
    hash_ = std::rotl((hash_ ^ word) * 0x9E3779B97F4A7C15ULL, 29) * 0xBF58476D1CE4E5B9ULL;
  }

  std::uint64_t hash_ = 0x243F6A8885A308D3ULL, word_ = 0;
  std::size_t filled_ = 0;  ///< bytes of word_
};

class CheckpointWriter {
 public:
  explicit CheckpointWriter(const std::filesystem::path& file) : out_(file) {}

  void bytes(std::string_view some) {
    hash_.add(some);
    out_.write(some);
  }
  void number(std::uint64_t value) { bytes({reinterpret_cast<const char*>(&value), sizeof value}); }
  void text(std::string_view value) {
    number(value.size());
    bytes(value);
  }
  void array(const Matrix& value) {
    number(static_cast<std::uint64_t>(value.rows()));
    number(static_cast<std::uint64_t>(value.cols()));
    bytes({reinterpret_cast<const char*>(value.data()),
           static_cast<std::size_t>(value.size()) * sizeof(double)});
  }
  void finish() {
    number(hash_.value());
    out_.commit();
  }

 private:
  OutputFile out_;
  ByteHash hash_;
};

/// Reads what the checksum has vouched for; lengths are checked all the same.
class CheckpointReader {
 public:
  CheckpointReader(const std::filesystem::path& file, std::string_view rest)
      : file_(file), rest_(rest) {}

  std::string_view bytes(std::uint64_t count) {
    require(count <= rest_.size(), "{}: is a damaged checkpoint", file_.string());
    const std::string_view found = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return found;
  }
  std::uint64_t number() {
    std::uint64_t value = 0;
    std::memcpy(&value, bytes(sizeof value).data(), sizeof value);
    return value;
  }
  std::string text() { return std::string(bytes(number())); }
  Matrix array() {
    const std::uint64_t rows = number(), cols = number();
    require(rows == 0 || cols <= rest_.size() / word_size / rows, "{}: is a damaged checkpoint",
            file_.string());
    Matrix value(static_cast<Index>(rows), static_cast<Index>(cols));
    const std::string_view found = bytes(rows * cols * sizeof(double));
    if (!found.empty()) std::memcpy(value.data(), found.data(), found.size());
    return value;
  }

 private:
  const std::filesystem::path& file_;
  std::string_view rest_;
};

std::string whole_file(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  require(in.good(), "{}: cannot be read", file.string());
  std::string all(std::filesystem::file_size(file), '\0');
  in.read(all.data(), static_cast<std::streamsize>(all.size()));
  require(static_cast<std::size_t>(in.gcount()) == all.size(), "{}: cannot be read", file.string());
  return all;
}

}  // namespace

void write_checkpoint(const std::filesystem::path& file, const CheckpointContent& content) {
  CheckpointWriter out(file);
  out.bytes(checkpoint_magic);
  out.number(checkpoint_version);
  out.number(content.facts.size());
  for (const auto& [name, value] : content.facts) {
    out.text(name);
    out.text(value);
  }
  out.number(content.scopes.size());
  for (const auto& [key, scope] : content.scopes) {
    out.text(key);
    out.number(scope.ended ? 1 : 0);
    out.number(scope.parts.texts.size());
    for (const auto& [name, value] : scope.parts.texts) {
      out.text(name);
      out.text(value);
    }
    out.number(scope.parts.numbers.size());
    for (const auto& [name, value] : scope.parts.numbers) {
      out.text(name);
      out.array(value);
    }
  }
  out.finish();
}

CheckpointContent read_checkpoint(const std::filesystem::path& file) {
  const std::string all = whole_file(file);
  require(all.starts_with(checkpoint_magic), "{}: is no checkpoint of mahala", file.string());
  const std::size_t least = checkpoint_magic.size() + 2 * word_size;
  require(all.size() >= least, "{}: is a checkpoint that was cut off", file.string());
  CheckpointReader in(file, std::string_view(all).substr(checkpoint_magic.size()));
  const std::uint64_t version = in.number();
  require(version == checkpoint_version,
          "{}: is a checkpoint of format {}, of another version of mahala; this one writes and "
          "reads format {}",
          file.string(), version, checkpoint_version);
  ByteHash hash;
  hash.add(std::string_view(all).substr(0, all.size() - word_size));
  std::uint64_t checksum = 0;
  std::memcpy(&checksum, all.data() + all.size() - word_size, word_size);
  require(checksum == hash.value(),
          "{}: is a checkpoint that was cut off or damaged: its checksum is not that of its bytes",
          file.string());
  CheckpointContent content;
  for (std::uint64_t left = in.number(); left > 0; --left) {
    std::string name = in.text();
    content.facts.emplace_back(std::move(name), in.text());
  }
  for (std::uint64_t left = in.number(); left > 0; --left) {
    KeptScope& scope = content.scopes[in.text()];
    scope.ended = in.number() != 0;
    for (std::uint64_t texts = in.number(); texts > 0; --texts) {
      std::string name = in.text();
      scope.parts.texts[std::move(name)] = in.text();
    }
    for (std::uint64_t arrays = in.number(); arrays > 0; --arrays) {
      std::string name = in.text();
      scope.parts.numbers[std::move(name)] = in.array();
    }
  }
  return content;
}

}  // namespace mahala
