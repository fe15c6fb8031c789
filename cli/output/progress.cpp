#include "cli/output/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <system_error>

#include "mahala/core/file/signals.hpp"
#include "mahala/core/utf8.hpp"

namespace mahala::cli {
namespace {

constexpr double redraw_seconds = 0.1;
constexpr std::chrono::milliseconds heartbeat(100);
constexpr double late_seconds = 0.1;  // steps come first
constexpr double first_line_seconds = 0.5, most_line_seconds = 60;
constexpr double most_left_seconds = 100 * 3600;  // beyond that it is no forecast
constexpr Index bar_width = 24;

double fraction(const Progress& progress) {
  if (progress.last_step <= 0) return 0;
  return std::min(1.0,
                  static_cast<double>(progress.step) / static_cast<double>(progress.last_step));
}

/// ", ETA 40 s"; empty where nothing can be told.
std::string left_in_words(double done, double seconds) {
  const double left = done > 0 ? seconds * (1 - done) / done : most_left_seconds;
  if (left < 1) return ", ETA < 1 s";
  return left < most_left_seconds ? fmt::format(", ETA {}", duration(left)) : "";
}

std::string bar(double done) {
  const auto full = static_cast<std::size_t>(std::lround(done * bar_width));
  return fmt::format("[{}{}]", std::string(full, '#'), std::string(bar_width - full, '.'));
}

}  // namespace

std::string duration(double seconds) {
  if (seconds < 100) return fmt::format("{:.0f} s", seconds);
  if (seconds < 6000) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

ProgressLine::ProgressLine(const Common& common, std::string noun, std::string measure)
    : noun_(std::move(noun)),
      measure_(std::move(measure)),
      silent_(common.quiet),
      terminal_(::isatty(STDERR_FILENO) == 1) {
  next_ = terminal_ ? redraw_seconds : first_line_seconds;
  if (silent_) return;
  try {
    heart_ = std::thread([this] { beat(); });
  } catch (const std::system_error&) {  // no room for a thread: steps alone show progress
  }
}

ProgressLine::~ProgressLine() {
  {
    const std::lock_guard lock(drawing_);
    ended_ = true;
  }
  over_.notify_all();
  if (heart_.joinable()) heart_.join();
  if (drawn_ && terminal_) std::fputs("\r\033[K", stderr);
}

Monitor ProgressLine::monitor() {
  return [this](const Progress& progress) {
    const std::lock_guard lock(drawing_);
    last_ = progress;
    if (!silent_ && watch_.seconds() >= next_) draw(in_words(progress, watch_.seconds()));
    return !interrupted();
  };
}

/// Shows a line of its own once steps have shown none for a while.
void ProgressLine::beat() {
  std::unique_lock lock(drawing_);
  while (!over_.wait_for(lock, heartbeat, [this] { return ended_; })) {
    const double now = watch_.seconds();
    if (now >= next_ + late_seconds) draw(still_at_it(now));
  }
}

/// "step 12 of 500, objective 0.03125, ETA 40 s"
std::string ProgressLine::in_words(const Progress& progress, double seconds) const {
  return fmt::format("{} {} of {}, {} {:.4g}{}", noun_, progress.step, progress.last_step, measure_,
                     progress.objective, left_in_words(fraction(progress), seconds));
}

/// "step 12 of 500, 3 min so far, ETA 2 h", "reading, 3 min so far"
std::string ProgressLine::still_at_it(double seconds) const {
  if (measure_.empty()) return fmt::format("{}, {} so far", noun_, duration(seconds));
  const std::string of =
      last_.last_step > 0 ? fmt::format(" of {}", last_.last_step) : std::string();
  return fmt::format("{} {}{}, {} so far{}", noun_, last_.step, of, duration(seconds),
                     last_.step < last_.last_step ? left_in_words(fraction(last_), seconds) : "");
}

void ProgressLine::draw(const std::string& words) {
  const double now = watch_.seconds();
  drawn_ = true;
  if (terminal_) {
    const std::string line = fmt::format("\r\033[K{} {}", bar(fraction(last_)), printable(words));
    std::fputs(line.c_str(), stderr);
    std::fflush(stderr);
    next_ = now + redraw_seconds;
  } else {
    tell(words);
    next_ = now + std::min(now, most_line_seconds);
  }
}

}  // namespace mahala::cli
