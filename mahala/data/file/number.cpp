#include "mahala/data/file/number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>

#include "mahala/core/utf8.hpp"

namespace mahala::reading {
namespace {

constexpr std::string_view missing_names[] = {"", "NA", "NaN", "nan", "null", "?"};
constexpr std::size_t longest_excerpt = 40;

/// std::from_chars takes no '+', and must not see the second sign of "+-1".
std::string_view without_plus(std::string_view text) {
  const bool plus = text.size() > 1 && text[0] == '+' && text[1] != '-';
  return plus ? text.substr(1) : text;
}

constexpr double powers_of_ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
constexpr std::uint64_t largest_exact = std::uint64_t{1} << 53;
constexpr std::ptrdiff_t most_digits = 19;  // any 19 digits fit 64 bits

/// Appends the digits at `at` to `digits` and gives the position after them.
const char* take_digits(const char* at, const char* last, std::uint64_t& digits) {
  for (; at != last; ++at) {
    const auto digit = static_cast<unsigned char>(*at - '0');
    if (digit > 9) break;
    digits = 10 * digits + digit;
  }
  return at;
}

/// Parses [-]digits[.digits] where both the digits and the power of ten are exact doubles, so
/// that their quotient is correctly rounded (Clinger, PLDI 1990). Three times as fast as
/// std::from_chars, which is left to do the rest.
bool parse_decimal(std::string_view text, double& value) {
  const char *at = text.data(), *last = at + text.size();
  const bool negative = at != last && *at == '-';
  if (negative) ++at;
  if (last - at > most_digits) return false;
  std::uint64_t digits = 0;
  const char* start = at;
  at = take_digits(at, last, digits);
  const std::ptrdiff_t whole = at - start;
  std::ptrdiff_t decimals = 0;
  if (at != last && *at == '.') {
    start = ++at;
    at = take_digits(at, last, digits);
    decimals = at - start;
  }
  if (at != last || whole + decimals == 0 || digits > largest_exact) return false;
  const double magnitude = static_cast<double>(digits) / powers_of_ten[decimals];
  value = negative ? -magnitude : magnitude;
  return true;
}

/// What is not simply a number: rare, so it may take its time.
Parsed parse_other(std::string_view text, double& value) {
  text = trimmed(text);
  if (is_missing(text)) {
    value = std::numeric_limits<double>::quiet_NaN();
    return Parsed::missing;
  }
  text = without_plus(text);
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  if (end != last || error == std::errc::invalid_argument) return Parsed::other;
  if (error == std::errc::result_out_of_range) return Parsed::out_of_range;
  if (std::isnan(value)) return Parsed::other;
  return std::isinf(value) ? Parsed::infinite : Parsed::number;
}

}  // namespace

Parsed parse_number(std::string_view text, double& value) {
  if (parse_decimal(text, value)) return Parsed::number;
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  if (error == std::errc{} && end == last && std::isfinite(value)) return Parsed::number;
  return parse_other(text, value);
}

bool is_missing(std::string_view text) {
  return std::find(std::begin(missing_names), std::end(missing_names), text) !=
         std::end(missing_names);
}

bool parse_integer(std::string_view text, long& value) {
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  return error == std::errc{} && end == last;
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::string excerpt(std::string_view text) {
  if (text.size() <= longest_excerpt) return printable(text);
  std::size_t end = longest_excerpt;
  while (end > longest_excerpt - 4 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) {
    --end;  // a sign of several bytes is not cut
  }
  return printable(text.substr(0, end)) + "...";
}

std::string complaint(Parsed parsed, std::string_view text, std::string_view missing_advice) {
  switch (parsed) {
    case Parsed::missing:
      return missing_advice.empty() ? "missing value"
                                    : fmt::format("missing value ({})", missing_advice);
    case Parsed::infinite:
      return fmt::format("'{}' is not finite", excerpt(text));
    case Parsed::out_of_range:
      return fmt::format("'{}' is out of the range of a double", excerpt(text));
    default:
      return fmt::format("'{}' is not a number", excerpt(text));
  }
}

std::string no_label(std::string_view text) {
  return text.empty() ? "the label is missing" : fmt::format("the label is missing ('{}')", text);
}

}  // namespace mahala::reading
