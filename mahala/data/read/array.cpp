#include "mahala/data/read/array.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "mahala/core/error.hpp"
#include "mahala/data/file/number.hpp"
#include "mahala/data/file/open.hpp"
#include "mahala/data/read/columns.hpp"
#include "mahala/data/read/formats.hpp"
#include "mahala/data/samples/placed.hpp"

namespace mahala::reading {
namespace {

constexpr Index bytes_kept = Index{1} << 22;

static_assert(std::endian::native == std::endian::little, "mapped arrays are little-endian");

/// The numbers of an array as T, whatever their order of bytes.
template <class T>
class Reader {
 public:
  explicit Reader(const NumberArray& array) : array_(array) {}

  T operator()(Index row, Index column) const {
    char bytes[sizeof(T)];
    std::memcpy(bytes, array_.start + row * array_.row_step + column * array_.column_step,
                sizeof(T));
    if (array_.type.big_endian) std::reverse(bytes, bytes + sizeof(T));
    T value;
    std::memcpy(&value, bytes, sizeof(T));
    return value;
  }

 private:
  const NumberArray& array_;
};

/// Calls f with a Reader of the array's type.
template <class F>
auto with_reader(const NumberArray& array, const F& f) {
  const auto call = [&]<class T>(T) { return f(Reader<T>(array)); };
  const auto [kind, size, big_endian] = array.type;
  if (kind == 'B') return call(Eigen::bfloat16());
  if (kind == 'f' && size == 2) return call(Half());
  if (kind == 'f') return size == 4 ? call(float()) : call(double());
  const bool is_signed = kind == 'i';
  switch (size) {
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

template <class T>
std::string name_of_number(T value) {
  if constexpr (std::is_integral_v<T>) {
    return fmt::format("{}", +value);
  } else if constexpr (std::is_same_v<T, double>) {
    return name_of(value);
  } else {
    // A float is shown by its own shortest digits.
    const auto number = static_cast<float>(value);
    return number == std::floor(number) ? name_of(number) : fmt::format("{}", number);
  }
}

template <class R>
std::vector<std::string> names_in_column(const R& reader, const NumberArray& array, Index column,
                                         const std::string& file) {
  std::vector<std::string> names;
  names.reserve(static_cast<std::size_t>(array.shape[0]));
  for (Index i = 0; i < array.shape[0]; ++i) {
    const auto value = reader(i, column);
    require(std::isfinite(static_cast<double>(value)), "{}: row {}, column {}: {} names nothing",
            file, array.first_row + i, column, static_cast<double>(value));
    names.push_back(name_of_number(value));
  }
  return names;
}

void append_utf8(std::uint32_t point, std::string& out) {
  const auto tail = [&](int shift) { out += static_cast<char>(0x80 | (point >> shift & 0x3f)); };
  if (point < 0x80) {
    out += static_cast<char>(point);
  } else if (point < 0x800) {
    out += static_cast<char>(0xc0 | point >> 6);
    tail(0);
  } else if (point < 0x10000) {
    out += static_cast<char>(0xe0 | point >> 12);
    tail(6), tail(0);
  } else {
    out += static_cast<char>(0xf0 | point >> 18);
    tail(12), tail(6), tail(0);
  }
}

/// Texts are padded with NULs to their fixed size.
std::string text_at(const NumberArray& array, Index row, const std::string& file) {
  const char* start = array.start + row * array.row_step;
  if (array.type.kind == 'S') {
    return {start, strnlen(start, static_cast<std::size_t>(array.type.item_size))};
  }
  NumberArray letters{.type = {.kind = 'u', .item_size = 4, .big_endian = array.type.big_endian},
                      .row_step = 4,
                      .start = start};
  const Reader<std::uint32_t> letter(letters);
  std::string text;
  for (Index k = 0; k < array.type.item_size / 4 && letter(k, 0) != 0; ++k) {
    require(letter(k, 0) < 0x110000, "{}: row {}: is not Unicode text", file,
            array.first_row + row);
    append_utf8(letter(k, 0), text);
  }
  return text;
}

std::vector<std::string> texts_in(const NumberArray& array, const std::string& file) {
  std::vector<std::string> names;
  for (Index i = 0; i < array.shape[0]; ++i) {
    names.push_back(text_at(array, i, file));
    require(!names.back().empty(), "{}: row {}: the label is missing", file, array.first_row + i);
  }
  return names;
}

/// Rows that were copied need not stay in memory as well, if they lie together.
void forget_rows(const NumberArray& array, Index begin, Index end) {
  if (array.row_step < array.column_step) return;
  forget_pages(array.memory, array.start + begin * array.row_step,
               array.start + end * array.row_step);
}

/// The feature columns, one sample per column; what a float holds exactly becomes a float, and what
/// is a half stays one.
template <class R>
Samples::Storage copied(const R& reader, const NumberArray& array, const Columns& columns) {
  using T = decltype(reader(0, 0));
  constexpr bool narrow = sizeof(T) <= sizeof(float) && !std::is_integral_v<T>;
  using Kept =
      std::conditional_t<std::is_same_v<T, Half>, Half, std::conditional_t<narrow, float, double>>;
  const Index rows = array.shape[0];
  return placed<Kept>(columns.features(), rows, [&](Eigen::Ref<DenseBlock<Kept>> x) {
    for (Index i = 0, kept = 0; i < rows; ++i) {
      for (Index k = 0; k < columns.count; ++k) {
        const Index place = columns.place[static_cast<std::size_t>(k)];
        if (place >= 0) x(place, i) = static_cast<Kept>(reader(i, k));
      }
      if ((i - kept) * array.row_step < bytes_kept) continue;
      forget_rows(array, kept, i);
      kept = i;
    }
  });
}

bool is_mappable(const NumberArray& array, const Columns& columns) {
  const Index size = array.type.item_size;
  return array.type.kind == 'f' && !array.type.big_endian && array.column_step == size &&
         array.row_step == size * array.shape[1] && columns.all_in_order() &&
         reinterpret_cast<std::uintptr_t>(array.start) % static_cast<std::size_t>(size) == 0;
}

template <class T>
Samples::Storage mapped_as(const NumberArray& array) {
  return Mapped<T>(array.memory,
                   {reinterpret_cast<const T*>(array.start), array.shape[1], array.shape[0]});
}

Samples::Storage mapped(const NumberArray& array) {
  switch (array.type.item_size) {
    case sizeof(Half):
      return mapped_as<Half>(array);
    case sizeof(float):
      return mapped_as<float>(array);
    default:
      return mapped_as<double>(array);
  }
}

/// What a number has to be, and how to say that one is not.
struct Finite {
  const Columns& columns;
  bool keep_missing;
  std::string_view missing_advice;
  Index first_row;
  const std::string& file;
};

/// Names the first number of sample i that cannot be used, if there is one.
template <class X>
void check_sample(const X& x, Index i, const Finite& rule) {
  for (Index k = 0; k < rule.columns.count; ++k) {
    if (!rule.columns.is_feature(k)) continue;
    const auto value = static_cast<double>(x(rule.columns.place[static_cast<std::size_t>(k)], i));
    if (std::isfinite(value) || (rule.keep_missing && std::isnan(value))) continue;
    fail("{}: row {}, column {}: {}", rule.file, rule.first_row + i, k,
         std::isnan(value) ? complaint(Parsed::missing, "", rule.missing_advice)
                           : fmt::format("{} is not finite", value));
  }
}

template <class Column>
bool all_finite(const Column& x) {
  if constexpr (std::is_same_v<typename Column::Scalar, Half>) {
    bool finite = true;
    for (Index k = 0; k < x.size(); ++k) finite &= (x.data()[k].x & 0x7c00) != 0x7c00;
    return finite;
  } else {
    return x.allFinite();
  }
}

template <class X>
void check_finite(const X& x, const Finite& rule) {
  for (Index i = 0; i < x.cols(); ++i) {
    if (!all_finite(x.col(i))) check_sample(x, i, rule);
  }
}

void check_finite(const Samples& samples, const Finite& rule) {
  std::visit(
      [&](const auto& storage) {
        if constexpr (requires { storage.x.cols(); }) {
          check_finite(storage.x, rule);
        } else if constexpr (requires { storage.allFinite(); }) {
          check_finite(storage, rule);
        }
      },
      samples.storage());
}

Dataset read_columns(const NumberArray& array, const Columns& columns, const std::string& file) {
  return with_reader(array, [&](const auto& reader) {
    Dataset data;
    if (columns.label >= 0) {
      data.labels = Labels::from_names(names_in_column(reader, array, columns.label, file));
    }
    if (columns.id >= 0) data.ids = names_in_column(reader, array, columns.id, file);
    if (columns.group >= 0) {
      data.groups = Labels::from_names(names_in_column(reader, array, columns.group, file));
    }
    data.x = Samples(copied(reader, array, columns));
    return data;
  });
}

void check_axes(const NumberArray& array, std::size_t axes, std::string_view what,
                const std::string& file) {
  require(array.shape.size() == axes, "{}: a {}-D array; {} are {}-D", file, array.shape.size(),
          what, axes);
}

}  // namespace

std::string shape_in_words(const std::vector<Index>& shape) {
  constexpr std::size_t most = 4;
  if (shape.size() <= most) return fmt::format("{}", fmt::join(shape, " x "));
  return fmt::format("{} x ..., {} axes",
                     fmt::join(shape.begin(), shape.begin() + Index{most}, " x "), shape.size());
}

Index byte_size(const NumberType& type, const std::vector<Index>& shape) {
  if (std::find(shape.begin(), shape.end(), 0) != shape.end()) return 0;
  Index bytes = type.item_size;
  for (const Index extent : shape) {
    if (__builtin_mul_overflow(bytes, extent, &bytes)) return -1;
  }
  return bytes;
}

void set_row_major(NumberArray& array) {
  const bool empty = byte_size(array.type, array.shape) <= 0;  // then a step may not fit
  array.column_step = array.type.item_size;
  array.row_step =
      array.shape.size() == 2 && !empty ? array.column_step * array.shape[1] : array.column_step;
}

Dataset samples_in(const NumberArray& array, const ReadOptions& options, const std::string& file) {
  check_axes(array, 2, "samples", file);
  require(!array.type.is_text(), "{}: holds texts, not numbers", file);
  require(array.shape[0] > 0, "{}: holds no samples", file);
  const Columns columns = find_columns(array.shape[1], options, file);
  Dataset data;
  if (is_mappable(array, columns)) {
    data.x = Samples(mapped(array));
  } else {
    data = read_columns(array, columns, file);
  }
  if (columns.chosen) {
    data.features = options.table ? options.table->features() : columns.feature_names();
    data.table = number_columns(data.features);
  }
  check_finite(data.x,
               {columns, options.keep_missing, options.missing_advice, array.first_row, file});
  check_unique(data.ids, file, [&](std::size_t i) {
    return fmt::format("row {}", array.first_row + static_cast<Index>(i));
  });
  return data;
}

Dataset rows_in(const ArrayFile& file, Index begin, Index end) {
  const auto rows = [&](NumberArray array) {
    if (array.shape.empty()) return array;  // refused below
    array.start += begin * array.row_step;
    array.shape[0] = end - begin;
    array.first_row = begin;
    return array;
  };
  Dataset data = samples_in(rows(file.samples), file.options, file.name);
  if (file.labels) {
    data.labels = Labels::from_names(names_in(rows(*file.labels), file.labels_name));
  }
  if (file.groups) {
    data.groups = Labels::from_names(names_in(rows(*file.groups), file.groups_name));
  }
  return data;
}

std::vector<std::string> names_in(const NumberArray& array, const std::string& file) {
  check_axes(array, 1, "labels", file);
  if (array.type.is_text()) return texts_in(array, file);
  return with_reader(array,
                     [&](const auto& reader) { return names_in_column(reader, array, 0, file); });
}

std::string name_of(double number) {
  const bool whole = number == std::floor(number) && std::abs(number) < 1e15;
  // Adding zero turns -0 into 0.
  return whole ? fmt::format("{:.0f}", number + 0.0) : fmt::format("{}", number);
}

}  // namespace mahala::reading
