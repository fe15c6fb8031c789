/// @file
/// Who watches work that consists of several runs, and what it throws instead of a result.
#pragma once

#include <functional>
#include <string>

#include "mahala/core/error.hpp"
#include "mahala/core/run.hpp"

namespace mahala {

/// The default runs unwatched.
struct Watcher {
  /// Called when a candidate begins; its monitor is called after every fold, with the error as
  /// objective, and lives until the candidate is done.
  std::function<Monitor(const std::string& candidate)> folds = {};

  /// The same for the winner's fit on all samples, whose monitor is called after every step.
  std::function<Monitor()> steps = {};

  /// Asked at any time, from any thread: is the work to end?
  std::function<bool()> stop = {};

  bool stopped() const { return stop && stop(); }
};

/// The watcher asked to stop before there was a result.
class Stopped : public Error {
 public:
  using Error::Error;
};

/// A learner diverged and left nothing to measure.
class Diverged : public Error {
 public:
  using Error::Error;
};

}  // namespace mahala
