/// @file
/// How far the work is: a bar on a terminal, a line now and then elsewhere.
#pragma once

#include <string>

#include "cli/flags/common.hpp"
#include "mahala/core/run.hpp"

namespace mahala::cli {

/// Draws on standard error; leaves the terminal's line clean when it goes.
class ProgressLine {
 public:
  /// `noun` is what is counted ("step", "fold"), `measure` what Progress.objective is.
  ProgressLine(const Common& common, std::string noun, std::string measure = "objective");
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Shows progress and answers false once the user has interrupted.
  Monitor monitor();

 private:
  void show(const Progress& progress);
  std::string in_words(const Progress& progress, double seconds) const;

  std::string noun_, measure_;
  bool silent_, terminal_;
  bool drawn_ = false;
  double next_ = 0;  ///< seconds since the start at which to show again
  Stopwatch watch_;
};

}  // namespace mahala::cli
