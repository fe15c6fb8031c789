// Counts what iterations of the solvers allocate: the calls of malloc of a long run less those of a
// short one, with a problem that neither solves. Every solver must need none.

#include <fmt/format.h>

#include <atomic>
#include <cstdlib>

#include "mahala/core/error.hpp"
#include "mahala/core/random.hpp"
#include "mahala/optimize/descent/solve.hpp"
#include "mahala/optimize/regression/pair_regression.hpp"
#include "tests/support/random_pairs.hpp"

extern "C" void* __libc_malloc(std::size_t);                 // NOLINT: glibc's names
extern "C" void* __libc_calloc(std::size_t, std::size_t);    // NOLINT
extern "C" void* __libc_realloc(void*, std::size_t);         // NOLINT
extern "C" void* __libc_memalign(std::size_t, std::size_t);  // NOLINT

namespace {

std::atomic<long> allocations{0};

}  // namespace

extern "C" void* malloc(std::size_t bytes) {
  ++allocations;
  return __libc_malloc(bytes);
}

extern "C" void* calloc(std::size_t count, std::size_t size) {
  ++allocations;
  return __libc_calloc(count, size);
}

extern "C" void* realloc(void* memory, std::size_t bytes) {
  ++allocations;
  return __libc_realloc(memory, bytes);
}

extern "C" void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
  ++allocations;
  return __libc_memalign(alignment, bytes);
}

extern "C" int posix_memalign(void** memory, std::size_t alignment, std::size_t bytes) {
  ++allocations;
  *memory = __libc_memalign(alignment, bytes);
  return *memory == nullptr ? 12 : 0;
}

namespace mahala::test {
namespace {

struct Case {
  std::string name;
  Samples x;
};

/// Calls of malloc in `iterations` of a solver, with all that surrounds them.
long count(const Samples& x, const Pairs& pairs, const Matrix& start, const std::string& solver,
           Preconditioning preconditioning, Index iterations) {
  const long untouched = allocations;
  PairRegression f(x, pairs, start, preconditioning);
  const long before = allocations;
  require(before > untouched, "allocations are not counted");
  Descent made;
  if (solver == "armijo") {
    made = descend(f, {.tolerance = 0, .max_iterations = iterations});
  } else {
    const Method method = solver == "cg"         ? Method::cg
                          : solver == "lbfgs"    ? Method::lbfgs
                          : solver == "gradient" ? Method::gradient
                          : solver == "newton"   ? Method::newton
                                                 : Method::gauss_newton;
    made = solve(f, method, {.tolerance = 0, .max_iterations = iterations, .memory = 3});
  }
  require(made.iterations == iterations, "{} made {} of {} iterations: {}", solver, made.iterations,
          iterations, made.message);
  return allocations - before;
}

int failures(const Case& each, const Pairs& pairs, const Matrix& start) {
  int failed = 0;
  for (const char* solver : {"armijo", "gradient", "cg", "lbfgs", "newton", "gauss-newton"}) {
    for (const auto kind :
         {Preconditioning::none, Preconditioning::scaled, Preconditioning::gauss}) {
      const long more = count(each.x, pairs, start, solver, kind, 10) -
                        count(each.x, pairs, start, solver, kind, 5);
      if (more == 0) continue;
      fmt::print("{}, {}, preconditioner {}: 5 iterations allocate {} times\n", each.name, solver,
                 static_cast<int>(kind), more);
      ++failed;
    }
  }
  return failed;
}

int run() {
  Rng rng(1);
  const Index dim = 40, n = 1500;
  const Matrix dense = random_normal(dim, n, rng);
  const Case cases[] = {
      {"double", Samples(dense)},
      {"float", Samples(Eigen::MatrixXf(dense.cast<float>()))},
      {"sparse", Samples(SparseMatrix((dense.array() > 1).select(dense, 0).sparseView()))}};
  const Pairs pairs = random_pairs(n, 8'000, rng);
  const Matrix start = random_normal(dim, 7, rng);
  int failed = 0;
  for (const Case& each : cases) failed += failures(each, pairs, start);
  if (failed == 0) fmt::print("iterations allocate nothing\n");
  return failed;
}

}  // namespace
}  // namespace mahala::test

int main() {
  try {
    return mahala::test::run() == 0 ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print("{}\n", error.what());
    return 1;
  }
}
