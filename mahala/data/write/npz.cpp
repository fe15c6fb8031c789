// A zip archive of x.npy and, if there are labels, y.npy: stored, so that the samples can be
// mapped. All sizes are in zip64 fields, which leaves one way to write any size.
#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "mahala/core/output_file.hpp"
#include "mahala/data/write/binary.hpp"
#include "mahala/data/write/formats.hpp"

namespace mahala::writing {
namespace {

using namespace std::string_view_literals;

/// Calls write with the content of a member, piece by piece; as often as asked.
using Content = std::function<void(const std::function<void(std::string_view)>& write)>;

template <std::size_t width>
std::string number(std::uint64_t value) {
  std::string bytes;
  for (std::size_t k = 0; k < width; ++k) bytes += static_cast<char>(value >> (8 * k) & 0xff);
  return bytes;
}

struct Member {
  std::string name;
  std::uint64_t size = 0, offset = 0;
  std::uint32_t checksum = 0;
};

/// The fields both headers of a member have in common; the zip64 field holds the sizes.
std::string common_fields(const Member& member, std::size_t extra_size) {
  constexpr std::uint64_t version = 45, date_1980_01_01 = 0x21, in_zip64 = 0xffffffff;
  return number<2>(version) + number<2>(0) + number<2>(0) + number<2>(0) +
         number<2>(date_1980_01_01) + number<4>(member.checksum) + number<4>(in_zip64) +
         number<4>(in_zip64) + number<2>(member.name.size()) + number<2>(extra_size);
}

class Archive {
 public:
  explicit Archive(const std::filesystem::path& path) : file_(path) {}

  void add(std::string name, const Content& content);
  void commit();

 private:
  void write(std::string_view bytes) {
    file_.write(bytes);
    written_ += bytes.size();
  }
  std::string local_header(const Member& member) const;

  OutputFile file_;
  std::uint64_t written_ = 0;
  std::vector<Member> members_;
};

/// Padded by a field of its own so that the content begins at a multiple of 64 bytes and can be
/// mapped; 0xD935 is what Android's zipalign uses for it.
std::string Archive::local_header(const Member& member) const {
  constexpr std::size_t fixed = 30, alignment = 64;
  const std::string sizes =
      number<2>(1) + number<2>(16) + number<8>(member.size) + number<8>(member.size);
  const std::size_t before = written_ + fixed + member.name.size() + sizes.size() + 4;
  const std::size_t padding = (alignment - before % alignment) % alignment;
  const std::string extra =
      sizes + number<2>(0xD935) + number<2>(padding) + std::string(padding, '\0');
  return "PK\3\4" + common_fields(member, extra.size()) + member.name + extra;
}

void Archive::add(std::string name, const Content& content) {
  Member member{.name = std::move(name), .offset = written_};
  uLong sum = crc32_z(0, nullptr, 0);
  content([&](std::string_view bytes) {
    sum = crc32_z(sum, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
    member.size += bytes.size();
  });
  member.checksum = static_cast<std::uint32_t>(sum);
  write(local_header(member));
  content([&](std::string_view bytes) { write(bytes); });
  members_.push_back(std::move(member));
}

void Archive::commit() {
  const std::uint64_t begin = written_, count = members_.size();
  for (const Member& member : members_) {
    const std::string extra = number<2>(1) + number<2>(24) + number<8>(member.size) +
                              number<8>(member.size) + number<8>(member.offset);
    write("PK\1\2" + number<2>(45) + common_fields(member, extra.size()) + number<2>(0) +
          number<2>(0) + number<2>(0) + number<4>(0) + number<4>(0xffffffff) + member.name + extra);
  }
  const std::uint64_t end = written_;
  write("PK\6\6" + number<8>(44) + number<2>(45) + number<2>(45) + number<4>(0) + number<4>(0) +
        number<8>(count) + number<8>(count) + number<8>(end - begin) + number<8>(begin));
  write("PK\6\7" + number<4>(0) + number<8>(end) + number<4>(1));
  write("PK\5\6" + number<2>(0) + number<2>(0) + number<2>(0xffff) + number<2>(0xffff) +
        number<4>(0xffffffff) + number<4>(0xffffffff) + number<2>(0));
  file_.commit();
}

/// The integer a label reads back from exactly, if it is one.
bool as_integer(const std::string& name, std::int64_t& value) {
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), value);
  return error == std::errc{} && fmt::format("{}", value) == name;
}

std::string integer_labels(const Labels& labels) {
  std::string all = npy_header("<i8", fmt::format("{},", labels.size()));
  for (Index i = 0; i < labels.size(); ++i) {
    std::int64_t value = 0;
    as_integer(labels.names()[static_cast<std::size_t>(labels[i][0])], value);
    all += number<8>(static_cast<std::uint64_t>(value));
  }
  return all;
}

/// Names as the bytes they are, padded with NULs to the longest.
std::string text_labels(const Labels& labels) {
  std::size_t longest = 1;
  for (const std::string& name : labels.names()) longest = std::max(longest, name.size());
  std::string all = npy_header(fmt::format("|S{}", longest), fmt::format("{},", labels.size()));
  for (Index i = 0; i < labels.size(); ++i) {
    std::string name = labels.names()[static_cast<std::size_t>(labels[i][0])];
    name.resize(longest, '\0');
    all += name;
  }
  return all;
}

std::string label_array(const Labels& labels) {
  std::int64_t ignored = 0;
  const auto& names = labels.names();
  const bool integers = std::all_of(names.begin(), names.end(), [&](const std::string& name) {
    return as_integer(name, ignored);
  });
  return integers ? integer_labels(labels) : text_labels(labels);
}

}  // namespace

void write_npz(const Dataset& data, const std::filesystem::path& path) {
  check_single(data.labels, path, "npz");
  const std::string header = npy_header("<f8", fmt::format("{}, {}", data.size(), data.dim()));
  Archive archive(path);
  archive.add("x.npy", [&](const auto& write) {
    write(header);
    for_each_sample(data.x, write);
  });
  if (!data.labels.empty()) {
    const std::string labels = label_array(data.labels);
    archive.add("y.npy", [&](const auto& write) { write(labels); });
  }
  archive.commit();
}

}  // namespace mahala::writing
