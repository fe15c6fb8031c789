/// @file
/// The bookkeeping of an iterative method: how many steps it made, what they gained, who watches
/// it and why it ended.
///
///   RunRecord record(run, last_step);
///   for (;; record.next()) {
///     record.note(objective);
///     if (record.stopped() || record.converged(why_or_empty) || record.spent()) break;
///     ...
///   }
///   return record.into(Result{...});
///
/// What ends a method returns true, so that rules may stand in the order they are asked.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mahala/core/run.hpp"
#include "mahala/core/watch.hpp"

namespace mahala {

class RunRecord {
 public:
  /// Keeps a reference to the run.
  RunRecord(const Run& run, Index last_step) : run_(run), last_step_(last_step) {
    trace_.reserve(static_cast<std::size_t>(std::min<Index>(last_step, 1000)) + 1);
  }

  Index steps() const { return steps_; }
  void next() { ++steps_; }

  /// One more line of the history.
  void note(double objective, double gradient_norm = Progress().gradient_norm) {
    trace_.push_back({.step = steps_,
                      .last_step = last_step_,
                      .objective = objective,
                      .gradient_norm = gradient_norm,
                      .seconds = watch_.seconds()});
  }

  /// Corrects the objective of the last line.
  void revise(double objective) { trace_.back().objective = objective; }

  /// Shows the monitor the last line, at the step the method has reached; true if it says stop.
  bool stopped() {
    if (!run_.monitor) return false;
    Progress now = trace_.back();
    now.step = steps_;
    now.seconds = watch_.seconds();
    return !run_.monitor(now) && stop();
  }

  /// Ends because somebody wishes so.
  bool stop() { return end(Status::stopped, "stopped on request"); }

  /// Makes a part of a step; ends, and returns false, if it is interrupted.
  template <class Part>
  bool makes(Part&& part) {
    return uninterrupted(std::forward<Part>(part)) || !stop();
  }

  /// Ends for a reason, if one is given.
  bool converged(std::string why) { return !why.empty() && end(Status::converged, std::move(why)); }

  /// Ends once the last step was made.
  bool spent(std::string_view message = "iteration limit reached") {
    return steps_ >= last_step_ && end(Status::budget_spent, std::string(message));
  }

  bool end(Status status, std::string message) {
    status_ = status;
    message_ = std::move(message);
    return true;
  }

  Status status() const { return status_; }

  /// The result with its status, message, iterations and trace.
  template <class Result>
  Result into(Result result) const {
    result.status = status_;
    result.message = message_;
    result.iterations = steps_;
    result.trace = trace_;
    return result;
  }

 private:
  const Run& run_;
  Stopwatch watch_;
  Index last_step_, steps_ = 0;
  Status status_ = Status::budget_spent;
  std::string message_;
  std::vector<Progress> trace_;
};

}  // namespace mahala
