/// @file
/// The bookkeeping of an iterative method: how many steps it made, what they gained, who watches
/// it and why it ended.
///
///   RunRecord record(run, last_step);
///   record.keeps([&](Archive& archive) { archive("x", x); });
///   for (;; record.next()) {
///     if (record.is_over()) break;
///     record.note(objective);
///     if (record.stopped() || record.converged(why_or_empty) || record.spent()) break;
///     ...
///   }
///   return record.into(Result{...});
///
/// What ends a method returns true, so that rules may stand in the order they are asked.
///
/// With a checkpoint (core/checkpoint/checkpoint.hpp) the method goes on from where it was killed:
/// `keeps` names what it carries from one `is_over` to the next, which is read at once if the
/// checkpoint has it, and as it is when the method ends.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mahala/core/checkpoint/checkpoint.hpp"
#include "mahala/core/run.hpp"
#include "mahala/core/watch.hpp"

namespace mahala {

class RunRecord {
 public:
  /// Keeps a reference to the run.
  RunRecord(const Run& run, Index last_step) : run_(run), last_step_(last_step) {
    trace_.reserve(static_cast<std::size_t>(std::min<Index>(last_step, 1000)) + 1);
  }

  RunRecord(const RunRecord&) = delete;
  RunRecord& operator=(const RunRecord&) = delete;

  Index steps() const { return steps_; }
  void next() {
    ++steps_;
    moves();
  }

  /// What is carried changes: until the next `is_over` there is nothing to go on from.
  void moves() { unmoved_ = false; }

  /// What the method carries, besides what is recorded here; nothing happens without a checkpoint.
  void keeps(Keep carried) {
    if (run_.checkpoint == nullptr) return;
    loop_ =
        std::make_unique<KeptLoop>(run_, [this, carried = std::move(carried)](Archive& archive) {
          archive("record", *this);
          carried(archive);
          if (run_.remembered) run_.remembered(archive);
        });
  }

  bool resumed() const { return resumed_at_ >= 0; }  ///< `keeps` has read what there was

  /// First in every step: a place to go on from. True if the method ended before it was resumed.
  bool is_over() {
    if (!loop_) return false;
    if (loop_->ended()) return true;
    unmoved_ = true;
    lines_ = trace_.size();
    if (resumed_at_ != steps_) loop_->mark();
    return false;
  }

  /// What `keeps` has read, or writes, of the record itself.
  void keep(Archive& archive) {
    archive("steps", steps_);
    archive("message", message_);
    keep_status(archive, "status", status_);
    keep_trace(archive, "trace", trace_);
    double seconds = this->seconds();
    archive("seconds", seconds);
    if (!archive.reads()) return;
    seconds_before_ = seconds - watch_.seconds();
    resumed_at_ = steps_;
  }

  /// One more line of the history.
  void note(double objective, double gradient_norm = Progress().gradient_norm) {
    trace_.push_back({.step = steps_,
                      .last_step = last_step_,
                      .objective = objective,
                      .gradient_norm = gradient_norm,
                      .seconds = seconds()});
  }

  /// Corrects the objective of the last line.
  void revise(double objective) { trace_.back().objective = objective; }

  /// Shows the monitor the last line, at the step the method has reached; true if it says stop.
  bool stopped() {
    if (!run_.monitor) return false;
    Progress now = trace_.back();
    now.step = steps_;
    now.seconds = seconds();
    if (run_.monitor(now)) return false;
    keep_here();
    return stop();
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
    if (loop_ && status != Status::stopped) loop_->end();
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
  double seconds() const { return seconds_before_ + watch_.seconds(); }

  /// As it was at the last `is_over`, if nothing has changed: lines since then will be noted again.
  void keep_here() {
    if (!loop_ || !unmoved_) return;
    const std::vector<Progress> all = trace_;
    trace_.resize(lines_);
    loop_->save();
    trace_ = all;
  }

  const Run& run_;
  Stopwatch watch_;
  Index last_step_, steps_ = 0;
  Status status_ = Status::budget_spent;
  std::string message_;
  std::vector<Progress> trace_;
  double seconds_before_ = 0;  ///< those of the run that was killed
  Index resumed_at_ = -1;      ///< the step, which needs no mark
  bool unmoved_ = false;       ///< nothing has changed since the last `is_over`
  std::size_t lines_ = 0;      ///< of the trace, there
  std::unique_ptr<KeptLoop> loop_;
};

}  // namespace mahala
