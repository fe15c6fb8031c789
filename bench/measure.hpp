/// @file
/// What the benchmarks share: the clock, the memory and where the data is.
#pragma once

#include <sys/resource.h>
#include <time.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "mahala/core/run.hpp"

namespace mahala::bench {

inline double median(std::vector<double> values) {
  const auto middle = values.begin() + std::ssize(values) / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// The median of `repeats` timings of work(), in seconds, after one warm-up call.
inline double typical_seconds(int repeats, const std::function<void()>& work) {
  work();
  std::vector<double> seconds;
  for (int k = 0; k < repeats; ++k) {
    const Stopwatch watch;
    work();
    seconds.push_back(watch.seconds());
  }
  return median(std::move(seconds));
}

/// The processor time of this thread that work() takes, which other programs do not lengthen much.
inline double processor_seconds(const std::function<void()>& work) {
  const auto now = [] {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  };
  const double begin = now();
  work();
  return now() - begin;
}

/// typical_seconds in processor time: for ratios of things that take microseconds and minutes.
inline double typical_processor_seconds(int repeats, const std::function<void()>& work) {
  work();
  std::vector<double> seconds;
  for (int k = 0; k < repeats; ++k) seconds.push_back(processor_seconds(work));
  return median(std::move(seconds));
}

/// The most memory this process has held so far, in bytes.
inline double peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return 1024.0 * static_cast<double>(usage.ru_maxrss);
}

/// A file of the benchmark data (MAHALA_BENCH_DATA, default ../shared/data), "" if absent.
inline std::string data_file(const std::string& name) {
  const char* folder = std::getenv("MAHALA_BENCH_DATA");
  const auto path = std::filesystem::path(folder ? folder : "../shared/data") / name;
  return std::filesystem::exists(path) ? path.string() : "";
}

}  // namespace mahala::bench
