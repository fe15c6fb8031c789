// The gradient of m observations x^T W x of d features at rank r in one pass over the samples,
// against the same by two passes, and against the two products of it as OpenBLAS makes them on the
// whole matrix; and in one pass over samples that are stored as floats, which are multiplied as
// floats. Then the products with samples that are far from fitting in the cache, stored as halves,
// floats and doubles. Each is given one thread and measured in its processor time, in turns.

#include <cblas.h>
#include <fmt/format.h>

#include <array>

#include "bench/measure.hpp"
#include "bench/results.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/core/random.hpp"
#include "mahala/data/samples/projector.hpp"
#include "mahala/optimize/regression/fused_gradient.hpp"
#include "mahala/optimize/regression/pair_problem.hpp"

extern "C" void openblas_set_num_threads(int count);

namespace mahala::bench {
namespace {

constexpr int rounds = 9;

struct Shape {
  Index m, d, r;

  double operations() const { return 4.0 * static_cast<double>(m * d * r); }
};

struct Seconds {
  double products = 0, two_passes = 0, fused = 0, fused_single = 0;
};

Seconds measure(const Shape& shape) {
  Rng rng = make_rng(1);
  const Matrix x = random_normal(shape.d, shape.m, rng), g = random_normal(shape.d, shape.r, rng);
  Pairs pairs;
  for (Index i = 0; i < shape.m; ++i) {
    pairs.push_back({.i = i, .j = origin, .value = static_cast<double>(shape.d)});
  }
  const Samples doubles(Mapped<double>(nullptr, {x.data(), x.rows(), x.cols()}));
  const Samples floats(MatrixF(x.cast<float>()));
  const PairProblem problem(doubles, pairs);
  FusedGradient fused(doubles, pairs), fused_single(floats, pairs);
  const Matrix other = g;  // not the same object, so that the problem makes two passes
  Matrix z(shape.r, shape.m), d(shape.d, shape.r), slope;
  const int m = static_cast<int>(shape.m), dim = static_cast<int>(shape.d),
            r = static_cast<int>(shape.r);
  std::vector<double> times[4];
  for (int round = 0; round < rounds; ++round) {
    times[0].push_back(processor_seconds([&] {
      cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, r, m, dim, 1, g.data(), dim, x.data(),
                  dim, 0, z.data(), r);
      cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, dim, r, m, 1, x.data(), dim, z.data(), r,
                  0, d.data(), dim);
    }));
    times[1].push_back(processor_seconds([&] { slope = problem.slope(g, other); }));
    times[2].push_back(processor_seconds([&] { fused.evaluate(g, slope); }));
    times[3].push_back(processor_seconds([&] { fused_single.evaluate(g, slope); }));
  }
  return {median(times[0]), median(times[1]), median(times[2]), median(times[3])};
}

/// Medians of A^T X, X C^T and the gradient in one pass.
std::array<double, 3> measure_storage(const Samples& x, const Matrix& a) {
  Pairs pairs;
  for (Index i = 0; i < x.size(); ++i) pairs.push_back({.i = i, .j = origin, .value = 1});
  FusedGradient fused(x, pairs);
  Projector products(x);
  Matrix z(a.cols(), x.size()), d(x.dim(), a.cols()), slope;
  std::vector<double> times[3];
  for (int round = 0; round < rounds; ++round) {
    times[0].push_back(processor_seconds([&] { products.project(a, z); }));
    times[1].push_back(processor_seconds([&] { products.back_project(z, d); }));
    times[2].push_back(processor_seconds([&] { fused.evaluate(a, slope); }));
  }
  return {median(times[0]), median(times[1]), median(times[2])};
}

void report_storages() {
  Json rows = Json::array();
  fmt::print("time by storage, half : float : double = 1, one thread\n{:>8} {:>5} {:>4}", "n", "d",
             "r");
  fmt::print(" {:>20} {:>20} {:>20}\n", "A^T X", "X C^T", "one pass");
  for (const Shape& shape :
       {Shape{400'000, 256, 10}, Shape{100'000, 1'000, 10}, Shape{10'000, 10'000, 10},
        Shape{400'000, 256, 1}, Shape{400'000, 256, 32}}) {
    Rng rng = make_rng(1);
    const MatrixF x = random_normal(shape.d, shape.m, rng).cast<float>();
    const Matrix a = random_normal(shape.d, shape.r, rng);
    const auto half = measure_storage(in_half_precision(Samples(x)), a);
    const auto single = measure_storage(Samples(x), a);
    const auto whole = measure_storage(Samples(Matrix(x.cast<double>())), a);
    Json row = {shape.m, shape.d, shape.r};
    fmt::print("{:>8} {:>5} {:>4}", shape.m, shape.d, shape.r);
    for (std::size_t k = 0; k < whole.size(); ++k) {
      row.push_back(fmt::format("{:.2f} : {:.2f} : 1", half[k] / whole[k], single[k] / whole[k]));
      fmt::print(" {:>20}", row.back().get<std::string>());
    }
    fmt::print("\n");
    rows.push_back(row);
  }
  write_result("sample_storages",
               {{"table",
                 {{"title", "Time of products with samples stored as half : float : double"},
                  {"columns", {"n", "d", "r", "A^T X", "X C^T", "gradient in one pass"}},
                  {"rows", rows}}}});
}

void report() {
  Json rows = Json::array();
  fmt::print("one gradient of m observations x^T W x, one thread [GFLOP/s, 4 m d r operations]\n");
  fmt::print("{:>8} {:>5} {:>4} {:>10} {:>12} {:>10} {:>14} {:>16}\n", "m", "d", "r", "OpenBLAS",
             "two passes", "one pass", "one, float", "one / OpenBLAS");
  for (const Shape& shape : {Shape{100'000, 256, 16}, Shape{100'000, 256, 10},
                             Shape{80'000, 50, 10}, Shape{20'000, 784, 32}}) {
    const Seconds seconds = measure(shape);
    const auto speed = [&](double time) { return 1e-9 * shape.operations() / time; };
    fmt::print("{:>8} {:>5} {:>4} {:>10.1f} {:>12.1f} {:>10.1f} {:>14.1f} {:>15.0f}%\n", shape.m,
               shape.d, shape.r, speed(seconds.products), speed(seconds.two_passes),
               speed(seconds.fused), speed(seconds.fused_single),
               100 * seconds.products / seconds.fused);
    rows.push_back({shape.m, shape.d, shape.r, speed(seconds.products), speed(seconds.two_passes),
                    speed(seconds.fused), speed(seconds.fused_single),
                    fmt::format("{:.0f} %", 100 * seconds.products / seconds.fused)});
  }
  write_result("fused_gradient",
               {{"table",
                 {{"title", "One gradient of observations x^T W x, one thread [GFLOP/s]"},
                  {"columns",
                   {"m", "d", "r", "two products of OpenBLAS", "two passes", "one pass",
                    "one pass, samples stored as float", "one pass / OpenBLAS"}},
                  {"rows", rows}}}});
}

}  // namespace
}  // namespace mahala::bench

int main() {
  mahala::set_threads(1);
  openblas_set_num_threads(1);
  mahala::bench::report();
  mahala::bench::report_storages();
}
