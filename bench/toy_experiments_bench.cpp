// The toy experiments of two papers on regression with fixed-rank matrices, at their sizes and in
// one thread: errors and times to hold against the published figures.
//
//   Meyer, Bonnabel, Sepulchre, JMLR 12 (2011), section 10.1 (learning from noisy outputs)
//   Bonnabel, Meyer, Sepulchre, MTNS 2010, section VI (following a stream)

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "bench/contest.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/geometry/psd_flat.hpp"
#include "mahala/geometry/psd_polar.hpp"
#include "mahala/learn/riemannian/psd_flat.hpp"
#include "mahala/learn/riemannian/psd_polar.hpp"
#include "mahala/optimize/online/adaptive_filter.hpp"
#include "tests/support/closeness.hpp"
#include "tests/support/noisy_outputs.hpp"

namespace mahala::bench {
namespace {

using test::NoisyOutputs;

constexpr int problems = 10;

/// JMLR 10.1.1: dimension 3, rank 2, 200 samples.
void learn_or_fix_the_subspace() {
  fmt::print("learn or fix the subspace, means of {} problems\n{:>7} {:>9} {:>9} {:>9} {:>9}\n",
             problems, "lambda", "error", "floor", "angle", "its");
  const Matrix g = Vector{{2, std::sqrt(3), 0.1}}.asDiagonal();
  for (const double lambda : {0.0, 0.5}) {
    double error = 0, floor = 0, degrees = 0, iterations = 0;
    for (std::uint64_t k = 0; k < problems; ++k) {
      Rng rng = make_rng(k, RandomStream::learning, 1);
      const NoisyOutputs train(g, 200, rng);
      const Fit fit =
          psd_polar(train.data, train.outputs,
                    {.from = {.rank = 2},
                     .polar = {.lambda = lambda},
                     .solver = {.solver = Solver::armijo, .descent = {.tolerance = 1e-8}}});
      const Vector angles = principal_angles(qf(fit.model.left), Matrix::Identity(3, 2));
      error += fit.objective / problems;
      floor += train.error(g) / problems;
      degrees += angles.maxCoeff() * 180 / std::numbers::pi / problems;
      iterations += static_cast<double>(fit.iterations) / problems;
    }
    fmt::print("{:>7} {:>9.3f} {:>9.3f} {:>9.1f} {:>9.0f}\n", lambda, error, floor, degrees,
               iterations);
  }
}

/// One cell of the table below: mean test error and iterations.
std::string swept(double lambda, double tolerance) {
  double error = 0, iterations = 0;
  for (std::uint64_t k = 0; k < problems; ++k) {
    Rng rng = make_rng(k, RandomStream::learning, 2);
    const Matrix g = random_normal(10, 5, rng), start = qf(random_normal(10, 5, rng));
    const NoisyOutputs train(g, 500, rng), test(g, 500, rng);
    const Fit fit =
        psd_polar(train.data, train.outputs,
                  {.polar = {.lambda = lambda},
                   .solver = {.solver = Solver::armijo,
                              .descent = {.tolerance = tolerance, .max_iterations = 3000}}},
                  {.start = &start});
    error += test.error(fit.model.left) / problems;
    iterations += static_cast<double>(fit.iterations) / problems;
  }
  return fmt::format("{:.1f} ({:.0f})", error, iterations);
}

/// JMLR 10.1.2: dimension 10, rank 5, 500 + 500 samples.
void sweep_lambda() {
  const auto tolerances = {1e-2, 1e-3, 1e-4, 1e-5, 1e-6};
  fmt::print("\ntest error (iterations) by lambda and tolerance, means of {} problems\n{:>6}",
             problems, "");
  for (const double tolerance : tolerances) fmt::print(" {:>14g}", tolerance);
  const Stopwatch watch;
  for (const double lambda : {0.0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0}) {
    fmt::print("\n{:>6}", lambda);
    for (const double tolerance : tolerances) fmt::print(" {:>14}", swept(lambda, tolerance));
  }
  fmt::print("\n{:.1f} s\n", watch.seconds());
}

void descend_both(const Contest& contest) {
  const auto print = [&](const char* geometry, const Fit& fit) {
    fmt::print("batch {}: {} iterations, {:.2f} s, test error {:.0f}\n", geometry, fit.iterations,
               fit.trace.back().seconds, contest.test.error(fit.model.left));
  };
  const NoisyOutputs& train = contest.train;
  print("flat", psd_flat(train.data, train.outputs, {.solver = {.solver = Solver::armijo}},
                         {.start = &contest.frame}));
  print("polar", psd_polar(train.data, train.outputs, {.solver = {.solver = Solver::armijo}},
                           {.start = &contest.frame}));
}

/// Test errors after 1, 3 and 5 passes and the seconds of the last, with what it chose; a shorter
/// run is the beginning of a longer one unless either was restarted.
template <Manifold M>
void race(const Contest& contest, const char* name, const M& manifold,
          const typename M::Point& start, OnlineOptions options) {
  fmt::print("{:>20} {:>4}", name, options.batch);
  OnlineRun run;
  for (const Index passes : {1, 3, 5}) {
    ManifoldStepper state(manifold, contest.problem, start);
    options.passes = passes;
    run = learn_online(state, options);
    fmt::print(" {:>8.0f}", contest.test.error(state.factor()));
  }
  fmt::print(" {:>8.2f} {:>6g} {:>6g} {:>8}\n", run.trace.back().seconds, run.schedule.s,
             run.schedule.t0, run.restarts);
}

void online_or_batch() {
  const Contest contest(make_rng(1, RandomStream::learning, 3));
  fmt::print("\nonline or batch: noise floor {:.0f}, start {:.0f}\n", contest.test.error(contest.g),
             contest.test.error(contest.frame));
  descend_both(contest);
  const PsdFlat flat(50, 10);
  const PsdPolar polar(50, 10, {});
  for (const StepSelection selection : {StepSelection::least, StepSelection::within_5_percent}) {
    fmt::print("selection {}\n{:>20} {:>4} {:>8} {:>8} {:>8} {:>8} {:>6} {:>6} {:>8}\n", selection,
               "", "p", "1 pass", "3", "5", "s", "step", "t0", "restarts");
    for (const Index batch : {1, 4, 16, 32, 64, 128}) {
      const OnlineOptions options{.batch = batch, .selection = selection};
      race(contest, "flat", flat, contest.frame, options);
      race(contest, "flat, sized", flat, contest.sized, options);
      race(contest, "polar", polar, polar_from_factor(contest.frame), options);
      race(contest, "polar, sized", polar, polar_from_factor(contest.sized), options);
    }
  }
}

/// MTNS VI: dimension 50, rank 9, 40,000 samples.
struct Stream {
  Matrix g, start, x;
  Vector noise;

