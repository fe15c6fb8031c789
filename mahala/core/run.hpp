/// @file
/// One run of an iterative method: its monitor, seed and start, and how it ended.
#pragma once

#include <chrono>
#include <ctime>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "mahala/core/types.hpp"

namespace mahala {

struct Pair;
template <class T>
struct LargeAllocator;
class Archive;
class Checkpoint;
class Samples;

/// One line of a convergence history.
struct Progress {
  Index step = 0;
  Index last_step = 0;  ///< the most steps this run may take
  double objective = 0;
  double gradient_norm = std::numeric_limits<double>::quiet_NaN();  ///< NaN: has none
  double seconds = 0;                                               ///< since the start of the run
  double held_out = std::numeric_limits<double>::quiet_NaN();  ///< quality elsewhere; NaN: unknown
};

/// Called after every step; returning false asks the method to stop.
using Monitor = std::function<bool(const Progress&)>;

/// Passed to every learner; the default runs unwatched.
struct Run {
  Monitor monitor = {};
  std::uint64_t seed = 0;               ///< of everything random in the run
  const Matrix* start = nullptr;        ///< a factor to start from, d x r; null = the learner's own
  const Matrix* start_right = nullptr;  ///< with it the right factor, where a model has one

  /// The learner's own start, if it is known already: constraints were drawn in it. Null or empty
  /// otherwise.
  const Matrix* own_start = nullptr;

  /// Draws the pairs anew by the neighbours in another metric, whose Euclidean distances are those
  /// of the samples given; null where pairs were not drawn that way.
  std::function<std::vector<Pair, LargeAllocator<Pair>>(const Samples& embedded)> redraw = {};

  /// Bounds and weights of the pairs are in units of their own distances, so that a pull to the
  /// start has a strength that suits all data.
  bool in_units = false;

  /// All samples, prepared by what `rows` of them tell: for folds inside a learner, which must not
  /// see what they are judged by. Null where preparation does not depend on samples.
  std::function<Samples(const std::vector<Index>& rows)> prepared_by = {};

  Checkpoint* checkpoint = nullptr;  ///< keeps what the run has reached (core/checkpoint/); or null

  /// What the function that is minimised remembers from one evaluation to the next, if anything,
  /// for the checkpoint.
  std::function<void(Archive&)> remembered = {};
};

/// Why an iterative method returned. Only `diverged` leaves an unusable result.
enum class Status { converged, budget_spent, stopped, diverged };

std::string_view name(Status status);

/// A number that bounds or measures the distance to optimality, and what it is.
struct Certificate {
  std::string name = "none";  ///< "gradient norm", "duality gap", "exact" ...
  double value = 0;
};

/// Seconds since its making.
class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// Seconds of all processors together that this program has used since its making: other programs
/// of the machine do not lengthen them.
class ProcessorClock {
 public:
  double seconds() const { return used() - begin_; }

 private:
  static double used() {
    timespec now = {};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
  }

  double begin_ = used();
};

}  // namespace mahala
