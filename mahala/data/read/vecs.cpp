// The files of the TEXMEX collections: every sample is an i32 d, then d numbers, which are f32
// (fvecs), u8 (bvecs) or i32 (ivecs); little-endian throughout. Nothing in such a file says which,
// or even that it is one, but that its size is a whole number of records that all say the same d.
#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/data/file/bytes.hpp"
#include "mahala/data/read/array.hpp"
#include "mahala/data/read/formats.hpp"

namespace mahala::reading {
namespace {

constexpr std::size_t prefix = 4;
constexpr std::uint64_t largest_recognised = 1 << 24;  ///< the fourth byte is 0: this is no text
constexpr std::uint64_t largest_dim = 0x7fffffff;

std::uint64_t dim_at(std::string_view bytes, std::size_t at) {
  return little_endian(bytes.substr(at, prefix));
}

/// Do all records of `width`-byte numbers within `start` say the same d, and do they fill `size`?
bool fits(std::string_view start, std::size_t size, std::size_t width) {
  if (start.size() < prefix) return false;
  const std::uint64_t dim = dim_at(start, 0);
  if (dim == 0 || dim >= largest_recognised) return false;
  const std::size_t record = prefix + dim * width;
  if (size % record != 0) return false;
  for (std::size_t at = 0; at + prefix <= start.size(); at += record) {
    if (dim_at(start, at) != dim) return false;
  }
  return true;
}

/// Small integers are subnormal as floats, small negative ones NaN; data are hardly ever either.
bool holds_integers(std::string_view start) {
  const std::size_t record = prefix + dim_at(start, 0) * 4;
  for (std::size_t at = 0; at + 4 <= start.size(); at += 4) {
    if (at % record == 0) continue;
    float number = 0;
    std::memcpy(&number, start.data() + at, sizeof number);
    if (number != 0 && !std::isnormal(number)) return true;
  }
  return false;
}

/// Looks at every record, but holds only a few of them in memory.
void check_records(const MappedFile& file, std::uint64_t dim, std::size_t record,
                   const std::string& name) {
  constexpr std::size_t most_held = 1 << 22;
  const std::string_view bytes = file.bytes;
  std::size_t forgotten = 0;
  for (std::size_t at = 0; at < bytes.size(); at += record) {
    if (at - forgotten > most_held) {
      forget_pages(file.memory, bytes.data() + forgotten, bytes.data() + at);
      forgotten = at;
    }
    require(bytes.size() - at >= record, "{}: is truncated within sample {}", name, at / record);
    require(dim_at(bytes, at) == dim, "{}: sample {} has {} features, expected {}", name,
            at / record, dim_at(bytes, at), dim);
  }
}

/// Which of the three formats a file may be, or "".
std::string_view recognised_vecs(const Source& source) {
  if (!source.regular() || source.compressed()) return "";
  const std::string_view start = source.peek();
  // If both fit, bytes make more records, and so have more of them to agree.
  if (fits(start, source.file_size(), 1)) return "bvecs";
  if (!fits(start, source.file_size(), 4)) return "";
  return holds_integers(start) ? "ivecs" : "fvecs";
}

Evidence evidence_of(const Source& source, std::string_view format) {
  return evidence_if(recognised_vecs(source) == format, Evidence::record_sizes);
}

ArrayFile vecs_arrays(const Source& source, const ReadOptions& options, const NumberType& type) {
  const std::string& name = source.name();
  const MappedFile file = map_file(source.path());
  require(!file.bytes.empty(), "{}: holds no samples", name);
  require(file.bytes.size() >= prefix, "{}: is truncated within sample 0", name);
  const std::uint64_t dim = dim_at(file.bytes, 0);
  require(dim >= 1 && dim <= largest_dim, "{}: sample 0 cannot have {} features", name, dim);
  const std::size_t record = prefix + dim * static_cast<std::size_t>(type.item_size);
  check_records(file, dim, record, name);
  NumberArray array{
      .type = type,
      .shape = {static_cast<Index>(file.bytes.size() / record), static_cast<Index>(dim)},
      .row_step = static_cast<Index>(record),
      .column_step = type.item_size,
      .start = file.bytes.data() + prefix,
      .memory = file.memory};
  return {.samples = std::move(array), .name = name, .options = options};
}

}  // namespace

Evidence fvecs_evidence(const Source& source) { return evidence_of(source, "fvecs"); }
Evidence bvecs_evidence(const Source& source) { return evidence_of(source, "bvecs"); }
Evidence ivecs_evidence(const Source& source) { return evidence_of(source, "ivecs"); }

ArrayFile fvecs_arrays(Source& source, const ReadOptions& options) {
  return vecs_arrays(source, options, {'f', 4});
}

ArrayFile bvecs_arrays(Source& source, const ReadOptions& options) {
  return vecs_arrays(source, options, {'u', 1});
}

ArrayFile ivecs_arrays(Source& source, const ReadOptions& options) {
  return vecs_arrays(source, options, {'i', 4});
}

}  // namespace mahala::reading
