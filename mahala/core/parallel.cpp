#include "mahala/core/parallel.hpp"

#include <omp.h>

#include <algorithm>
#include <exception>
#include <vector>

namespace mahala {

void set_threads(int count) { omp_set_num_threads(count > 0 ? count : omp_get_num_procs()); }

int threads() { return omp_get_max_threads(); }

void parallel_for(Index count, const std::function<void(Index)>& work) {
  if (count == 1 || omp_in_parallel() || threads() == 1) {
    for (Index k = 0; k < count; ++k) work(k);
    return;
  }
  std::vector<std::exception_ptr> errors(static_cast<std::size_t>(count));
#pragma omp parallel for schedule(dynamic, 1)
  for (Index k = 0; k < count; ++k) {
    try {
      work(k);
    } catch (...) {
      errors[static_cast<std::size_t>(k)] = std::current_exception();
    }
  }
  for (const std::exception_ptr& error : errors) {
    if (error) std::rethrow_exception(error);
  }
}

void parallel_parts(Index count, Index part, const std::function<void(Index, Index)>& work) {
  parallel_for((count + part - 1) / part,
               [&](Index k) { work(k * part, std::min(count, (k + 1) * part)); });
}

}  // namespace mahala
