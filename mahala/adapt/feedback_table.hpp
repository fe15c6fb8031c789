/// @file
/// Internal: rows of a file of feedback, by column.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "mahala/adapt/feedback.hpp"
#include "mahala/core/error.hpp"
#include "mahala/data/file/records.hpp"

namespace mahala {

/// Where ids stand in a data set.
class IdPlaces {
 public:
  IdPlaces(const Dataset& data, std::string what);

  /// -1 if there is no such sample.
  Index find(std::string_view id) const;
  const std::string& what() const { return what_; }

 private:
  std::unordered_map<std::string_view, Index> places_;
  Index size_ = 0;
  std::string what_;
};

class FeedbackTable {
 public:
  /// Reads the names of the columns, if there are any. Error unless the kind is known by them or by
  /// `kind`, and all its columns are there.
  FeedbackTable(const std::filesystem::path& path, std::string_view kind);

  FeedbackKind kind() const { return kind_; }
  bool next();  ///< Error for a row of another length
  bool has(std::string_view column) const { return place_.contains(column); }
  std::string_view cell(std::string_view column) const;
  double number(std::string_view column) const;  ///< Error unless it is a finite number
  Index line() const { return records_.line(); }

  /// Error with file and line.
  template <class... Args>
  [[noreturn]] void refuse(fmt::format_string<Args...> message, Args&&... args) const {
    fail("{}:{}: {}", source_.name(), line(), fmt::format(message, std::forward<Args>(args)...));
  }

  /// -1 for an unknown id if such rows are skipped, else an Error.
  Index sample(std::string_view column, const IdPlaces& ids, bool skip_unknown) const;

 private:
  bool take_header();
  void take_kind(std::string_view kind, bool named);
  void take_order();

  reading::Source source_;
  reading::Records records_;
  FeedbackKind kind_ = FeedbackKind::qrels;
  std::map<std::string, std::size_t, std::less<>> place_;  ///< of a column
  std::size_t width_ = 0;
  bool pending_ = false;  ///< the first row holds feedback and was not given out
};

}  // namespace mahala
