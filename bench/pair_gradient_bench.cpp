// One gradient of m pairs of n samples: by the graph of pairs, which projects every sample once,
// against the differences of all pairs as a matrix, multiplied by OpenBLAS and by the same products
// as ours. One thread each.

#include <fmt/format.h>

#include "bench/measure.hpp"
#include "bench/results.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/core/random.hpp"
#include "mahala/optimize/regression/pair_problem.hpp"

namespace mahala::bench {
namespace {

constexpr int repeats = 5;

struct Shape {
  const char* like;
  Index n, d, m, r;
};

Pairs random_pairs(const Shape& shape, Rng& rng) {
  Pairs pairs;
  while (std::ssize(pairs) < shape.m) {
    const Index i = random_index(shape.n, rng), j = random_index(shape.n, rng);
    if (i != j) {
      pairs.push_back({.i = i, .j = j, .value = static_cast<double>(shape.d * shape.r)});
    }
  }
  return pairs;
}

/// x_i - x_j, a column a pair.
Samples differences_of(const Matrix& x, const Pairs& pairs) {
  Matrix differences(x.rows(), std::ssize(pairs));
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    differences.col(static_cast<Index>(k)) = x.col(pairs[k].i) - x.col(pairs[k].j);
  }
  return Samples(std::move(differences));
}

/// Z <- Z diag(w), w the weighed residuals at Z.
void weigh(const Pairs& pairs, Matrix& z) {
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    auto column = z.col(static_cast<Index>(k));
    column *= pairs[k].weight * gated(pairs[k].relation, column.squaredNorm() - pairs[k].value) /
              static_cast<double>(pairs.size());
  }
}

/// E G from differences: two passes over them, residuals in between.
Matrix slope_of(const Samples& differences, const Pairs& pairs, const Matrix& g) {
  Matrix z = differences.project(g);
  weigh(pairs, z);
  return differences.back_project(z);
}

Matrix slope_by_blas(const Matrix& differences, const Pairs& pairs, const Matrix& g) {
  Matrix z(g.cols(), differences.cols()), slope(g.rows(), g.cols());
  multiply_at_b(g, differences, z);
  weigh(pairs, z);
  multiply_a_bt(differences, z, slope);
  return slope;
}

Json::array_t row_of(const Shape& shape) {
  Rng rng = make_rng(1);
  const Samples x(random_normal(shape.d, shape.n, rng));
  const Matrix g = random_normal(shape.d, shape.r, rng);
  const Pairs pairs = random_pairs(shape, rng);
  const Samples differences = differences_of(std::get<Matrix>(x.storage()), pairs);
  const PairProblem problem(x, pairs);
  Matrix theirs, ours;
  const double blas = typical_processor_seconds(
      repeats, [&] { slope_by_blas(std::get<Matrix>(differences.storage()), pairs, g); });
  const double same =
      typical_processor_seconds(repeats, [&] { theirs = slope_of(differences, pairs, g); });
  const double fast = typical_processor_seconds(repeats, [&] { ours = problem.slope(g); });
  fmt::print(
      "{:>8} {:>6} {:>5} {:>8} {:>3} {:>10.1f} {:>14.1f} {:>10.2f} {:>7.1f} {:>7.1f} {:>10.1e}\n",
      shape.like, shape.n, shape.d, shape.m, shape.r, 1e3 * blas, 1e3 * same, 1e3 * fast,
      blas / fast, same / fast, (theirs - ours).norm() / ours.norm());
  return {shape.like,
          shape.n,
          shape.d,
          shape.m,
          shape.r,
          1e3 * blas,
          1e3 * same,
          1e3 * fast,
          fmt::format("{:.1f}", blas / fast),
          fmt::format("{:.1f}", same / fast)};
}

void report() {
  fmt::print("one gradient of m pairs of n samples, one thread [ms]\n");
  fmt::print("{:>8} {:>6} {:>5} {:>8} {:>3} {:>25} {:>10} {:>15} {:>10}\n", "like", "n", "d", "m",
             "r", "differences, BLAS / ours", "by pairs", "ratios", "apart");
  Json rows = Json::array();
  for (const Shape& shape :
       {Shape{"isolet", 7'797, 617, 100'000, 10}, Shape{"digits", 1'797, 61, 50'000, 10},
        Shape{"usps", 2'007, 256, 100'000, 25}}) {
    rows.push_back(row_of(shape));
  }
  write_result(
      "pair_gradient",
      {{"table",
        {{"title", "One gradient of m pairs of n samples, one thread [ms]"},
         {"columns",
          {"size of", "n", "d", "m", "r", "differences, OpenBLAS", "differences, our products",
           "by pairs", "OpenBLAS / pairs", "our products / pairs"}},
         {"rows", rows}}}});
}

}  // namespace
}  // namespace mahala::bench

int main() {
  mahala::set_threads(1);
  mahala::bench::report();
}
