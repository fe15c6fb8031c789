/// @file
/// Options described once: name, field, help, range and conditions.
///
/// Settings live in a plain struct whose fields are listed once, in
/// `describe(TheStruct&)`. The command line, the range checks, the model file, the
/// reference page and the Python keywords all walk that list, so none of them can
/// disagree about a name, a bound or a default.
#pragma once

#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "mahala/core/types.hpp"

namespace mahala {

/// Bounds of a number, inclusive unless `above`; the default admits everything finite.
struct Range {
  double low = std::numeric_limits<double>::lowest();
  double high = std::numeric_limits<double>::max();
  bool above = false;  ///< low itself is excluded
};

inline Range at_least(double low) { return {.low = low}; }
inline Range between(double low, double high) { return {.low = low, .high = high}; }
inline Range positive() { return {.low = 0, .above = true}; }

/// Another option that must have one of these values for an option to count.
struct Condition {
  std::string_view option;
  std::vector<std::string_view> values;
};

/// A named view of one field; it points into the struct it was made from.
struct Option {
  std::string_view name;
  std::variant<Index*, double*, bool*, std::string*> field;
  std::string_view help;
  Range range = {};                            ///< of numbers; with choices: those do as well
  std::vector<std::string_view> choices = {};  ///< strings only; empty = any
  std::vector<Condition> counts_if = {};       ///< all of them; none = always
};

using Options = std::vector<Option>;

/// Parses `text` into the field called `name`; Error if unknown, malformed or out of range.
void set(const Options& options, std::string_view name, std::string_view text);

/// Applies one "name=value".
void set(const Options& options, std::string_view assignment);

/// Error naming the first option whose value breaks its range or choices.
void check(const Options& options);

/// Lists of options one after the other.
Options joined(std::initializer_list<Options> lists);

/// The list with one more condition on each.
Options only_if(Options options, std::string_view option, std::vector<std::string_view> values);

/// Error naming the first option that was changed from its default and does not count, so that
/// nothing asked for is ignored. `defaults` describes an untouched struct of the same type.
void check_used(const Options& options, const Options& defaults);

/// The current value, in the form `set` reads back exactly.
std::string value(const Option& option);

/// What `set` accepts, in words: "integer >= 1", "one of pca, random", "true or false".
std::string domain(const Option& option);

/// Error "option NAME: ..." unless value <= high, for bounds only the data know.
void check_bound(std::string_view name, Index value, Index high, std::string_view what_high_is);

}  // namespace mahala
