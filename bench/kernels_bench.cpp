// The inner loops of learning, one thread: operations and bytes a second, and how much of what this
// machine can do that is (bench/probe.hpp). A kernel needs at least the longer of
// operations / peak and bytes / bandwidth; the percentage is that time over the measured one.
// Operations and bytes read are those the mathematics asks for, not those a kernel happens to
// spend.

#include <benchmark/benchmark.h>
#include <cblas.h>
#include <fmt/format.h>

#include <cstdio>

#include "bench/probe.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/core/random.hpp"
#include "mahala/geometry/lazy_bilinear.hpp"
#include "mahala/geometry/psd_polar.hpp"
#include "mahala/optimize/logdet/logdet_space.hpp"
#include "mahala/optimize/regression/fused_gradient.hpp"
#include "mahala/optimize/regression/pair_graph.hpp"
#include "mahala/optimize/similarity/bilinear_start.hpp"
#include "mahala/search/neighbours.hpp"

namespace mahala::bench {
namespace {

Peaks peaks;

struct Work {
  double operations = 0, bytes = 0;
  double peak = peaks.double_core, bandwidth = peaks.memory_core;

  /// Everything it touches fits the second-level cache.
  Work in_cache() const { return {operations, bytes, peak, peaks.cache_core}; }
  Work in_single() const { return {operations, bytes, peaks.single_core, bandwidth}; }
};

/// Counters of one kernel whose every iteration did that work.
void note(benchmark::State& state, const std::string& shape, const Work& work) {
  using benchmark::Counter;
  const double least = 1e-9 * std::max(work.operations / work.peak, work.bytes / work.bandwidth);
  const auto rate = [](double value) { return Counter(value, Counter::kIsIterationInvariantRate); };
  state.counters["GFLOP/s"] = rate(1e-9 * work.operations);
  state.counters["GB/s"] = rate(1e-9 * work.bytes);
  state.counters["% of peak"] = rate(100 * least);
  state.SetLabel(shape);
}

/// m samples of d features, and a factor of r columns.
struct Shape {
  Index m, d, r;

  double size() const { return static_cast<double>(m * d); }
  double operations(double a_number) const { return a_number * size() * static_cast<double>(r); }
  std::string words() const { return fmt::format("m {}, d {}, r {}", m, d, r); }
};

constexpr Shape large{100'000, 256, 16}, small{80'000, 50, 10};

Matrix normal(Index rows, Index cols) {
  Rng rng = make_rng(1);
  return random_normal(rows, cols, rng);
}

/// One matrix lives at a time: the large one has 205 MB.
const Samples& samples(const Shape& shape) {
  static Samples x;
  if (x.size() != shape.m || x.dim() != shape.d) x = Samples(normal(shape.d, shape.m));
  return x;
}

void projection(benchmark::State& state, const Shape& shape) {
  const Samples& x = samples(shape);
  const Matrix g = normal(shape.d, shape.r);
  Matrix z(shape.r, shape.m);
  for (auto _ : state) x.project(g, z);
  note(state, shape.words(), {shape.operations(2), 8 * shape.size()});
}

void back_projection(benchmark::State& state, const Shape& shape) {
  const Samples& x = samples(shape);
  const Matrix c = normal(shape.r, shape.m);
  Matrix d(shape.d, shape.r);
  for (auto _ : state) x.back_project(c, d);
  note(state, shape.words(), {shape.operations(2), 8 * shape.size()});
}

void dgemm_pair(benchmark::State& state, const Shape& shape) {
  const auto& x = std::get<Matrix>(samples(shape).storage());
  const Matrix g = normal(shape.d, shape.r);
  Matrix z(shape.r, shape.m), d(shape.d, shape.r);
  const int m = static_cast<int>(shape.m), dim = static_cast<int>(shape.d),
            r = static_cast<int>(shape.r);
  for (auto _ : state) {
    cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, r, m, dim, 1, g.data(), dim, x.data(), dim,
                0, z.data(), r);
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, dim, r, m, 1, x.data(), dim, z.data(), r,
                0, d.data(), dim);
  }
  note(state, shape.words(), {shape.operations(4), 16 * shape.size()});
}

Pairs with_origin(Index m) {
  Pairs pairs;
  for (Index i = 0; i < m; ++i) pairs.push_back({.i = i, .j = origin, .value = 1});
  return pairs;
}

void fused_gradient(benchmark::State& state, const Shape& shape) {
  FusedGradient fused(samples(shape), with_origin(shape.m));
  const Matrix g = normal(shape.d, shape.r);
  Matrix slope;
  for (auto _ : state) fused.evaluate(g, slope);
  note(state, shape.words(), {shape.operations(4), 8 * shape.size()});
}

