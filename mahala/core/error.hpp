/// @file
/// The one exception type of the library.
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

namespace mahala {

/// The caller, a file or an option is wrong; the message says what and where.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Throws Error with the formatted message.
template <class... Args>
[[noreturn]] void fail(fmt::format_string<Args...> message, Args&&... args) {
  throw Error(fmt::format(message, std::forward<Args>(args)...));
}

/// Throws Error with the formatted message unless `ok` holds.
template <class... Args>
void require(bool ok, fmt::format_string<Args...> message, Args&&... args) {
  if (!ok) throw Error(fmt::format(message, std::forward<Args>(args)...));
}

}  // namespace mahala
