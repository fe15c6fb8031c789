#include "mahala/core/parallel.hpp"

#include <omp.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <exception>

#include "mahala/core/error.hpp"
#include "mahala/core/memory.hpp"
#include "mahala/core/one_thread.hpp"
#include "mahala/core/ranks.hpp"
#include "mahala/core/watch.hpp"

namespace mahala {

namespace {

thread_local bool in_one_thread = false;
thread_local int parts_around = 0;  ///< how many parts this thread is inside of

/// While it lives, this thread is inside a part.
class InPart {
 public:
  InPart() { ++parts_around; }
  ~InPart() { --parts_around; }
  InPart(const InPart&) = delete;
  InPart& operator=(const InPart&) = delete;
};

/// Where memory is limited, OpenMP ends the program as soon as a thread finds no room for its
/// stack.
void check_stacks_fit() {
  if (!memory_is_limited()) return;
  rlimit stack = {};
  constexpr std::size_t megabyte = std::size_t{1} << 20;
  const bool known = ::getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_cur != RLIM_INFINITY;
  const std::size_t each = (known ? stack.rlim_cur : 8 * megabyte) + 2 * megabyte;
  const std::size_t all = each * static_cast<std::size_t>(threads() - 1);
  require(has_room(all),
          "out of memory: {} threads need {} MB more than the limit of memory leaves; fewer take "
          "less",
          threads(), all / megabyte);
}

}  // namespace

OneThread::OneThread(bool wanted) : before_(in_one_thread) {
  in_one_thread = in_one_thread || wanted;
}

OneThread::~OneThread() { in_one_thread = before_; }

void set_threads(int count) { omp_set_num_threads(count > 0 ? count : omp_get_num_procs()); }

int threads() { return omp_get_max_threads(); }

int thread_index() { return omp_get_thread_num(); }

void parallel_for(Index count, FunctionRef<void(Index)> work) {
  if (count == 1 || in_one_thread || omp_in_parallel() || threads() == 1) {
    for (Index k = 0; k < count; ++k) {
      check_watch();
      const InPart inside;
      work(k);
    }
    return;
  }
  [[maybe_unused]] static const bool fit = (check_stacks_fit(), true);
  Index failed = count;
  std::exception_ptr error;
  std::atomic<bool> interrupted = false;
  Watch* const watch = current_watch();
#pragma omp parallel for schedule(dynamic, 1)
  for (Index k = 0; k < count; ++k) {
    if (interrupted) continue;  // OpenMP has no break
    try {
      const WatchedBy watched(watch);
      check_watch();
      const InPart inside;
      work(k);
    } catch (const Interrupted&) {
      interrupted = true;
    } catch (...) {
#pragma omp critical(mahala_parallel_for)
      if (k < failed) {
        failed = k;
        error = std::current_exception();
      }
    }
  }
  if (error) std::rethrow_exception(error);
  if (interrupted) throw Interrupted();
}

bool in_parallel_part() { return parts_around > 0; }

void parallel_jobs(Index count, FunctionRef<void(Index)> work) {
  if (ranks() == 1) return parallel_for(count, work);
  for (Index k = 0; k < count; ++k) work(k);
}

void parallel_parts(Index count, Index part, FunctionRef<void(Index, Index)> work) {
  parallel_for((count + part - 1) / part,
               [&](Index k) { work(k * part, std::min(count, (k + 1) * part)); });
}

}  // namespace mahala
