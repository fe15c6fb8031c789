#include "mahala/core/linalg/archive.hpp"

#include <charconv>
#include <sstream>

#include "mahala/core/error.hpp"
#include "mahala/core/utf8.hpp"

namespace mahala {
namespace {

/// Numbers up to 2^53, as places and counts are, have exact doubles.
template <class T>
Matrix row_of(const std::vector<T>& values) {
  Matrix row(1, std::ssize(values));
  for (Index k = 0; k < row.cols(); ++k) {
    row(0, k) = static_cast<double>(values[static_cast<std::size_t>(k)]);
  }
  return row;
}

template <class T>
std::vector<T> values_in(const Matrix& row) {
  std::vector<T> values;
  values.reserve(static_cast<std::size_t>(row.size()));
  for (Index k = 0; k < row.size(); ++k) values.push_back(static_cast<T>(row.data()[k]));
  return values;
}

}  // namespace

const std::string& Archive::text(std::string_view name) const {
  const auto found = parts_.texts.find(full(name));
  require(found != parts_.texts.end(), "the state of learning lacks {}", full(name));
  return found->second;
}

const Matrix& Archive::numbers(std::string_view name) const {
  const auto found = parts_.numbers.find(full(name));
  require(found != parts_.numbers.end(), "the state of learning lacks {}", full(name));
  return found->second;
}

template <class Number>
void Archive::keep_number(std::string_view name, Number& value) {
  if (!reads_) {
    parts_.texts[full(name)] = fmt::format("{}", value);
    return;
  }
  const std::string& digits = text(name);
  const auto end = digits.data() + digits.size();
  const auto result = std::from_chars(digits.data(), end, value);
  require(result.ec == std::errc() && result.ptr == end,
          "the state of learning: {} is '{}', not a number", full(name), digits);
}

void Archive::operator()(std::string_view name, double& value) { keep_number(name, value); }
void Archive::operator()(std::string_view name, Index& value) { keep_number(name, value); }

void Archive::operator()(std::string_view name, bool& value) {
  Index number = value ? 1 : 0;
  keep_number(name, number);
  value = number != 0;
}

void Archive::operator()(std::string_view name, std::string& value) {
  if (reads_) {
    value = text(name);
  } else {
    parts_.texts[full(name)] = value;
  }
}

/// Every text with its length in front, since it may hold anything.
void Archive::operator()(std::string_view name, std::vector<std::string>& value) {
  if (!reads_) {
    std::string& all = parts_.texts[full(name)];
    for (const std::string& each : value) {
      const std::string stored = utf8(each);
      all += fmt::format("{}:{}", stored.size(), stored);
    }
    return;
  }
  value.clear();
  for (std::string_view rest = text(name); !rest.empty();) {
    std::size_t size = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), size);
    const auto digits = static_cast<std::size_t>(end - rest.data());
    require(error == std::errc() && digits < rest.size() && size <= rest.size() - digits - 1,
            "the state of learning: {} is no list of texts", full(name));
    value.emplace_back(rest.substr(digits + 1, size));
    rest.remove_prefix(digits + 1 + size);
  }
}

void Archive::operator()(std::string_view name, Matrix& value) {
  if (reads_) {
    value = numbers(name);
  } else {
    parts_.numbers[full(name)] = value;
  }
}

void Archive::operator()(std::string_view name, Vector& value) {
  Matrix column = value;
  (*this)(name, column);
  if (reads_) value = Eigen::Map<const Vector>(column.data(), column.size());
}

void Archive::operator()(std::string_view name, Panel& value) {
  if (!reads_) {
    parts_.numbers[full(name)] = value.view();
    return;
  }
  const Matrix& found = numbers(name);
  value = Panel(found.rows(), found.cols());
  value.view() = found;
}

template <class Scalar>
void Archive::keep_tall(std::string_view name, TallMatrixOf<Scalar>& value) {
  if (reads_) {
    value = TallMatrixOf<Scalar>(numbers(name));
  } else {
    parts_.numbers[full(name)] = value.dense();
  }
}

void Archive::operator()(std::string_view name, TallMatrixOf<double>& value) {
  keep_tall(name, value);
}

void Archive::operator()(std::string_view name, TallMatrixOf<float>& value) {
  keep_tall(name, value);
}

void Archive::operator()(std::string_view name, std::vector<double>& value) {
  Matrix row = row_of(value);
  (*this)(name, row);
  if (reads_) value = values_in<double>(row);
}

void Archive::operator()(std::string_view name, std::vector<Index>& value) {
  Matrix row = row_of(value);
  (*this)(name, row);
  if (reads_) value = values_in<Index>(row);
}

/// One list of places, one of values, and where each vector ends.
void Archive::operator()(std::string_view name, std::vector<SparseVector>& value) {
  std::vector<Index> at, ends;
  std::vector<double> values;
  for (const SparseVector& each : value) {
    at.insert(at.end(), each.at.begin(), each.at.end());
    values.insert(values.end(), each.value.begin(), each.value.end());
    ends.push_back(std::ssize(at));
  }
  const std::string base(name);
  (*this)(base + ".at", at);
  (*this)(base + ".value", values);
  (*this)(base + ".end", ends);
  if (!reads_) return;
  value.clear();
  Index begin = 0;
  for (const Index end : ends) {
    require(begin <= end && end <= std::ssize(at) && at.size() == values.size(),
            "the state of learning: {} is no list of vectors", full(name));
    value.push_back(
        {{at.begin() + begin, at.begin() + end}, {values.begin() + begin, values.begin() + end}});
    begin = end;
  }
}

void Archive::operator()(std::string_view name, Rng& value) {
  std::ostringstream out;
  out << value;
  std::string words = out.str();
  (*this)(name, words);
  if (!reads_) return;
  std::istringstream in(words);
  in >> value;
  require(!in.fail(), "the state of learning: {} is no state of a random generator", full(name));
}

}  // namespace mahala
