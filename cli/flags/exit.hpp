/// @file
/// How the program ends, as numbers a script can test.
///
///   0 done   1 bad input   2 usage   3 diverged   4 other than published   70 internal error
///   130 interrupted
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "mahala/core/error.hpp"

namespace mahala::cli {

enum ExitCode {
  exit_done = 0,
  exit_bad_input = 1,
  exit_usage = 2,
  exit_diverged = 3,
  exit_other = 4,
  exit_internal = 70,
  exit_interrupted = 130,
};

/// Ends the program with `code` and `message`, where it is not the input that is wrong.
class Exit : public std::runtime_error {
 public:
  Exit(ExitCode code, const std::string& message) : runtime_error(message), code_(code) {}
  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

/// The command line is wrong, which shows without looking at any file.
class UsageError : public Exit {
 public:
  explicit UsageError(const std::string& message) : Exit(exit_usage, message) {}
};

/// Calls `work`; what it finds wrong is a matter of the command line.
template <class Work>
decltype(auto) as_usage(Work&& work) {
  try {
    return std::forward<Work>(work)();
  } catch (const Error& error) {
    throw UsageError(error.what());
  }
}

}  // namespace mahala::cli
