#include "bench/probe.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <functional>
#include <numeric>
#include <vector>

#include "bench/measure.hpp"
#include "mahala/core/linalg/vector_units.hpp"
#include "mahala/core/parallel.hpp"

extern "C" {
char* openblas_get_config();
char* openblas_get_corename();
}

namespace mahala::bench {
namespace {

struct Loops {
  double (*doubles)(Index rounds);
  double (*floats)(Index rounds);  ///< twice as many operations a round
  double (*read)(const double* x, Index count);
  Index doubles_a_round;
};

constexpr int independent = 12;

namespace plain {
constexpr int register_bytes = 16;
#include "bench/probe_loops.inc"
}  // namespace plain

#ifdef MAHALA_VECTOR_UNITS
#pragma GCC push_options
#pragma GCC target("arch=x86-64-v3")
namespace v3 {
constexpr int register_bytes = 32;
#include "bench/probe_loops.inc"
}  // namespace v3
#pragma GCC pop_options

#pragma GCC push_options
#pragma GCC target("arch=x86-64-v4,prefer-vector-width=512")
namespace v4 {
constexpr int register_bytes = 64;
#include "bench/probe_loops.inc"
}  // namespace v4
#pragma GCC pop_options
#endif

const Loops& widest_loops() {
#ifdef MAHALA_VECTOR_UNITS
  switch (widest_vector_unit()) {
    case VectorUnit::v4:
      return v4::loops;
    case VectorUnit::v3:
      return v3::loops;
    case VectorUnit::plain:
      break;
  }
#endif
  return plain::loops;
}

constexpr int tries = 7;
volatile double kept = 0;  ///< so that no loop is left out

/// 1e9 units a second in the processor time of this thread.
double best_of_core(double units, const std::function<double()>& work) {
  double best = 0;
  for (int t = 0; t < tries; ++t) {
    best = std::max(best, 1e-9 * units / processor_seconds([&] { kept = work(); }));
  }
  return best;
}

/// The sum over all cores, busy at once, of the same.
double best_of_all(double units, const std::function<double(Index)>& work) {
  const auto cores = static_cast<std::size_t>(threads());
  double best = 0;
  for (int t = 0; t < tries; ++t) {
    std::vector<double> results(cores), rates(cores);
    parallel_for(threads(), [&](Index k) {
      const auto core = static_cast<std::size_t>(k);
      rates[core] = 1e-9 * units / processor_seconds([&] { results[core] = work(k); });
    });
    best = std::max(best, std::accumulate(rates.begin(), rates.end(), 0.0));
    kept = results[0];
  }
  return best;
}

Index second_level_cache() {
  const long bytes = sysconf(_SC_LEVEL2_CACHE_SIZE);
  return bytes > 0 ? bytes : 256 * 1024;
}

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown";
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%d", std::gmtime(&now));
  return text;
}

}  // namespace

Peaks probe() {
  const Loops& loops = widest_loops();
  constexpr Index rounds = 4'000'000, memory = Index{1} << 25, passes = 200;
  const auto operations = static_cast<double>(rounds * loops.doubles_a_round);
  const std::vector<double> x(static_cast<std::size_t>(memory), 1.0);
  const Index half_a_cache = second_level_cache() / 16, share = memory / threads();
  Peaks peaks;
  peaks.double_core = best_of_core(operations, [&] { return loops.doubles(rounds); });
  peaks.single_core = best_of_core(2 * operations, [&] { return loops.floats(rounds); });
  peaks.memory_core = best_of_core(8.0 * memory, [&] { return loops.read(x.data(), memory); });
  peaks.cache_core = best_of_core(8.0 * static_cast<double>(half_a_cache * passes), [&] {
    double total = 0;
    for (Index k = 0; k < passes; ++k) total += loops.read(x.data(), half_a_cache);
    return total;
  });
  peaks.double_all = best_of_all(operations, [&](Index) { return loops.doubles(rounds); });
  peaks.single_all = best_of_all(2 * operations, [&](Index) { return loops.floats(rounds); });
  peaks.memory_all = best_of_all(8.0 * static_cast<double>(share),
                                 [&](Index k) { return loops.read(x.data() + k * share, share); });
  return peaks;
}

Json describe_machine(const Peaks& peaks) {
  static constexpr const char* units[] = {"x86-64 (16 bytes)", "x86-64-v3 (32 bytes)",
                                          "x86-64-v4 (64 bytes)"};
  return {{"processor", processor_name()},
          {"cores", threads()},
          {"vector_unit", units[static_cast<int>(widest_vector_unit())]},
          {"second_level_cache", second_level_cache()},
          {"compiler", "g++ " __VERSION__},
          {"blas", fmt::format("{} ({})", openblas_get_config(), openblas_get_corename())},
          {"date", today()},
          {"peaks",
           {{"double_core", peaks.double_core},
            {"double_all", peaks.double_all},
            {"single_core", peaks.single_core},
            {"single_all", peaks.single_all},
            {"memory_core", peaks.memory_core},
            {"memory_all", peaks.memory_all},
            {"cache_core", peaks.cache_core}}}};
}

}  // namespace mahala::bench