  Stream() {
    Rng rng = make_rng(4);
    g = random_normal(50, 9, rng) / std::sqrt(50.0);
    start = random_normal(50, 9, rng) / std::sqrt(50.0);
    x = random_normal(50, 40'000, rng);
    noise = random_normal(40'000, 1, rng);
  }
};

double distance(const Matrix& factor, const Matrix& g) {
  if (!factor.allFinite()) return std::numeric_limits<double>::infinity();
  const Matrix difference = factor * factor.transpose() - g * g.transpose();
  return symmetric_eigen(difference).values.cwiseAbs().maxCoeff();
}

/// The spectral norm of the error along the stream; outputs are off by about `noise` of themselves.
template <class Filter>
void follow(const Stream& stream, const std::string& name, Filter filter, const Matrix& system,
            double noise = 0) {
  constexpr std::array<Index, 6> marks = {0, 112, 893, 5029, 14184, 40000};
  fmt::print("{:>24}", name);
  double seconds = 0;
  for (std::size_t k = 0; k < marks.size(); ++k) {
    const Stopwatch watch;
    for (Index t = k == 0 ? 0 : marks[k - 1]; t < marks[k]; ++t) {
      const double y = (system.transpose() * stream.x.col(t)).squaredNorm();
      filter.update(stream.x.col(t), y * (1 + noise * stream.noise[t]));
    }
    seconds += watch.seconds();
    fmt::print(" {:>8.2g}", distance(filter.factor(), system));
  }
  fmt::print(" {:>8.2f}\n", 1e6 * seconds / static_cast<double>(stream.x.cols()));
}

FrameAndCore frame_and_core(const Matrix& g) {
  FrameAndCore point = polar_from_factor(g);
  point.r = (point.r * point.r.transpose()).eval();
  return point;
}

void follow_a_stream() {
  const Stream s;
  const FrameAndCore polar = frame_and_core(s.start);
  fmt::print("\n{:>24} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8}\n", "|W_t - W| after", 0, 112, 893,
             5029, 14184, 40000, "us each");
  for (const double gain : {2.5e-4, 5e-4, 1e-3, 2e-3}) {
    const FilterSettings settings{.normalised = false, .gain = gain};
    follow(s, fmt::format("flat {}", gain), FlatFilter(s.start, settings), s.g);
    follow(s, fmt::format("polar {}", gain), PolarFilter(polar, settings), s.g);
  }
  const FilterSettings plain{.normalised = false, .gain = 1e-3};
  follow(s, "flat 0.001, noise 10 %", FlatFilter(s.start, plain), s.g, 0.1);
  follow(s, "polar 0.001, noise 10 %", PolarFilter(polar, plain), s.g, 0.1);
  for (const double gain : {0.05, 0.2, 0.5}) {
    follow(s, fmt::format("nlms flat {}", gain), FlatFilter(s.start, {.gain = gain}), s.g);
  }
  for (const double gain : {0.5, 2.0, 5.0}) {
    follow(s, fmt::format("nlms polar {}", gain), PolarFilter(polar, {.gain = gain}), s.g);
  }
  const FrameAndCore projector{polar.u, Matrix::Identity(9, 9)};
  follow(s, "polar lambda=1 0.001",
         PolarFilter(projector, {.normalised = false, .gain = 1e-3, .lambda = 1}), uf(s.g));
  Stream scaled = s;
  scaled.x *= 1e3;
  follow(scaled, "nlms polar 2, W * 1e-6", PolarFilter(frame_and_core(1e-3 * s.start), {.gain = 2}),
         1e-3 * s.g);
}

}  // namespace
}  // namespace mahala::bench

int main() {
  mahala::set_threads(1);
  mahala::bench::learn_or_fix_the_subspace();
  mahala::bench::sweep_lambda();
  mahala::bench::online_or_batch();
  mahala::bench::follow_a_stream();
}
