#include "mahala/data/file/zip.hpp"

#include <zlib.h>

#include <algorithm>
#include <limits>

#include "mahala/core/error.hpp"
#include "mahala/data/file/bytes.hpp"
#include "mahala/data/file/number.hpp"

namespace mahala::reading {
namespace {

using namespace std::string_view_literals;

constexpr std::uint64_t in_zip64 = 0xffffffff;  ///< the number is too large for its four bytes
constexpr std::uint64_t largest_ratio = 1032;   ///< of deflate, by its format
constexpr std::size_t largest_step = 1u << 30;  ///< zlib counts in unsigned int

/// Reads fields one after the other; Error if they are not all there.
class Fields {
 public:
  Fields(std::string_view bytes, std::uint64_t at, const std::string& file) : file_(file) {
    require(at <= bytes.size(), "{}: the zip archive is damaged", file);
    rest_ = bytes.substr(at);
  }

  std::string_view take(std::uint64_t count) {
    require(count <= rest_.size(), "{}: the zip archive is truncated", file_);
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }
  std::uint64_t number(std::size_t width) { return little_endian(take(width)); }
  void expect(std::string_view signature) {
    require(take(signature.size()) == signature, "{}: the zip archive is damaged", file_);
  }
  bool empty() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }

 private:
  const std::string& file_;
  std::string_view rest_;
};

/// Where the record that ends an archive begins.
std::size_t find_end(std::string_view archive, const std::string& file) {
  constexpr std::size_t smallest = 22, longest_comment = 0xffff;
  if (archive.size() >= smallest) {
    const std::size_t last = archive.size() - smallest;
    for (std::size_t back = 0; back <= std::min(last, longest_comment); ++back) {
      const std::string_view record = archive.substr(last - back);
      if (record.starts_with("PK\5\6"sv) && little_endian(record.substr(20, 2)) == back) {
        return last - back;
      }
    }
  }
  fail("{}: is not a zip archive, or truncated: its end record is missing", file);
}

struct Directory {
  std::uint64_t count = 0;
  std::string_view bytes = {};
};

Directory directory_at(std::string_view archive, std::uint64_t count, std::uint64_t size,
                       std::uint64_t offset, const std::string& file) {
  require(offset <= archive.size() && size <= archive.size() - offset,
          "{}: the zip directory lies outside the file", file);
  return {.count = count, .bytes = archive.substr(offset, size)};
}

Directory find_directory(std::string_view archive, const std::string& file) {
  constexpr std::size_t locator_size = 20;
  const std::size_t end = find_end(archive, file);
  if (end >= locator_size && archive.substr(end - locator_size).starts_with("PK\6\7"sv)) {
    Fields locator(archive, end - locator_size + 8, file);
    Fields record(archive, locator.number(8), file);
    record.expect("PK\6\6"sv);
    record.take(28);
    const std::uint64_t count = record.number(8), size = record.number(8);
    return directory_at(archive, count, size, record.number(8), file);
  }
  Fields record(archive, end + 10, file);
  const std::uint64_t count = record.number(2), size = record.number(4);
  return directory_at(archive, count, size, record.number(4), file);
}

/// Replaces the numbers that did not fit by those of the zip64 field.
void widen(std::string_view extra, std::uint64_t* (&numbers)[3], const std::string& file) {
  for (Fields fields(extra, 0, file); fields.rest().size() >= 4;) {
    const std::uint64_t id = fields.number(2);
    Fields field(fields.take(fields.number(2)), 0, file);
    if (id != 1) continue;
    for (std::uint64_t* number : numbers) {
      if (*number == in_zip64) *number = field.number(8);
    }
    return;
  }
}

/// The bytes of a member whose header, at `offset`, has to say the same name.
std::string_view packed_at(std::string_view archive, std::uint64_t offset, std::uint64_t size,
                           std::string_view name, const std::string& file) {
  Fields local(archive, offset, file);
  local.expect("PK\3\4"sv);
  local.take(22);
  const std::uint64_t name_size = local.number(2), extra_size = local.number(2);
  require(local.take(name_size) == name, "{}: the zip directory contradicts member '{}'", file,
          excerpt(name));
  local.take(extra_size);
  return local.take(size);
}

ZipMember parse_member(Fields& entry, std::string_view archive, const std::string& file) {
  entry.expect("PK\1\2"sv);
  entry.take(4);
  const std::uint64_t flags = entry.number(2), method = entry.number(2);
  entry.take(4);
  ZipMember member{.deflated = method == Z_DEFLATED,
                   .checksum = static_cast<std::uint32_t>(entry.number(4))};
  std::uint64_t packed = entry.number(4);
  member.size = entry.number(4);
  const std::uint64_t name_size = entry.number(2), extra_size = entry.number(2),
                      comment_size = entry.number(2);
  entry.take(8);
  std::uint64_t offset = entry.number(4);
  member.name = entry.take(name_size);
  std::uint64_t* numbers[] = {&member.size, &packed, &offset};
  widen(entry.take(extra_size), numbers, file);
  entry.take(comment_size);
  require((flags & 1) == 0, "{}: member '{}' is encrypted", file, excerpt(member.name));
  require(method == 0 || method == Z_DEFLATED, "{}: member '{}' is compressed by method {}", file,
          excerpt(member.name), method);
  member.packed = packed_at(archive, offset, packed, member.name, file);
  const bool possible =
      member.deflated ? member.size / largest_ratio <= packed + 1 : member.size == packed;
  require(possible, "{}: member '{}' cannot hold {} bytes", file, excerpt(member.name),
          member.size);
  return member;
}

/// zlib's raw inflate over a text of any length.
class Inflate {
 public:
  Inflate(std::string_view packed, const std::string& place) : packed_(packed), place_(place) {
    require(inflateInit2(&stream_, -MAX_WBITS) == Z_OK, "zlib cannot start");
  }
  ~Inflate() { inflateEnd(&stream_); }
  Inflate(const Inflate&) = delete;
  Inflate& operator=(const Inflate&) = delete;

