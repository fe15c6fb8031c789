/// @file
/// Internal to the reader of constraints: the rows of their files, column by column.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "mahala/core/error.hpp"
#include "mahala/data/constraints/constraints.hpp"
#include "mahala/data/file/records.hpp"

namespace mahala::reading {

/// The columns a kind of constraint is made of.
struct ConstraintColumns {
  std::string_view name;
  std::string_view header;  ///< in words
  std::vector<std::string_view> columns;
  std::vector<std::string_view> optional = {};
};

/// Walks over the rows of a file and gives their cells by column, as what they stand for.
class ConstraintRows {
 public:
  ConstraintRows(const std::filesystem::path& path, const ConstraintColumns& kind,
                 const Dataset& data);

  bool next();
  Index sample(std::string_view column) const { return sample_called(cell(column), column); }
  Index sample_or_origin(std::string_view column) const;  ///< unless an id is "origin"
  std::vector<Index> samples(std::string_view column) const;
  std::vector<Index> labels(std::string_view column) const;
  Relation relation() const;                     ///< of the column that has it
  double amount(std::string_view column) const;  ///< finite and >= 0
  double number(std::string_view column) const;  ///< finite
  Index feature(std::string_view column) const;  ///< by name or position
  std::string text(std::string_view column) const;
  double weight() const { return has("weight") ? amount("weight") : 1; }
  bool has(std::string_view column) const { return position_.contains(column); }
  bool has_relation() const { return has("same") || has("relation"); }

  Index line() const { return records_.line(); }
  std::string name(Index sample) const;  ///< as a file calls it

  /// Error with the line of the record; or that of another one.
  template <class... Args>
  [[noreturn]] void refuse(fmt::format_string<Args...> message, Args&&... args) const {
    refuse_at(line(), fmt::format(message, std::forward<Args>(args)...));
  }
  [[noreturn]] void refuse_at(Index line, const std::string& message) const {
    fail("{}:{}: {}", source_.name(), line, message);
  }

 private:
  void read_header(const ConstraintColumns& kind);
  std::string_view cell(std::string_view column) const {
    return records_.cells()[position_.at(column)];
  }
  Index sample_called(std::string_view text, std::string_view column) const;

  const Dataset& data_;
  Source source_;
  Records records_;
  std::unordered_map<std::string_view, std::size_t> position_;  ///< of a column
  std::unordered_map<std::string_view, Index> sample_of_id_;
};

}  // namespace mahala::reading
