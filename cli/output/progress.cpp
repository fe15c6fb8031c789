#include "cli/output/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "cli/flags/interrupt.hpp"

namespace mahala::cli {
namespace {

constexpr double redraw_seconds = 0.1;
constexpr double first_line_seconds = 1, most_line_seconds = 60;
constexpr double most_left_seconds = 100 * 3600;  // beyond that it is no forecast
constexpr Index bar_width = 24;

double fraction(const Progress& progress) {
  if (progress.last_step <= 0) return 0;
  return std::min(1.0,
                  static_cast<double>(progress.step) / static_cast<double>(progress.last_step));
}

std::string duration(double seconds) {
  if (seconds < 100) return fmt::format("{:.0f} s", seconds);
  if (seconds < 6000) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

std::string bar(double done) {
  const auto full = static_cast<std::size_t>(std::lround(done * bar_width));
  return fmt::format("[{}{}]", std::string(full, '#'), std::string(bar_width - full, '.'));
}

}  // namespace

ProgressLine::ProgressLine(const Common& common, std::string noun, std::string measure)
    : noun_(std::move(noun)),
      measure_(std::move(measure)),
      silent_(common.quiet),
      terminal_(::isatty(STDERR_FILENO) == 1) {
  next_ = terminal_ ? redraw_seconds : first_line_seconds;
}

ProgressLine::~ProgressLine() {
  if (drawn_ && terminal_) fmt::print(stderr, "\r\033[K");
}

Monitor ProgressLine::monitor() {
  return [this](const Progress& progress) {
    if (!silent_ && watch_.seconds() >= next_) show(progress);
    return !interrupted();
  };
}

/// "step 12 of 500, objective 0.03125, ETA 40 s"
std::string ProgressLine::in_words(const Progress& progress, double seconds) const {
  std::string text = fmt::format("{} {} of {}, {} {:.4g}", noun_, progress.step, progress.last_step,
                                 measure_, progress.objective);
  const double done = fraction(progress);
  const double left = done > 0 ? seconds * (1 - done) / done : most_left_seconds;
  if (left < 1) return text + ", ETA < 1 s";
  if (left < most_left_seconds) text += fmt::format(", ETA {}", duration(left));
  return text;
}

void ProgressLine::show(const Progress& progress) {
  const double now = watch_.seconds();
  const std::string words = in_words(progress, now);
  drawn_ = true;
  if (terminal_) {
    fmt::print(stderr, "\r\033[K{} {}", bar(fraction(progress)), words);
    std::fflush(stderr);
    next_ = now + redraw_seconds;
  } else {
    fmt::print(stderr, "mahala: {}\n", words);
    next_ = now + std::min(now, most_line_seconds);
  }
}

}  // namespace mahala::cli
