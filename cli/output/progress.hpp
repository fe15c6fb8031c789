/// @file
/// How far the work is: a bar on a terminal, a line now and then elsewhere.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "cli/flags/common.hpp"
#include "mahala/core/run.hpp"

namespace mahala::cli {

/// "40 s", "3 min", "1.5 h"
std::string duration(double seconds);

/// Draws on standard error; leaves the terminal's line clean when it goes. A thread of its own
/// shows that there is life where a step takes longer than a second.
class ProgressLine {
 public:
  /// `noun` is what is counted ("step", "fold"), `measure` what Progress.objective is; without a
  /// measure it is what is being done, and nothing is counted.
  ProgressLine(const Common& common, std::string noun, std::string measure = "objective");
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Shows progress and answers false once the user has interrupted.
  Monitor monitor();

 private:
  void draw(const std::string& words);
  void beat();
  std::string in_words(const Progress& progress, double seconds) const;
  std::string still_at_it(double seconds) const;

  std::string noun_, measure_;
  bool silent_, terminal_;
  bool drawn_ = false;
  double next_ = 0;  ///< seconds since the start at which to show again
  Progress last_;    ///< what was told last
  Stopwatch watch_;
  std::mutex drawing_;
  std::condition_variable over_;
  bool ended_ = false;
  std::thread heart_;
};

}  // namespace mahala::cli
