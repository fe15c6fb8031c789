/// @file
/// What this machine can do at most: multiplications and additions in registers, and reading.
#pragma once

#include "bench/results.hpp"

namespace mahala::bench {

/// In 1e9 operations or bytes a second.
struct Peaks {
  double double_core = 0, double_all = 0;  ///< operations on doubles: one core, all cores at once
  double single_core = 0, single_all = 0;  ///< on floats
  double memory_core = 0, memory_all = 0;  ///< bytes read from memory
  double cache_core = 0;                   ///< bytes read from the second-level cache
};

/// The best of a few short runs of each; about two seconds.
Peaks probe();

/// Processor, caches, vector unit, compiler, BLAS, date, and the peaks.
Json describe_machine(const Peaks& peaks);

}  // namespace mahala::bench
