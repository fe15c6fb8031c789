#include "mahala/core/option.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/suggest.hpp"

namespace mahala {
namespace {

std::string_view kind_of(const Index*) { return "an integer"; }
std::string_view kind_of(const double*) { return "a number"; }

template <class Number>
void parse(const Option& option, std::string_view text, Number& field) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), field);
  require(error == std::errc{} && end == text.data() + text.size(), "option {}: '{}' is not {}",
          option.name, text, kind_of(&field));
}

void parse(const Option& option, std::string_view text, bool& field) {
  require(text == "true" || text == "false", "option {}: '{}' is not true or false", option.name,
          text);
  field = text == "true";
}

void parse(const Option&, std::string_view text, std::string& field) { field = text; }

void check_value(const Option& option, double number) {
  const auto& [low, high, above] = option.range;
  require(std::isfinite(number), "option {}: {} is not finite", option.name, number);
  require(!above || number > low, "option {}: {} is not above {}", option.name, number, low);
  require(number >= low, "option {}: {} is below {}", option.name, number, low);
  require(number <= high, "option {}: {} is above {}", option.name, number, high);
}

void check_value(const Option& option, Index number) {
  check_value(option, static_cast<double>(number));
}

void check_value(const Option&, bool) {}

std::string bounds(const Range& range) {
  const Range all;
  std::string text;
  if (range.low != all.low) text += fmt::format(" {} {}", range.above ? ">" : ">=", range.low);
  if (range.high != all.high)
    text += fmt::format(" {} {}", text.empty() ? "<=" : "and <=", range.high);
  return text;
}

/// A text may be a number instead of a choice if the option has a range.
bool takes_numbers(const Option& option) { return !bounds(option.range).empty(); }

void check_value(const Option& option, const std::string& text) {
  const auto& choices = option.choices;
  if (choices.empty() || std::find(choices.begin(), choices.end(), text) != choices.end()) return;
  if (takes_numbers(option)) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    require(error == std::errc{} && end == text.data() + text.size(),
            "option {}: '{}' is not a number nor {}", option.name, text,
            fmt::join(choices, " or "));
    return check_value(option, number);
  }
  fail("option {}: '{}' is not one of {}{}", option.name, text, fmt::join(choices, ", "),
       did_you_mean(text, choices));
}

}  // namespace

void set(const Options& options, std::string_view name, std::string_view text) {
  std::vector<std::string_view> names;
  for (const Option& option : options) {
    if (option.name == name) {
      std::visit([&](auto* field) { parse(option, text, *field); }, option.field);
      return check({option});
    }
    names.push_back(option.name);
  }
  fail("there is no option '{}'{} (there are: {})", name, did_you_mean(name, names),
       names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", ")));
}

void set(const Options& options, std::string_view assignment) {
  const auto equals = assignment.find('=');
  require(equals != std::string_view::npos && equals > 0, "'{}' is not of the form option=value",
          assignment);
  set(options, assignment.substr(0, equals), assignment.substr(equals + 1));
}

void check(const Options& options) {
  for (const Option& option : options) {
    std::visit([&](auto* field) { check_value(option, *field); }, option.field);
  }
}

std::string value(const Option& option) {
  return std::visit([](auto* field) { return fmt::format("{}", *field); }, option.field);
}

std::string domain(const Option& option) {
  struct {
    const Option& option;
    std::string operator()(const Index*) const { return "integer" + bounds(option.range); }
    std::string operator()(const double*) const { return "number" + bounds(option.range); }
    std::string operator()(const bool*) const { return "true or false"; }
    std::string operator()(const std::string*) const {
      if (option.choices.empty()) return "text";
      if (!takes_numbers(option)) return fmt::format("one of {}", fmt::join(option.choices, ", "));
      return fmt::format("number{} or {}", bounds(option.range), fmt::join(option.choices, " or "));
    }
  } words{option};
  return std::visit(words, option.field);
}

void check_bound(std::string_view name, Index value, Index high, std::string_view what_high_is) {
  require(value <= high, "option {}: {} is above {} {}", name, value, what_high_is, high);
}

}  // namespace mahala
