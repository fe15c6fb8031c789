#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "mahala/core/error.hpp"
#include "mahala/data/read/columns.hpp"
#include "mahala/data/read/formats.hpp"
#include "mahala/data/read/npy_header.hpp"
#include "mahala/data/read/open.hpp"

namespace mahala::reading {
namespace {

static_assert(std::endian::native == std::endian::little, "mapped arrays are little-endian");

/// The numbers of an array of n rows (samples) and d columns, wherever they lie.
template <class T>
class Array {
 public:
  Array(const NpyHeader& header, const char* start)
      : start_(start),
        swap_(header.big_endian),
        row_step_(header.column_major ? 1 : header.shape.back()),
        column_step_(header.column_major ? header.shape.front() : 1) {}

  T operator()(Index row, Index column) const {
    char bytes[sizeof(T)];
    std::memcpy(bytes, start_ + (row * row_step_ + column * column_step_) * Index{sizeof(T)},
                sizeof(T));
    if (swap_) std::reverse(bytes, bytes + sizeof(T));
    T value;
    std::memcpy(&value, bytes, sizeof(T));
    return value;
  }

 private:
  const char* start_;
  bool swap_;
  Index row_step_, column_step_;
};

/// Calls f with an Array of the type the header names.
template <class F>
auto with_array(const NpyHeader& h, const char* start, const F& f) {
  const auto call = [&]<class T>(T) { return f(Array<T>(h, start)); };
  if (h.kind == 'f' && h.item_size == 2) return call(Eigen::half());
  if (h.kind == 'f') return h.item_size == 4 ? call(float()) : call(double());
  const bool is_signed = h.kind == 'i';
  switch (h.item_size) {
    case 1:
      return is_signed ? call(std::int8_t()) : call(std::uint8_t());
    case 2:
      return is_signed ? call(std::int16_t()) : call(std::uint16_t());
    case 4:
      return is_signed ? call(std::int32_t()) : call(std::uint32_t());
    default:
      return is_signed ? call(std::int64_t()) : call(std::uint64_t());
  }
}

/// How a number names a label or sample: whole ones without a decimal point.
template <class T>
std::string name_of(T value) {
  if constexpr (std::is_integral_v<T>) {
    return fmt::format("{}", +value);
  } else {
    const auto number = static_cast<double>(value);
    const bool whole = number == std::floor(number) && std::abs(number) < 1e15;
    // Adding zero turns -0 into 0; a float is shown by its own shortest digits.
    if (whole) return fmt::format("{:.0f}", number + 0.0);
    return std::is_same_v<T, double> ? fmt::format("{}", number)
                                     : fmt::format("{}", static_cast<float>(value));
  }
}

template <class A>
std::vector<std::string> names_in(const A& array, Index rows, Index column,
                                  const std::string& file) {
  std::vector<std::string> names;
  names.reserve(static_cast<std::size_t>(rows));
  for (Index i = 0; i < rows; ++i) {
    const auto value = array(i, column);
    require(std::isfinite(static_cast<double>(value)), "{}: row {}, column {}: {} names nothing",
            file, i, column, static_cast<double>(value));
    names.push_back(name_of(value));
  }
  return names;
}

/// The feature columns, one sample per column; floats stay floats.
template <class A>
Samples::Storage copied(const A& array, Index rows, const Columns& columns) {
  using T = decltype(array(0, 0));
  using Kept =
      std::conditional_t<std::is_same_v<T, float> || std::is_same_v<T, Eigen::half>, float, double>;
  Eigen::Matrix<Kept, Eigen::Dynamic, Eigen::Dynamic> x(columns.features(), rows);
  for (Index i = 0; i < rows; ++i) {
    for (Index k = 0, row = 0; k < columns.count; ++k) {
      if (columns.is_feature(k)) x(row++, i) = static_cast<Kept>(array(i, k));
    }
  }
  return x;
}

bool is_mappable(const NpyHeader& header, const Columns& columns) {
  return header.kind == 'f' && header.item_size >= 4 && !header.big_endian &&
         !header.column_major && columns.features() == columns.count &&
         header.offset % static_cast<std::size_t>(header.item_size) == 0;
}

template <class T>
Samples::Storage mapped(const MappedFile& file, const NpyHeader& header) {
  const auto* start = reinterpret_cast<const T*>(file.bytes.data() + header.offset);
  return Mapped<T>(file.memory, {start, header.shape[1], header.shape[0]});
}

/// Names the first number of sample i that cannot be used, if there is one.
template <class X>
void check_sample(const X& x, Index i, const Columns& columns, bool keep_missing,
                  const std::string& file) {
  for (Index k = 0, row = 0; k < columns.count; ++k) {
    if (!columns.is_feature(k)) continue;
    const double value = x(row++, i);
    if (std::isfinite(value) || (keep_missing && std::isnan(value))) continue;
    fail("{}: row {}, column {}: {}", file, i, k,
         std::isnan(value) ? "missing value (use --impute median or --impute mean)"
                           : fmt::format("{} is not finite", value));
  }
}

template <class X>
void check_finite(const X& x, const Columns& columns, bool keep_missing, const std::string& file) {
  for (Index i = 0; i < x.cols(); ++i) {
    if (!x.col(i).allFinite()) check_sample(x, i, columns, keep_missing, file);
  }
}

void check_finite(const Samples& samples, const Columns& columns, bool keep_missing,
                  const std::string& file) {
  std::visit(
      [&](const auto& storage) {
        if constexpr (requires { storage.x.cols(); }) {
          check_finite(storage.x, columns, keep_missing, file);
        } else if constexpr (requires { storage.allFinite(); }) {
          check_finite(storage, columns, keep_missing, file);
        }
      },
      samples.storage());
}

NpyHeader header_with_axes(const MappedFile& file, std::size_t axes, const std::string& name,
                           std::string_view what) {
  NpyHeader header = parse_npy_header(file.bytes, name);
  require(header.shape.size() == axes, "{}: a {}-D array; {} are {}-D", name, header.shape.size(),
          what, axes);
  return header;
}

Dataset read_columns(const MappedFile& file, const NpyHeader& header, const Columns& columns,
                     const std::string& name) {
  const Index n = header.shape[0];
  return with_array(header, file.bytes.data() + header.offset, [&](const auto& array) {
    Dataset data;
    if (columns.label >= 0) {
      data.labels = Labels::from_names(names_in(array, n, columns.label, name));
    }
    if (columns.id >= 0) data.ids = names_in(array, n, columns.id, name);
    data.x = Samples(copied(array, n, columns));
    return data;
  });
}

}  // namespace

Dataset read_npy(const std::filesystem::path& path, const ReadOptions& options) {
  const std::string name = path.string();
  const MappedFile file = map_file(path);
  const NpyHeader header = header_with_axes(file, 2, name, "samples");
  require(header.shape[0] > 0, "{}: holds no samples", name);
  const Columns columns = find_columns(header.shape[1], options, name);
  Dataset data;
  if (is_mappable(header, columns)) {
    data.x =
        Samples(header.item_size == 4 ? mapped<float>(file, header) : mapped<double>(file, header));
  } else {
    data = read_columns(file, header, columns, name);
  }
  check_finite(data.x, columns, options.keep_missing, name);
  check_unique(data.ids, name, [](std::size_t i) { return fmt::format("row {}", i); });
  return data;
}

std::vector<std::string> read_npy_names(const std::filesystem::path& path) {
  const std::string name = path.string();
  const MappedFile file = map_file(path);
  NpyHeader header = header_with_axes(file, 1, name, "labels");
  const Index n = header.shape[0];
  header.shape = {n, 1};
  header.column_major = false;
  return with_array(header, file.bytes.data() + header.offset,
                    [&](const auto& array) { return names_in(array, n, 0, name); });
}

}  // namespace mahala::reading
