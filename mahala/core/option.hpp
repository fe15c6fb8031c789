/// @file
/// One description per option, read by everything that needs to know it.
///
/// Settings live in a plain struct whose fields are listed once, in
/// `describe(TheStruct&)`. The command line, the range checks, the model file, the
/// reference page and the Python keywords all walk that list, so none of them can
/// disagree about a name, a bound or a default.
#pragma once

#include <initializer_list>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "mahala/core/names.hpp"
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

/// A field of an enum that has a table of names, its type out of sight: a word in its place.
class Choice {
 public:
  template <Named E>
  Choice(E* field)  // NOLINT(google-explicit-constructor): an Option is made of &options.field
      : field_(field), words_(names_of<E>), word_(word_of<E>), set_(set_to<E>) {}

  std::string_view word() const { return word_(field_); }
  std::span<const std::string_view> words() const { return words_; }  ///< all there are

  /// False if there is no such word.
  bool set(std::string_view word) const { return set_(field_, word); }

 private:
  template <class E>
  static std::string_view word_of(const void* field) {
    return name(*static_cast<const E*>(field));
  }
  template <class E>
  static bool set_to(void* field, std::string_view word) {
    const auto found = named<E>(word);
    if (found) *static_cast<E*>(field) = *found;
    return found.has_value();
  }

  void* field_;
  std::span<const std::string_view> words_;
  std::string_view (*word_)(const void*);
  bool (*set_)(void*, std::string_view);
};

/// A named view of one field; it points into the struct it was made from.
struct Option {
  std::string_view name;
  std::variant<Index*, double*, bool*, std::string*, Choice> field;
  std::string_view help;
  Range range = {};                            ///< of numbers; with choices: those do as well
  std::vector<std::string_view> choices = {};  ///< empty = any text, any word of an enum
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
Options only_if(Options options, const Condition& condition);

/// "solver is online or lbfgs" of values of an enum.
template <Named... E>
Condition if_is(std::string_view option, E... values) {
  return {option, {name(values)...}};
}

/// Narrows an option to some values of its enum.
template <Named... E>
std::vector<std::string_view> one_of(E... values) {
  return {name(values)...};
}

/// Error naming the first option that was changed from its default and does not count, so that
/// nothing asked for is ignored. `defaults` describes an untouched struct of the same type.
void check_used(const Options& options, const Options& defaults);

/// The current value, in the form `set` reads back exactly.
std::string value(const Option& option);

/// The words it may be set to; none if those are not a few.
std::vector<std::string_view> words(const Option& option);

/// What `set` accepts, in words: "integer >= 1", "one of pca, random", "true or false".
std::string domain(const Option& option);

/// Error "option NAME: ..." unless value <= high, for bounds only the data know.
void check_bound(std::string_view name, Index value, Index high, std::string_view what_high_is);

}  // namespace mahala
