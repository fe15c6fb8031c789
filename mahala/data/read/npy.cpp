// NumPy's .npy files, versions 1.0 to 3.0,
//
//   "\x93NUMPY" major minor  length (2 bytes; 4 from version 2.0 on; little-endian)
//   {'descr': '<f8', 'fortran_order': False, 'shape': (150, 4), }  padded by spaces
//   the numbers
//
// and .npz, which are zip archives of them.
#include <algorithm>
#include <charconv>
#include <cstdint>

#include "mahala/core/error.hpp"
#include "mahala/data/file/bytes.hpp"
#include "mahala/data/file/number.hpp"
#include "mahala/data/file/zip.hpp"
#include "mahala/data/read/formats.hpp"
#include "mahala/data/read/members.hpp"

namespace mahala::reading {
namespace {

constexpr std::string_view npy_magic = "\x93NUMPY";
constexpr std::string_view npy_ending = ".npy";
constexpr std::size_t longest_npy_header = 1 << 20;
constexpr std::size_t header_room = longest_npy_header + 64;
constexpr std::size_t most_axes = 32;  // NumPy's own limit

struct NpyHeader {
  NumberType type = {};
  bool column_major = false;  ///< fortran_order
  std::vector<Index> shape = {};
  std::size_t offset = 0;  ///< of the first number in the file
};

/// Reads the few Python literals a header is made of.
class Literal {
 public:
  Literal(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  bool take(std::string_view token) {
    text_.remove_prefix(std::min(text_.find_first_not_of(" \n"), text_.size()));
    if (!text_.starts_with(token)) return false;
    text_.remove_prefix(token.size());
    return true;
  }
  void expect(std::string_view token) {
    if (!take(token)) refuse();
  }
  std::string_view string();
  bool boolean();
  std::vector<Index> tuple();
  [[noreturn]] void refuse() const {
    fail("{}: the NumPy header is malformed at '{}'", name_, excerpt(text_));
  }

 private:
  Index integer();

  std::string_view text_;
  const std::string& name_;
};

std::string_view Literal::string() {
  const std::string_view quote = take("'") ? "'" : "\"";
  if (quote == "\"") expect(quote);
  const std::size_t end = text_.find(quote);
  if (end == std::string_view::npos) refuse();
  const std::string_view value = text_.substr(0, end);
  text_.remove_prefix(end + 1);
  return value;
}

bool Literal::boolean() {
  if (take("True")) return true;
  expect("False");
  return false;
}

Index Literal::integer() {
  take("");
  Index value = -1;
  const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
  if (error != std::errc{} || value < 0) refuse();
  text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
  return value;
}

std::vector<Index> Literal::tuple() {
  std::vector<Index> values;
  expect("(");
  while (!take(")")) {
    if (values.size() == most_axes) refuse();
    values.push_back(integer());
    if (take(",")) continue;
    expect(")");
    break;
  }
  return values;
}

/// Bytes of a fixed-size text such as "U12", or 0 for what is none.
Index text_size(std::string_view type) {
  if (type.empty() || (type[0] != 'U' && type[0] != 'S')) return 0;
  std::int32_t letters = 0;
  const auto [end, error] = std::from_chars(type.data() + 1, type.data() + type.size(), letters);
  if (error != std::errc{} || end != type.data() + type.size() || letters < 1) return 0;
  return Index{letters} * (type[0] == 'U' ? 4 : 1);
}

/// "<f8": byte order, kind and bytes per number.
void set_type(std::string_view descr, const std::string& name, NumberType& number) {
  constexpr std::string_view known[] = {"f2", "f4", "f8", "i1", "i2", "i4",
                                        "i8", "u1", "u2", "u4", "u8", "b1"};
  const std::string_view type = descr.substr(std::min<std::size_t>(1, descr.size()));
  const bool ordered = !descr.empty() && std::string_view("<>|=").find(descr[0]) != descr.npos;
  const bool is_number = std::find(std::begin(known), std::end(known), type) != std::end(known);
  const Index text = text_size(type);
  require(ordered && (is_number || text > 0),
          "{}: holds '{}', not real numbers, integers or booleans", name, excerpt(descr));
  number = {.kind = type[0],
            .item_size = is_number ? type[1] - '0' : text,
            .big_endian = descr[0] == '>'};
}

void parse_dictionary(Literal text, const std::string& name, NpyHeader& header) {
  bool type = false, order = false, shape = false;
  text.expect("{");
  while (!text.take("}")) {
    const std::string_view key = text.string();
    text.expect(":");
    if (key == "descr") {
      require(!text.take("["), "{}: structured NumPy arrays are not supported", name);
      set_type(text.string(), name, header.type);
      type = true;
    } else if (key == "fortran_order") {
      header.column_major = text.boolean();
      order = true;
    } else if (key == "shape") {
      header.shape = text.tuple();
      shape = true;
    } else {
      text.refuse();
    }
    if (text.take(",")) continue;
    text.expect("}");
    break;
  }
  require(type && order && shape, "{}: the NumPy header lacks descr, fortran_order or shape", name);
}

/// Checked before anything is allocated: a header can promise more than there is.
void check_size(const NpyHeader& header, std::size_t file_size, const std::string& name) {
  const Index bytes = byte_size(header.type, header.shape);
  require(bytes >= 0, "{}: the shape ({}) is too large", name, shape_in_words(header.shape));
  const auto present = static_cast<Index>(file_size - header.offset);
  require(bytes <= present, "{}: is truncated: {} bytes of numbers, expected {}", name, present,
          bytes);
}

/// Reads the header at the start of a file of `size` bytes, of which `file` holds all or at
/// least the first longest_npy_header; Error naming the file if it is not one, holds something
/// other than numbers or texts, or what it promises is not all there.
NpyHeader parse_npy_header(std::string_view file, std::size_t size, const std::string& name) {
  require(file.starts_with(npy_magic), "{}: is not a NumPy file", name);
  const std::size_t fixed = npy_magic.size() + 2;
  require(file.size() >= fixed, "{}: is truncated within its header", name);
  const int major = file[npy_magic.size()], minor = file[npy_magic.size() + 1];
  require(major >= 1 && major <= 3 && minor == 0, "{}: NumPy format version {}.{} is not known",
          name, major, minor);
  const std::size_t width = major == 1 ? 2 : 4;
  require(file.size() >= fixed + width, "{}: is truncated within its header", name);
  const std::uint64_t length = little_endian(file.substr(fixed, width));
  require(length <= longest_npy_header, "{}: the NumPy header is longer than {} bytes", name,
          longest_npy_header);
  require(file.size() - fixed - width >= length, "{}: is truncated within its header", name);
  NpyHeader header{.offset = fixed + width + length};
  parse_dictionary(Literal(file.substr(fixed + width, length), name), name, header);
  check_size(header, size, name);
  return header;
}

/// The array the header describes, whose numbers begin at `start`.
NumberArray npy_array(const NpyHeader& header, const char* start,
                      std::shared_ptr<const void> memory) {
  NumberArray array{
      .type = header.type, .shape = header.shape, .start = start, .memory = std::move(memory)};
  set_row_major(array);
  if (header.column_major && array.shape.size() == 2 && array.shape[1] > 0) {
    array.row_step = header.type.item_size;
    array.column_step = header.type.item_size * header.shape[0];
  }
  return array;
}

NumberArray map_npy(const Source& source) {
  const MappedFile file = map_file(source.path());
  const NpyHeader header = parse_npy_header(file.bytes, file.bytes.size(), source.name());
  return npy_array(header, file.bytes.data() + header.offset, file.memory);
}

std::string array_name(const ZipMember& member) {
  return member.name.substr(0, member.name.size() - npy_ending.size());
}

std::string place_of(const ZipMember& member, const std::string& file) {
  return file + ":" + array_name(member);
}

/// Only a header is unpacked. What cannot be read is not offered, unless it is asked for.
Member member_of(const ZipMember& member, const std::string& file) try {
  const std::string start = first_bytes(member, header_room, file);
  return {.name = array_name(member),
          .shape = parse_npy_header(start, member.size, place_of(member, file)).shape};
} catch (const Error&) {
  return {.name = array_name(member)};
}

}  // namespace

Evidence npy_evidence(const Source& source) {
  return evidence_if(source.peek().starts_with(npy_magic), Evidence::magic);
}

ArrayFile npy_arrays(Source& source, const ReadOptions& options) {
  return {.samples = map_npy(source), .name = source.name(), .options = options};
}

std::vector<std::string> npy_names(Source& source) {
  return names_in(map_npy(source), source.name());
}

Evidence npz_evidence(const Source& source) {
  const std::string_view start = source.peek();
  return evidence_if(start.starts_with("PK\3\4") || start.starts_with("PK\5\6"), Evidence::magic);
}

ArrayFile npz_arrays(Source& source, const ReadOptions& options) {
  const std::string& name = source.name();
  const MappedFile file = map_file(source.path());
  std::vector<ZipMember> arrays = zip_members(file.bytes, name);
  std::erase_if(arrays, [](const ZipMember& member) { return !member.name.ends_with(npy_ending); });
  std::vector<Member> members;
  for (const ZipMember& member : arrays) members.push_back(member_of(member, name));
  const auto load = [&](std::size_t k) {
    const ZipContent content = content_of(arrays[k], file.memory, options.max_bytes, name);
    const NpyHeader header =
        parse_npy_header(content.bytes, content.bytes.size(), place_of(arrays[k], name));
    return npy_array(header, content.bytes.data() + header.offset, content.memory);
  };
  return member_arrays(members, load, options, name);
}

}  // namespace mahala::reading
