/// @file
/// Named arrays of numbers in one file, in the format huggingface calls safetensors.
///
///   u64 length, little-endian | JSON header of that length | tensor bytes
///
/// The header maps every name to {"dtype", "shape", "data_offsets": [begin, end]}, offsets
/// counted from the end of the header, and "__metadata__" to texts by name. Tensors are
/// row-major, follow each other without holes, and fill the file to its end.
///
/// Files are not trusted: lengths, offsets and shapes are checked against the size of the
/// file before anything is allocated from them. All errors begin with the path.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mahala {

/// A tensor to be written; the data stay where they are.
struct TensorView {
  std::string name = {};
  std::vector<std::uint64_t> shape = {};
  std::span<const double> data = {};  ///< as many as the product of the shape
  bool as_floats = false;             ///< F32 in the file, which loses nothing of floats; else F64
};

/// Whether every number is the value of a float.
bool are_floats(std::span<const double> values);

/// What the header says about a tensor.
struct TensorEntry {
  std::string dtype = {};
  std::vector<std::uint64_t> shape = {};
  std::uint64_t begin = 0, end = 0;  ///< bytes, from the end of the header

  bool is_readable() const { return dtype == "F64" || dtype == "F32"; }
  std::uint64_t size() const;  ///< product of the shape; bounded by the file if readable
};

using Metadata = std::map<std::string, std::string>;

/// A CRC-32 of texts, names, shapes and numbers, whichever order they lie in. A text of the name
/// `checksum_name` is left out: it is where a file may hold what this gives.
std::string checksum(std::span<const TensorView> tensors, const Metadata& metadata);
inline constexpr auto checksum_name = "checksum";

/// Appears whole or not at all; equal arguments give equal bytes. Error if a name or text is
/// not UTF-8, which JSON cannot carry.
void write_safetensors(const std::filesystem::path& path, std::span<const TensorView> tensors,
                       const Metadata& metadata);

/// An open file whose header has been read and found sound. Tensors are read when asked for.
class SafetensorsFile {
 public:
  explicit SafetensorsFile(std::filesystem::path path);

  const Metadata& metadata() const { return metadata_; }
  const std::map<std::string, TensorEntry>& tensors() const { return tensors_; }
  std::uint64_t data_begin() const { return data_begin_; }  ///< where offsets count from

  /// Copies the numbers of a tensor that `tensors` lists to `out`, which holds as many;
  /// F32 is widened, other types are refused.
  void read(const std::string& name, std::span<double> out);

  /// Error if the file holds a checksum and it is not that of its content.
  void check_content();

 private:
  void read_header();
  void read_bytes(std::uint64_t offset, std::span<char> out);

  std::filesystem::path path_;
  std::ifstream stream_;
  std::uint64_t file_size_ = 0, data_begin_ = 0;
  Metadata metadata_;
  std::map<std::string, TensorEntry> tensors_;
};

}  // namespace mahala
