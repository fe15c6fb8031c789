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

[[noreturn]] void refuse_word(const Option& option, std::string_view text) {
  const auto choices = words(option);
  fail("option {}: '{}' is not one of {}{}", option.name, text, fmt::join(choices, ", "),
       did_you_mean(text, choices));
}

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
  refuse_word(option, text);
}

void check_choice(const Option& option, const Choice& choice) {
  const auto choices = words(option);
  const bool known = std::find(choices.begin(), choices.end(), choice.word()) != choices.end();
  if (!known) refuse_word(option, choice.word());
}

/// What there is to do with a field: one thing with those that are values, one with words of enums.
template <class Value, class Word>
auto visit_field(const Option& option, const Value& value, const Word& word) {
  return std::visit(
      [&](const auto& field) {
        if constexpr (std::is_same_v<std::decay_t<decltype(field)>, Choice>) {
          return word(field);
        } else {
          return value(*field);
        }
      },
      option.field);
}

}  // namespace

void set(const Options& options, std::string_view name, std::string_view text) {
  std::vector<std::string_view> names;
  for (const Option& option : options) {
    if (option.name == name) {
      visit_field(
          option, [&](auto& field) { parse(option, text, field); },
          [&](const Choice& choice) {
            if (!choice.set(text)) refuse_word(option, text);
          });
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
    visit_field(
        option, [&](const auto& field) { check_value(option, field); },
        [&](const Choice& choice) { check_choice(option, choice); });
  }
}

Options joined(std::initializer_list<Options> lists) {
  Options all;
  for (const Options& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

Options only_if(Options options, const Condition& condition) {
  for (Option& each : options) each.counts_if.push_back(condition);
  return options;
}

void check_used(const Options& options, const Options& defaults) {
  const auto holds = [&](const Condition& condition) {
    const auto other = std::find_if(options.begin(), options.end(), [&](const Option& option) {
      return option.name == condition.option;
    });
    return other == options.end() || std::find(condition.values.begin(), condition.values.end(),
                                               value(*other)) != condition.values.end();
  };
  for (std::size_t k = 0; k < options.size(); ++k) {
    if (value(options[k]) == value(defaults[k])) continue;
    for (const Condition& condition : options[k].counts_if) {
      require(holds(condition), "option {}: counts only with {}={}", options[k].name,
              condition.option, fmt::join(condition.values, " or "));
    }
  }
}

std::string value(const Option& option) {
  return visit_field(
      option, [](const auto& field) { return fmt::format("{}", field); },
      [](const Choice& choice) { return std::string(choice.word()); });
}

std::vector<std::string_view> words(const Option& option) {
  const auto* choice = std::get_if<Choice>(&option.field);
  if (choice == nullptr || !option.choices.empty()) return option.choices;
  return {choice->words().begin(), choice->words().end()};
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
    std::string operator()(const Choice&) const {
      return fmt::format("one of {}", fmt::join(words(option), ", "));
    }
  } in_words{option};
  return std::visit(in_words, option.field);
}

void check_bound(std::string_view name, Index value, Index high, std::string_view what_high_is) {
  require(value <= high, "option {}: {} is above {} {}", name, value, what_high_is, high);
}

}  // namespace mahala
