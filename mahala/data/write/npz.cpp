// A zip archive of x.npy and, if there are labels, y.npy: stored, so that the samples can be
// mapped. All sizes are in zip64 fields, which leaves one way to write any size.
#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <unordered_map>

#include "mahala/core/file/output_file.hpp"
#include "mahala/data/write/binary.hpp"
#include "mahala/data/write/formats.hpp"

namespace mahala::writing {
namespace {

using namespace std::string_view_literals;

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

  /// Begins a member of `size` bytes, which calls of `write` have to give.
  void begin(std::string name, std::uint64_t size);
  void write(std::string_view bytes);
  void end();
  void commit();

 private:
  void put(std::string_view bytes) {
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

void Archive::begin(std::string name, std::uint64_t size) {
  members_.push_back({.name = std::move(name), .size = size, .offset = written_});
  put(local_header(members_.back()));
}

void Archive::write(std::string_view bytes) {
  std::uint32_t& sum = members_.back().checksum;
  sum = static_cast<std::uint32_t>(
      crc32_z(sum, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
  put(bytes);
}

/// The checksum stands before what it is of.
void Archive::end() {
  constexpr std::uint64_t place_of_checksum = 14;
  file_.overwrite(members_.back().offset + place_of_checksum, number<4>(members_.back().checksum));
}

void Archive::commit() {
  const std::uint64_t begin = written_, count = members_.size();
  for (const Member& member : members_) {
    const std::string extra = number<2>(1) + number<2>(24) + number<8>(member.size) +
                              number<8>(member.size) + number<8>(member.offset);
    put("PK\1\2" + number<2>(45) + common_fields(member, extra.size()) + number<2>(0) +
        number<2>(0) + number<2>(0) + number<4>(0) + number<4>(0xffffffff) + member.name + extra);
  }
  const std::uint64_t end = written_;
  put("PK\6\6" + number<8>(44) + number<2>(45) + number<2>(45) + number<4>(0) + number<4>(0) +
      number<8>(count) + number<8>(count) + number<8>(end - begin) + number<8>(begin));
  put("PK\6\7" + number<4>(0) + number<8>(end) + number<4>(1));
  put("PK\5\6" + number<2>(0) + number<2>(0) + number<2>(0xffff) + number<2>(0xffff) +
      number<4>(0xffffffff) + number<4>(0xffffffff) + number<2>(0));
  file_.commit();
}

/// The integer a label reads back from exactly, if it is one.
bool as_integer(const std::string& name, std::int64_t& value) {
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), value);
  return error == std::errc{} && fmt::format("{}", value) == name;
}

/// How labels are written: as integers if all of them are, else as the bytes of their names,
/// padded with NULs to the longest.
class LabelArray {
 public:
  explicit LabelArray(const std::vector<std::string>& names) : names_(names) {
    std::int64_t ignored = 0;
    for (const std::string& name : names) {
      integers_ = integers_ && as_integer(name, ignored);
      longest_ = std::max(longest_, name.size());
    }
    for (std::size_t k = 0; k < names.size(); ++k) id_[names[k]] = static_cast<std::int32_t>(k);
  }

  /// Four bytes a sample until they are written, behind the samples.
  void add(const Labels& labels) {
    for (Index i = 0; i < labels.size(); ++i) {
      ids_.push_back(id_.at(labels.names()[static_cast<std::size_t>(labels[i][0])]));
    }
  }

  void write(Archive& archive) const {
    const std::size_t item = integers_ ? sizeof(std::int64_t) : longest_;
    const std::string header =
        npy_header(integers_ ? "<i8" : fmt::format("|S{}", item), fmt::format("{},", ids_.size()));
    archive.begin("y.npy", header.size() + item * ids_.size());
    archive.write(header);
    for (const std::int32_t id : ids_) archive.write(bytes(names_[static_cast<std::size_t>(id)]));
    archive.end();
  }

 private:
  std::string bytes(std::string name) const {
    std::int64_t value = 0;
    if (integers_ && as_integer(name, value)) return number<8>(static_cast<std::uint64_t>(value));
    name.resize(longest_, '\0');
    return name;
  }

  std::vector<std::string> names_;
  std::unordered_map<std::string, std::int32_t> id_;
  std::vector<std::int32_t> ids_;
  bool integers_ = true;
  std::size_t longest_ = 1;
};

class NpzSink : public SampleSink {
 public:
  NpzSink(const Survey& survey, const Path& path)
      : path_(path), archive_(path), width_(survey.width), labels_(survey.labels) {
    const std::string header =
        npy_header(npy_type(width_), fmt::format("{}, {}", survey.size, survey.dim));
    archive_.begin("x.npy", header.size() + byte_size(survey));
    archive_.write(header);
  }

  void append(const Dataset& block) override {
    check_single(block.labels, path_, "npz", written_);
    for_each_sample(block.x, width_, [&](std::string_view bytes) { archive_.write(bytes); });
    labels_.add(block.labels);
    has_labels_ = !block.labels.empty();
    written_ += block.size();
  }

  void finish() override {
    archive_.end();
    if (has_labels_) labels_.write(archive_);
    archive_.commit();
  }

 private:
  Path path_;
  Archive archive_;
  NumberWidth width_;
  bool has_labels_ = false;
  LabelArray labels_;
  Index written_ = 0;
};

}  // namespace

Sink npz_sink(const Survey& survey, const Path& path) {
  return std::make_unique<NpzSink>(survey, path);
}

}  // namespace mahala::writing
