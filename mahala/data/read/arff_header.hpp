/// @file
/// The header of an ARFF file (Weka), and the tokens of header and rows.
///
///   % comment
///   @relation name
///   @attribute name numeric | real | integer | string | {value, value, ...}
///   @data
///
/// Words may stand in single or double quotes, where a backslash escapes what follows it.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "mahala/core/error.hpp"
#include "mahala/data/file/source.hpp"

namespace mahala::reading {

struct ArffAttribute {
  enum class Kind { number, nominal, text };

  std::string name = {};
  Kind kind = Kind::number;
  std::vector<std::string> values = {};        ///< of a nominal one, as declared
  std::unordered_set<std::string> known = {};  ///< the same
};

struct ArffWord {
  std::string_view text = {};
  bool quoted = false;
};

/// Takes words off a line. They are valid until the next line is set.
class ArffLine {
 public:
  explicit ArffLine(const Source& source) : source_(source) {}

  void set(std::string_view line);
  /// Goes to the next line that is neither blank nor a comment; false at the end.
  bool next(Source& source);

  bool take(char c);  ///< past spaces; true if `c` follows, which is passed
  bool at_end();
  ArffWord word(std::string_view stops);  ///< up to one of `stops`, or what the quotes hold

  template <class... Args>
  [[noreturn]] void refuse(fmt::format_string<Args...> message, Args&&... args) const {
    fail("{}:{}: {}", source_.name(), source_.line_number(),
         fmt::format(message, std::forward<Args>(args)...));
  }

 private:
  void skip_spaces();
  std::string_view quoted();

  const Source& source_;
  std::string_view rest_;
  std::deque<std::string> unescaped_;
};

/// Reads up to and with @data.
std::vector<ArffAttribute> read_arff_header(Source& source);

}  // namespace mahala::reading
