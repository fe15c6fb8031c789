// One online step on a sparse observation: lazy against the dense step by definition, as the
// dimension grows. The lazy cost is 100 non-zeros times the rank whatever the dimension; what
// growth there is comes from memory that no longer fits the caches.
#include <fmt/format.h>

#include "bench/measure.hpp"
#include "mahala/geometry/grassmann.hpp"
#include "mahala/geometry/psd_flat.hpp"
#include "mahala/optimize/online/lazy_stepper.hpp"
#include "mahala/optimize/online/manifold_stepper.hpp"
#include "mahala/optimize/regression/pair_problem.hpp"

namespace mahala::bench {
namespace {

constexpr Index nonzeros = 100, rank = 10, samples = 20'000, steps = 20'000;
constexpr Index largest_dense = 1'000'000;  // 80 MB a factor; ten times that takes minutes

/// Samples with non-zeros at random places, each observed with the origin.
struct Stream {
  SparseMatrix x;
  Samples view;
  Pairs pairs;

  explicit Stream(Index dim) : x(dim, samples) {
    Rng rng = make_rng(static_cast<std::uint64_t>(dim));
    std::vector<Eigen::Triplet<double, Index>> entries;
    for (Index i = 0; i < samples; ++i) {
      for (Index k = 0; k < nonzeros; ++k) {
        entries.emplace_back(random_index(dim, rng), i, random_unit(rng) - 0.5);
      }
      pairs.push_back({.i = i, .j = origin, .value = 1});
    }
    x.setFromTriplets(entries.begin(), entries.end());
    view = Samples(x);
  }
};

/// Microseconds a step, the median of five runs.
template <Steppable S>
double microseconds(S& state, Index count, double s) {
  Index next = 0;
  const double seconds = typical_seconds(5, [&] {
    for (Index t = 0; t < count; ++t, next = (next + 1) % samples) state.step({&next, 1}, s, 0);
  });
  return 1e6 * seconds / static_cast<double>(count);
}

struct Row {
  double flat = 0, polar = 0, oja = 0, dense_flat = 0, dense_polar = 0;
};

Row measure(Index dim) {
  const Stream stream(dim);
  Rng rng = make_rng(7);
  const Matrix g = random_normal(dim, rank, rng) / std::sqrt(static_cast<double>(dim));
  Row row;
  {
    LazyFlat state(stream.x, stream.pairs, g);
    row.flat = microseconds(state, steps, 1e-3);
  }
  const FrameAndCore start{qf(g), Matrix::Identity(rank, rank)};
  const PsdPolar manifold(dim, rank, {});
  {
    LazyPolar state(stream.x, stream.pairs, start, manifold);
    row.polar = microseconds(state, steps, 1e-3);
  }
  {
    LazySubspace state(stream.x, start.u, FrameRetraction::uf);
    row.oja = microseconds(state, steps, 1e-3);
  }
  if (dim > largest_dense) return row;
  const PairProblem problem(stream.view, stream.pairs);
  const Index few = std::max<Index>(1, 1'000'000 / dim);
  ManifoldStepper flat(PsdFlat(dim, rank), problem, g);
  row.dense_flat = microseconds(flat, few, 1e-3);
  ManifoldStepper polar(manifold, problem, start);
  row.dense_polar = microseconds(polar, few, 1e-3);
  return row;
}

std::string dense_cell(double dense, double lazy) {
  return dense > 0 ? fmt::format("{:.0f} ({:.0f}x)", dense, dense / lazy) : "-";
}

void report() {
  fmt::print("one online step, {} non-zeros, rank {} [microseconds]\n", nonzeros, rank);
  fmt::print("{:>10} {:>8} {:>8} {:>8} {:>20} {:>20}\n", "dimension", "flat", "polar", "oja",
             "flat by definition", "polar by definition");
  Row first, last;
  for (const Index dim : {10'000, 100'000, 1'000'000, 10'000'000}) {
    const Row row = measure(dim);
    if (dim == 10'000) first = row;
    last = row;
    fmt::print("{:>10} {:>8.2f} {:>8.2f} {:>8.2f} {:>20} {:>20}\n", dim, row.flat, row.polar,
               row.oja, dense_cell(row.dense_flat, row.flat),
               dense_cell(row.dense_polar, row.polar));
  }
  fmt::print("growth over the range: flat {:.2f}x, polar {:.2f}x, oja {:.2f}x\n",
             last.flat / first.flat, last.polar / first.polar, last.oja / first.oja);
}

}  // namespace
}  // namespace mahala::bench

int main() { mahala::bench::report(); }
