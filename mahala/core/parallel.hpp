/// @file
/// Threads. OpenMP is used in parallel.cpp only.
///
/// Work is cut into parts whose number depends on the size of the work and never on
/// the number of threads, and parts are combined in their order: results do not
/// depend on how many threads there are. Calls inside a part run in one thread.
#pragma once

#include "mahala/core/function_ref.hpp"
#include "mahala/core/types.hpp"

namespace mahala {

/// How many threads the calls below may use; 0 = one per core.
void set_threads(int count);
int threads();

/// Which of them calls: where a part finds the scratch memory of its thread. Below threads(), or
/// that of the one thread of a call inside a part.
int thread_index();

/// Calls work(k) for k = 0 .. count-1, each once, in any order and on any thread.
/// The first exception (by k) is thrown again after all have ended. Once the watch of the calling
/// thread says stop (core/watch.hpp), those not yet begun are left out and Interrupted is thrown.
void parallel_for(Index count, FunctionRef<void(Index)> work);

/// True inside work(k), whatever the number of threads.
bool in_parallel_part();

/// `parallel_for` of jobs that may look at all samples, such as folds. Where these are shared out
/// among ranks (core/ranks.hpp) the jobs come one after the other, each on all threads: ranks that
/// exchange numbers have to do so in the same order.
void parallel_jobs(Index count, FunctionRef<void(Index)> work);

/// Cuts 0 .. count-1 into consecutive parts of `part` (the last may be shorter) and
/// calls work(begin, end) for each as parallel_for does.
void parallel_parts(Index count, Index part, FunctionRef<void(Index, Index)> work);

}  // namespace mahala