  /// Up to `count` more bytes; fewer only at the end.
  std::string next(std::size_t count) {
    std::string out(count, '\0');
    std::size_t done = 0;
    while (done < count && !ended_) done += step(out.data() + done, count - done);
    out.resize(done);
    return out;
  }

 private:
  std::size_t step(char* out, std::size_t room) {
    if (stream_.avail_in == 0) {
      const std::size_t size = std::min(packed_.size(), largest_step);
      stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed_.data()));
      stream_.avail_in = static_cast<uInt>(size);
      packed_.remove_prefix(size);
    }
    const auto asked = static_cast<uInt>(std::min(room, largest_step));
    stream_.next_out = reinterpret_cast<Bytef*>(out);
    stream_.avail_out = asked;
    const int code = inflate(&stream_, Z_NO_FLUSH);
    ended_ = code == Z_STREAM_END;
    require(code == Z_OK || ended_, "{}: the deflated stream is damaged or ends early", place_);
    return asked - stream_.avail_out;
  }

  z_stream stream_ = {};
  std::string_view packed_;
  const std::string& place_;
  bool ended_ = false;
};

void check_sum(std::string_view bytes, const ZipMember& member, const std::string& place) {
  const auto sum = crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
  require(bytes.size() == member.size && sum == member.checksum, "{}: the content is damaged",
          place);
}

}  // namespace

std::vector<ZipMember> zip_members(std::string_view archive, const std::string& file) {
  const Directory directory = find_directory(archive, file);
  std::vector<ZipMember> members;
  Fields entries(directory.bytes, 0, file);
  for (std::uint64_t k = 0; k < directory.count; ++k) {
    members.push_back(parse_member(entries, archive, file));
  }
  require(entries.empty(), "{}: the zip directory holds more than its {} members", file,
          directory.count);
  return members;
}

std::string first_bytes(const ZipMember& member, std::size_t count, const std::string& file) {
  if (!member.deflated) return std::string(member.packed.substr(0, count));
  const std::string place = file + ":" + member.name;
  return Inflate(member.packed, place).next(std::min<std::uint64_t>(count, member.size));
}

ZipContent content_of(const ZipMember& member, std::shared_ptr<const void> memory, Index max_bytes,
                      const std::string& file) {
  const std::string place = file + ":" + member.name;
  ZipContent content{.memory = std::move(memory), .bytes = member.packed};
  if (member.deflated) {
    require(max_bytes == 0 || member.size <= static_cast<std::uint64_t>(max_bytes),
            "{}: holds {} bytes decompressed; raise option max_bytes above {} if that is right",
            place, member.size, max_bytes);
    auto text =
        std::make_shared<const std::string>(Inflate(member.packed, place).next(member.size));
    content = {.memory = text, .bytes = *text};
  }
  check_sum(content.bytes, member, place);
  return content;
}

}  // namespace mahala::reading
