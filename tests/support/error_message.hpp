// What the library says when it refuses something.
#pragma once

#include <string>

#include "mahala/core/error.hpp"

namespace mahala::test {

/// The message of the Error that f throws, or "no error".
template <class F>
std::string error_message(const F& f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace mahala::test
