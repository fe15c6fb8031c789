/// @file
/// Enums by the words people read and type: one table for each.
///
///   enum class Supervision { nothing, labels };
///   template <>
///   inline constexpr std::array<std::string_view, 2> names_of<Supervision> = {"nothing",
///   "labels"};
///
/// The table stands next to the enum and has a word for each of its values 0, 1, 2 ... in order.
/// Such a value prints as its word in messages.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <type_traits>

namespace mahala {

/// No table unless specialised.
template <class E>
inline constexpr int names_of = 0;

template <class E>
concept Named =
    std::is_enum_v<E> && !std::is_same_v<std::remove_cvref_t<decltype(names_of<E>)>, int>;

template <Named E>
constexpr std::string_view name(E value) {
  return names_of<E>[static_cast<std::size_t>(value)];
}

/// The value of that name, if there is one.
template <Named E>
constexpr std::optional<E> named(std::string_view text) {
  const auto& names = names_of<E>;
  const auto found = std::find(names.begin(), names.end(), text);
  if (found == names.end()) return std::nullopt;
  return static_cast<E>(found - names.begin());
}

}  // namespace mahala

template <mahala::Named E>
struct fmt::formatter<E, char> : fmt::formatter<std::string_view> {
  template <class Context>
  auto format(E value, Context& context) const {
    return fmt::formatter<std::string_view>::format(mahala::name(value), context);
  }
};