void fused_gradient_float(benchmark::State& state, const Shape& shape) {
  const Samples x(MatrixF(normal(shape.d, shape.m).cast<float>()));
  FusedGradient fused(x, with_origin(shape.m));
  const Matrix g = normal(shape.d, shape.r);
  Matrix slope;
  for (auto _ : state) fused.evaluate(g, slope);
  note(state, shape.words() + ", stored as float", {shape.operations(4), 4 * shape.size()});
}

/// Isolet's number of samples, 100,000 pairs, rank 10: all projections fit the cache.
struct PairCase {
  static constexpr Index n = 7'797, m = 100'000, r = 10;
  static constexpr double entries = static_cast<double>(m * r);
  Pairs pairs;
  Matrix z = Matrix::Zero(PairGraph::stride(r), n);

  PairCase() {
    Rng rng = make_rng(2);
    while (std::ssize(pairs) < m) {
      const Index i = random_index(n, rng), j = random_index(n, rng);
      if (i != j) pairs.push_back({.i = i, .j = j, .value = 1});
    }
    z.topRows(r) = random_normal(r, n, rng);
  }
};

const std::string pair_words =
    fmt::format("n {}, m {}, r {}", PairCase::n, PairCase::m, PairCase::r);

void pair_rays(benchmark::State& state) {
  const PairCase given;
  const PairGraph graph(given.pairs, PairCase::n);
  const Matrix q = 2 * given.z;
  PairGraph::Ray ray;
  for (auto _ : state) graph.rays(given.z, q, ray);
  // Two differences and three products each; four columns and two numbers in, three out.
  note(state, pair_words,
       Work{8 * PairCase::entries, 32 * PairCase::entries + 32.0 * PairCase::m}.in_cache());
}

void pair_laplacian(benchmark::State& state) {
  const PairCase given;
  const PairGraph graph(given.pairs, PairCase::n);
  Matrix out;
  for (auto _ : state) graph.laplacian(given.z, out);
  // From both ends of a pair: a difference, its square, and its multiple added.
  note(state, pair_words,
       Work{10 * PairCase::entries, 16 * PairCase::entries + 48.0 * PairCase::m}.in_cache());
}

void sparse_projection(benchmark::State& state) {
  constexpr Index n = 20'000, d = 5'000, nonzeros = 100, r = 10;
  Rng rng = make_rng(3);
  std::vector<Eigen::Triplet<double, Index>> entries;
  for (Index i = 0; i < n; ++i) {
    for (Index k = 0; k < nonzeros; ++k) entries.emplace_back(random_index(d, rng), i, 1.0);
  }
  SparseMatrix sparse(d, n);
  sparse.setFromTriplets(entries.begin(), entries.end());
  const auto count = static_cast<double>(sparse.nonZeros());
  const Samples x(std::move(sparse));
  const Matrix a = normal(d, r);
  Matrix z(r, n);
  for (auto _ : state) x.project(a, z);
  note(state, fmt::format("n {}, d {}, {} non-zeros each, r {}", n, d, nonzeros, r),
       Work{2 * count * r, count * (16 + 8 * r)}.in_cache());
}

void neighbours(benchmark::State& state) {
  constexpr Index n = 10'000, queries = 256, d = 64, k = 5;
  const Matrix items = normal(d, n), asked = normal(d, queries) * 0.9;
  for (auto _ : state) benchmark::DoNotOptimize(nearest(items, asked, k));
  note(state, fmt::format("{} queries among {}, d {}, k {}", queries, n, d, k),
       Work{2.0 * n * queries * d, 8.0 * d * (n + queries)}.in_single());
}

void polar_step(benchmark::State& state) {
  constexpr Index d = 1'000, r = 10;
  const PsdPolar manifold(d, r, {});
  Rng rng = make_rng(4);
  const FrameAndCore point = manifold.random_point(rng);
  const Matrix eg = 1e-3 * random_normal(d, r, rng);
  for (auto _ : state) {
    FrameAndCore step = manifold.gradient(point, eg);
    step.u *= -0.1;
    step.r *= -0.1;
    benchmark::DoNotOptimize(manifold.retract(point, step));
  }
  // (E G) R^T, U^T (E G) twice used, U (..), the Gram matrix of the step, and the turn of U.
  note(state, fmt::format("d {}, r {}", d, r), Work{12.0 * d * r * r, 8.0 * 5 * d * r}.in_cache());
}

