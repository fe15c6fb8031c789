#include "mahala/data/file/safetensors.hpp"

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "mahala/core/error.hpp"
#include "mahala/core/file/output_file.hpp"

static_assert(std::endian::native == std::endian::little, "numbers are copied as they lie");

namespace mahala {
namespace {

using nlohmann::json;

constexpr std::uint64_t prefix_size = sizeof(std::uint64_t);
constexpr std::uint64_t largest_header = 100'000'000;  ///< the bound of the reference reader
constexpr std::uint64_t largest_piece = 1 << 20;       ///< of a tensor, at a time
constexpr int deepest_header = 4;  ///< a sound one nests three: header, tensor, shape
constexpr std::string_view metadata_key = "__metadata__";

/// Bytes of one number, or 0 for a type this reader has not heard of.
std::uint64_t width(std::string_view dtype) {
  if (dtype == "F64" || dtype == "I64" || dtype == "U64") return 8;
  if (dtype == "F32" || dtype == "I32" || dtype == "U32") return 4;
  if (dtype == "F16" || dtype == "BF16" || dtype == "I16" || dtype == "U16") return 2;
  if (dtype == "BOOL" || dtype == "I8" || dtype == "U8" || dtype.starts_with("F8_")) return 1;
  return 0;
}

/// Parses strictly: no key twice, and no nesting that would be deep to destroy.
json parse_header(std::string_view text) {
  std::vector<std::set<std::string>> keys(deepest_header + 1);
  const auto watch = [&](int depth, json::parse_event_t event, json& parsed) {
    using Event = json::parse_event_t;
    if (event == Event::object_start || event == Event::array_start) {
      require(depth < deepest_header, "its header is nested too deeply");
      keys[static_cast<std::size_t>(depth) + 1].clear();
    } else if (event == Event::key) {
      const auto& name = parsed.get_ref<const std::string&>();
      require(keys[static_cast<std::size_t>(depth)].insert(name).second,
              "its header names {} twice", name);
    }
    return true;
  };
  try {
    return json::parse(text, watch);
  } catch (const json::exception& e) {
    // The library's text says where; its name in front of it helps nobody.
    const std::string_view what = e.what();
    fail("its header is not JSON: {}", what.substr(std::min(what.find("] ") + 2, what.size())));
  }
}

std::uint64_t as_count(const json& value, std::string_view name, std::string_view what) {
  require(value.is_number_unsigned(), "tensor {} has a {} that is not a count", name, what);
  return value.get<std::uint64_t>();
}

/// Product of the shape times the width of its numbers.
std::uint64_t byte_size(const TensorEntry& entry, std::string_view name) {
  std::uint64_t size = width(entry.dtype);
  for (const std::uint64_t side : entry.shape) {
    require(!__builtin_mul_overflow(size, side, &size), "tensor {} has an impossible shape", name);
  }
  return size;
}

TensorEntry parse_entry(const std::string& name, const json& value) {
  require(value.is_object() && value.contains("dtype") && value["dtype"].is_string() &&
              value.contains("shape") && value["shape"].is_array() &&
              value.contains("data_offsets") && value["data_offsets"].is_array() &&
              value["data_offsets"].size() == 2,
          "tensor {} lacks its dtype, shape or data_offsets", name);
  TensorEntry entry{.dtype = value["dtype"].get<std::string>(),
                    .begin = as_count(value["data_offsets"][0], name, "offset"),
                    .end = as_count(value["data_offsets"][1], name, "offset")};
  for (const json& side : value["shape"]) entry.shape.push_back(as_count(side, name, "shape"));
  require(entry.begin <= entry.end, "tensor {} ends before it begins", name);
  require(width(entry.dtype) == 0 || byte_size(entry, name) == entry.end - entry.begin,
          "tensor {} has {} bytes, which is not what its shape asks for", name,
          entry.end - entry.begin);
  return entry;
}

Metadata parse_metadata(const json& value) {
  require(value.is_object(), "its {} is not an object", metadata_key);
  Metadata metadata;
  for (const auto& [name, text] : value.items()) {
    require(text.is_string(), "its {} entry {} is not a text", metadata_key, name);
    metadata[name] = text.get<std::string>();
  }
  return metadata;
}

/// Tensors have to cover bytes 0 .. data_size exactly once.
void check_cover(const std::map<std::string, TensorEntry>& tensors, std::uint64_t data_size) {
  std::vector<std::pair<std::pair<std::uint64_t, std::uint64_t>, std::string_view>> spans;
  for (const auto& [name, entry] : tensors) spans.push_back({{entry.begin, entry.end}, name});
  std::sort(spans.begin(), spans.end());
  std::uint64_t covered = 0;
  for (const auto& [span, name] : spans) {
    require(span.first == covered, "tensor {} begins at byte {} where {} was expected", name,
            span.first, covered);
    require(span.second <= data_size, "is truncated: tensor {} ends at byte {} of {}", name,
            span.second, data_size);
    covered = span.second;
  }
  require(covered == data_size, "{} bytes follow its last tensor", data_size - covered);
}

std::string_view written_dtype(const TensorView& tensor) {
  return tensor.as_floats ? "F32" : "F64";
}

json make_header(std::span<const TensorView> tensors, const Metadata& metadata) {
  json header = {{metadata_key, metadata}};
  std::uint64_t offset = 0;
  for (const TensorView& tensor : tensors) {
    const std::string_view dtype = written_dtype(tensor);
    const std::uint64_t end = offset + tensor.data.size() * width(dtype);
    header[tensor.name] = {
        {"dtype", dtype}, {"shape", tensor.shape}, {"data_offsets", {offset, end}}};
    offset = end;
  }
  return header;
}

template <class T>
std::string_view bytes_of(std::span<const T> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

/// Hands the bytes of a tensor, as they stand in the file, to `take` in pieces.
template <class Take>
void for_each_piece(const TensorView& tensor, const Take& take) {
  if (!tensor.as_floats) return take(bytes_of(tensor.data));
  std::vector<float> narrow;
  for (std::size_t at = 0; at < tensor.data.size(); at += narrow.size()) {
    const auto piece =
        tensor.data.subspan(at, std::min(tensor.data.size() - at, largest_piece / sizeof(float)));
    narrow.resize(piece.size());
    std::transform(piece.begin(), piece.end(), narrow.begin(),
                   [](double value) { return static_cast<float>(value); });
    take(bytes_of(std::span<const float>(narrow)));
  }
}

/// Takes in what a file says, piece by piece.
class Digest {
 public:
  explicit Digest(const Metadata& metadata) {
    for (const auto& [name, text] : metadata) {
      if (name == checksum_name) continue;
      add_text(name);
      add_text(text);
    }
  }

  void begin_tensor(std::string_view name, std::string_view dtype,
                    std::span<const std::uint64_t> shape) {
    add_text(name);
    add_text(dtype);
    add(bytes_of(shape));
  }

  void add(std::string_view bytes) {
    if (bytes.empty()) return;  // of no memory zlib would begin anew
    crc_ = crc32_z(crc_, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
  }

  std::string text() const { return fmt::format("crc32:{:08x}", crc_); }

 private:
  /// With its length, so that no two texts can be parted differently.
  void add_text(std::string_view text) {
    const std::uint64_t length = text.size();
    add(bytes_of(std::span(&length, 1)));
    add(text);
  }

  uLong crc_ = crc32_z(0, nullptr, 0);
};

}  // namespace

std::uint64_t TensorEntry::size() const {
  std::uint64_t product = 1;
  for (const std::uint64_t side : shape) product *= side;
  return product;
}

bool are_floats(std::span<const double> values) {
  constexpr double largest = std::numeric_limits<float>::max();
  return std::all_of(values.begin(), values.end(), [](double value) {
    return std::abs(value) <= largest && static_cast<double>(static_cast<float>(value)) == value;
  });
}

std::string checksum(std::span<const TensorView> tensors, const Metadata& metadata) {
  std::map<std::string_view, const TensorView*> by_name;
  for (const TensorView& tensor : tensors) by_name[tensor.name] = &tensor;
  Digest digest(metadata);
  for (const auto& [name, tensor] : by_name) {
    digest.begin_tensor(name, written_dtype(*tensor), tensor->shape);
    for_each_piece(*tensor, [&](std::string_view bytes) { digest.add(bytes); });
  }
  return digest.text();
}

void write_safetensors(const std::filesystem::path& path, std::span<const TensorView> tensors,
                       const Metadata& metadata) try {
  std::string header = make_header(tensors, metadata).dump();
  // The prefix is 8 bytes long, so a header of a multiple of 8 aligns the numbers.
  header.resize((header.size() + 7) / 8 * 8, ' ');
  const std::uint64_t length = header.size();
  require(length <= largest_header, "{}: cannot be written: its header of {} bytes is above {}",
          path.string(), length, largest_header);
  OutputFile file(path);
  file.write(bytes_of(std::span(&length, 1)));
  file.write(header);
  for (const TensorView& tensor : tensors) {
    for_each_piece(tensor, [&](std::string_view bytes) { file.write(bytes); });
  }
  file.commit();
} catch (const json::exception&) {
  fail("{}: cannot be written: a name or note is not valid UTF-8", path.string());
}

SafetensorsFile::SafetensorsFile(std::filesystem::path path) : path_(std::move(path)) {
  std::error_code error;
  file_size_ = std::filesystem::file_size(path_, error);
  if (!error) stream_.open(path_, std::ios::binary);
  require(!error && stream_.is_open(), "{}: cannot be read: {}", path_.string(),
          error ? error.message() : "permission denied");
  try {
    read_header();
  } catch (const Error& e) {
    fail("{}: {}", path_.string(), e.what());
  }
}

void SafetensorsFile::read_header() {
  std::uint64_t length = 0;
  require(file_size_ > prefix_size, "is not a safetensors file: {} bytes are too few", file_size_);
  read_bytes(0, {reinterpret_cast<char*>(&length), prefix_size});
  char first = 0;
  read_bytes(prefix_size, {&first, 1});
  require(first == '{' && length <= largest_header, "is not a safetensors file");
  require(length <= file_size_ - prefix_size, "is truncated: its header has {} bytes, the file {}",
          length, file_size_);
  std::string text(length, '\0');
  read_bytes(prefix_size, text);
  data_begin_ = prefix_size + length;
  const json header = parse_header(text);
  require(header.is_object(), "its header is not an object");
  for (const auto& [name, value] : header.items()) {
    if (name == metadata_key) {
      metadata_ = parse_metadata(value);
    } else {
      tensors_[name] = parse_entry(name, value);
    }
  }
  check_cover(tensors_, file_size_ - data_begin_);
}

void SafetensorsFile::read_bytes(std::uint64_t offset, std::span<char> out) {
  stream_.seekg(static_cast<std::streamoff>(offset));
  stream_.read(out.data(), static_cast<std::streamsize>(out.size()));
  require(stream_.good(), "is truncated, or changed while it was read");
}

void SafetensorsFile::check_content() {
  const auto found = metadata_.find(checksum_name);
  if (found == metadata_.end()) return;
  Digest digest(metadata_);
  std::string piece;
  for (const auto& [name, entry] : tensors_) {
    digest.begin_tensor(name, entry.dtype, entry.shape);
    for (std::uint64_t at = entry.begin; at < entry.end; at += piece.size()) {
      piece.resize(std::min(entry.end - at, largest_piece));
      read_bytes(data_begin_ + at, piece);
      digest.add(piece);
    }
  }
  require(digest.text() == found->second,
          "{}: is damaged, or was changed by a program that does not know its checksum: its "
          "content has {}, its metadata say {}",
          path_.string(), digest.text(), found->second);
}

void SafetensorsFile::read(const std::string& name, std::span<double> out) try {
  const TensorEntry& entry = tensors_.at(name);
  require(entry.is_readable(), "tensor {} holds {}, not F64 or F32", name, entry.dtype);
  require(out.size() == entry.size(), "tensor {} holds {} numbers, not {}", name, entry.size(),
          out.size());
  if (out.empty()) return;
  if (entry.dtype == "F64") {
    read_bytes(data_begin_ + entry.begin, {reinterpret_cast<char*>(out.data()), out.size_bytes()});
    return;
  }
  std::vector<float> narrow(out.size());
  read_bytes(data_begin_ + entry.begin,
             {reinterpret_cast<char*>(narrow.data()), narrow.size() * sizeof(float)});
  std::copy(narrow.begin(), narrow.end(), out.begin());
} catch (const Error& e) {
  fail("{}: {}", path_.string(), e.what());
}

}  // namespace mahala
