/// @file
/// Comparisons as the program watches them: progress on standard error, Ctrl-C ends them.
#pragma once

#include <utility>

#include "cli/flags/common.hpp"
#include "cli/flags/exit.hpp"
#include "mahala/compare/watcher.hpp"

namespace mahala::cli {

/// `common` must live as long. Progress counts folds and tells errors, or what else is measured.
Watcher watcher_of(const Common& common, const std::string& noun = "fold",
                   const std::string& measure = "error");

/// Calls `work`; Exit if it was interrupted or learning diverged.
template <class Work>
decltype(auto) watched(Work&& work) {
  try {
    return std::forward<Work>(work)();
  } catch (const Stopped&) {
    throw Exit(exit_interrupted, "interrupted before all was measured");
  } catch (const Diverged& error) {
    throw Exit(exit_diverged, error.what());
  }
}

}  // namespace mahala::cli
