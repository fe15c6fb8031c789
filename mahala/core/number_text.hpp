/// @file
/// Numbers in texts of options and models.
#pragma once

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

namespace mahala {

/// The finite number that the whole text says; nothing if it says none.
inline std::optional<double> finite_number(std::string_view text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [last, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || last != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

}  // namespace mahala
