#include <algorithm>

#include "mahala/geometry/frame.hpp"
#include "mahala/learn/riemannian/psd_polar.hpp"
#include "mahala/reproduce/experiments/checks.hpp"
#include "mahala/reproduce/experiments/experiments.hpp"
#include "mahala/reproduce/noisy_outputs.hpp"

namespace mahala::reproduce {
namespace lambda_sweep {
namespace {

std::vector<double> lambdas(bool quick) {
  if (quick) return {0.1, 0.3, 0.5, 0.7, 0.9};
  return {0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95};
}

std::vector<double> tolerances(bool quick) {
  if (quick) return {1e-2, 1e-4, 1e-6};
  return {1e-2, 1e-3, 1e-4, 1e-5, 1e-6};
}

std::string called(double lambda, double tolerance) {
  return fmt::format("lambda {:g}, tolerance {:g}", lambda, tolerance);
}

Numbers swept(double lambda, double tolerance, std::uint64_t seed) {
  Rng rng = make_rng(seed, RandomStream::learning, 2);
  const Matrix g = random_normal(10, 5, rng), start = qf(random_normal(10, 5, rng));
  const NoisyOutputs train(g, 500, rng), test(g, 500, rng);
  const Stopwatch watch;
  const Fit fit =
      psd_polar(train.data, train.outputs,
                {.polar = {.lambda = lambda},
                 .solver = {.solver = Solver::armijo,
                            .descent = {.tolerance = tolerance, .max_iterations = 3000}}},
                {.start = &start});
  return {{"error", {test.error(fit.model.left)}},
          {"iterations", {static_cast<double>(fit.iterations)}},
          {"seconds", {watch.seconds()}}};
}

std::vector<Setting> settings(const Setup& setup) {
  std::vector<Setting> all;
  for (const double lambda : lambdas(setup.quick)) {
    for (const double tolerance : tolerances(setup.quick)) {
      all.push_back({called(lambda, tolerance),
                     [=](std::uint64_t seed) { return swept(lambda, tolerance, seed); }});
    }
  }
  return all;
}

/// The largest mean over the smallest, over all lambda.
double spread(const Results& r, bool quick, double tolerance, const std::string& number) {
  std::vector<double> means;
  for (const double lambda : lambdas(quick)) {
    means.push_back(r.mean(called(lambda, tolerance), number).mean);
  }
  const auto [low, high] = std::ranges::minmax(means);
  return high / low;
}

Finding judge(const Results& r, bool quick) {
  const double loose = spread(r, quick, 1e-2, "error"), tight = spread(r, quick, 1e-6, "error");
  const double work = spread(r, quick, 1e-6, "iterations");
  Finding found;
  found.checks = {
      {"The test error becomes insensitive to lambda as the tolerance falls (largest over smallest "
       "mean at most 1.25 at 1e-6, and smaller than at 1e-2)",
       fmt::format("{:.2f} at 1e-2, {:.2f} at 1e-6", loose, tight), tight <= 1.25 && tight < loose},
      {"The looser the tolerance, the more sensitive to lambda (at least 1.5 at 1e-2)",
       fmt::format("{:.2f}", loose), loose >= 1.5},
      {"Lambda still influences the time to converge (iterations at least 1.5 times as many)",
       fmt::format("{:.1f} times as many at 1e-6", work), work >= 1.5, false}};
  std::vector<std::string> header = {"lambda"};
  for (const double tolerance : tolerances(quick)) header.push_back(fmt::format("{:g}", tolerance));
  Table errors(header), iterations(header);
  for (const double lambda : lambdas(quick)) {
    std::vector<std::string> error = {fmt::format("{:g}", lambda)}, steps = error;
    for (const double tolerance : tolerances(quick)) {
      error.push_back(cell(r, called(lambda, tolerance), {"error", 2}));
      steps.push_back(cell(r, called(lambda, tolerance), {"iterations", 0}));
    }
    errors.add(error);
    iterations.add(steps);
  }
  found.tables = {{"Test error (half the mean squared) by lambda and tolerance.", errors},
                  {"Iterations.", iterations}};
  for (const auto& [name, number] :
       {std::pair{"error", "test error"}, {"iterations", "iterations"}}) {
    Lines lines{.title = number, .x_label = "lambda", .y_label = number};
    for (const double tolerance : tolerances(quick)) {
      Curve curve{.name = fmt::format("tolerance {:g}", tolerance)};
      for (const double lambda : lambdas(quick)) {
        curve.x.push_back(lambda);
        curve.y.push_back(r.mean(called(lambda, tolerance), name).mean);
      }
      lines.curves.push_back(curve);
    }
    found.figures.push_back({name, fmt::format("{} against lambda", number), lines});
  }
  return found;
}

}  // namespace
}  // namespace lambda_sweep

Experiment toy_lambda() {
  return {.name = "toy-lambda",
          .paper = "meyer-2011",
          .figure = "Figure 4",
          .title = "The influence of lambda in the polar geometry",
          .protocol =
              "10 random problems: W* of rank 5 in dimension 10, 500 samples to learn from "
              "and 500 to test on, y = x^T W* x (1 + nu), nu of variance 0.01; steepest "
              "descent with Armijo's rule until the tolerance, at most 3,000 steps.",
          .claim =
              "As the tolerance decreases, the test error becomes insensitive to lambda, but "
              "an influence on the convergence time remains.",
          .seeds = 10,
          .quick_seeds = 5,
          .minutes = 1,
          .quick_minutes = 0.1,
          .settings = lambda_sweep::settings,
          .judge = lambda_sweep::judge};
}

}  // namespace mahala::reproduce
