/// @file
/// The members of a value by name, from which it can be made again to the last bit.
///
/// A class says once what it consists of, and the same function writes and reads:
///
///   void keep(Archive& archive) {
///     archive("weights", weights_);
///     archive("steps", steps_);
///   }
///
/// Left out are scratch memory and what the constructor is told: an archive is read into a value
/// that was made with the same options.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mahala/core/linalg/padded_matrix.hpp"
#include "mahala/core/linalg/sparse_view.hpp"
#include "mahala/core/linalg/tall_matrix.hpp"
#include "mahala/core/random.hpp"

namespace mahala {

class Archive;

/// What an archive holds: arrays of numbers, and everything else as text.
struct ArchiveParts {
  std::map<std::string, Matrix> numbers = {};
  std::map<std::string, std::string> texts = {};

  bool empty() const { return numbers.empty() && texts.empty(); }
};

/// Names its members. What does not cannot be kept, and is computed anew.
template <class T>
concept Kept = requires(T& value, Archive& archive) {
  value.keep(archive);
};

class Archive {
 public:
  Archive() = default;  ///< to be written to
  explicit Archive(const ArchiveParts& parts) : parts_(parts), reads_(true) {}

  bool reads() const { return reads_; }
  const ArchiveParts& parts() const { return parts_; }
  ArchiveParts take() { return std::move(parts_); }  ///< those that were written

  /// Writes a member, or reads it: Error if it is not there or is no such value.
  void operator()(std::string_view name, double& value);
  void operator()(std::string_view name, Index& value);
  void operator()(std::string_view name, bool& value);
  void operator()(std::string_view name, std::string& value);
  void operator()(std::string_view name, std::vector<std::string>& value);
  void operator()(std::string_view name, Matrix& value);
  void operator()(std::string_view name, Vector& value);
  void operator()(std::string_view name, Panel& value);
  void operator()(std::string_view name, TallMatrixOf<double>& value);
  void operator()(std::string_view name, TallMatrixOf<float>& value);
  void operator()(std::string_view name, std::vector<double>& value);
  void operator()(std::string_view name, std::vector<Index>& value);
  void operator()(std::string_view name, std::vector<SparseVector>& value);
  void operator()(std::string_view name, Rng& value);

  /// A member that keeps members of its own.
  template <Kept T>
  void operator()(std::string_view name, T& value) {
    const std::string outer = prefix_;
    prefix_ = full(name) + ".";
    value.keep(*this);
    prefix_ = outer;
  }

 private:
  std::string full(std::string_view name) const { return prefix_ + std::string(name); }
  const std::string& text(std::string_view name) const;
  const Matrix& numbers(std::string_view name) const;
  template <class Number>
  void keep_number(std::string_view name, Number& value);
  template <class Scalar>
  void keep_tall(std::string_view name, TallMatrixOf<Scalar>& value);

  ArchiveParts parts_ = {};
  bool reads_ = false;
  std::string prefix_ = {};  ///< of the value whose members are kept
};

/// A list of values that keep members.
template <Kept T>
void keep_list(Archive& archive, std::string_view name, std::vector<T>& values) {
  auto count = static_cast<Index>(values.size());
  const std::string base(name);
  archive(base + ".count", count);
  values.resize(static_cast<std::size_t>(count));
  for (std::size_t k = 0; k < values.size(); ++k) {
    archive(base + "." + std::to_string(k), values[k]);
  }
}

}  // namespace mahala