void loreta_step(benchmark::State& state) {
  constexpr Index d = 2'000, k = 20, nonzeros = 100;
  Rng rng = make_rng(5);
  const FixedRankPoint start = gaussian_start(d, d, k, rng);
  LazyBilinear<double> w(start.a, start.b);
  SparseVector x;
  for (Index t = 0; t < nonzeros; ++t) x.push(t * (d / nonzeros), 0.1);
  double eta = 0.1;
  for (auto _ : state) w.step(x.view(), x.view(), eta = -eta);
  // Rows of both factors are summed and changed; cores of k x k are multiplied by few vectors.
  note(state, fmt::format("{} non-zeros on either side of {}, k {}", nonzeros, d, k),
       Work{8.0 * nonzeros * k + 24.0 * k * k, 32.0 * nonzeros * k + 48.0 * k * k}.in_cache());
}

void logdet_projection(benchmark::State& state) {
  constexpr Index d = 128, n = 500, m = 1'000;
  Rng rng = make_rng(6);
  Differences differences{.points = random_normal(d, n, rng)};
  for (Index k = 0; k < m; ++k) {
    const auto i = static_cast<std::int32_t>(random_index(n - 1, rng));
    differences.ends.push_back({i, i + 1});
  }
  CoordinateSpace space(differences);
  Index k = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(space.distance(k));
    space.move(k % 2 == 0 ? 1e-9 : -1e-9);
    k = (k + 1) % m;
  }
  note(state, fmt::format("d {}", d), Work{4.0 * d * d, 16.0 * d * d}.in_cache());
}

void covariance(benchmark::State& state) {
  constexpr Shape shape{20'000, 256, 256};
  const Samples& x = samples(shape);
  const Vector centre = mean(x);
  for (auto _ : state) benchmark::DoNotOptimize(scatter(x, centre));
  note(state, "n 20000, d 256", {shape.operations(1), 8 * shape.size()});
}

/// Prints a line a kernel and keeps what is for the page.
class Reporter : public benchmark::BenchmarkReporter {
 public:
  Json kernels = Json::array();

  bool ReportContext(const Context&) override {
    fmt::print("\n{:<34} {:>10} {:>9} {:>8} {:>8}\n", "one thread", "ms", "GFLOP/s", "GB/s",
               "of peak");
    return true;
  }

  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      const auto counter = [&](const char* name) { return run.counters.at(name).value; };
      const double ms = run.GetAdjustedCPUTime();  // in the unit asked for
      fmt::print("{:<34} {:>10.4f} {:>9.1f} {:>8.1f} {:>7.0f}%  {}\n", run.benchmark_name(), ms,
                 counter("GFLOP/s"), counter("GB/s"), counter("% of peak"), run.report_label);
      std::fflush(stdout);
      kernels.push_back({{"name", run.benchmark_name()},
                         {"shape", run.report_label},
                         {"seconds", ms / 1e3},
                         {"gflops", counter("GFLOP/s")},
                         {"gbytes", counter("GB/s")},
                         {"percent", counter("% of peak")}});
    }
  }
};

template <class... Arguments>
void add(const char* name, Arguments&&... arguments) {
  benchmark::RegisterBenchmark(name, std::forward<Arguments>(arguments)...)
      ->Unit(benchmark::kMillisecond);
}

void add_all() {
  add("projection, G^T X", projection, large);
  add("back-projection, X C^T", back_projection, large);
  add("gradient in one pass", fused_gradient, large);
  add("two products by OpenBLAS", dgemm_pair, large);
  add("gradient in one pass, float", fused_gradient_float, large);
  add("gradient in one pass, narrow", fused_gradient, small);
  add("two products by OpenBLAS, narrow", dgemm_pair, small);
  add("covariance", covariance);
  add("pairs: rays", pair_rays);
  add("pairs: Laplacian", pair_laplacian);
  add("sparse projection", sparse_projection);
  add("nearest neighbours", neighbours);
  add("polar step", polar_step);
  add("LORETA step", loreta_step);
  add("LogDet projection", logdet_projection);
}

}  // namespace
}  // namespace mahala::bench

int main(int argc, char** argv) {
  using namespace mahala::bench;
  mahala::set_threads(0);
  peaks = probe();
  const Json machine = describe_machine(peaks);
  fmt::print("{}\n", machine.dump(1));
  write_result("machine", {{"machine", machine}});
  mahala::set_threads(1);
  const mahala::BlasCall blas;  // keeps OpenBLAS at one thread
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  add_all();
  Reporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  write_result("kernels", {{"kernels", reporter.kernels}});
}
