// LMNN beside its definition and the golden values.

#include "mahala/learn/neighbours/lmnn.hpp"

#include <gtest/gtest.h>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/learn/neighbours/impostors.hpp"
#include "mahala/optimize/descent/projected_descent.hpp"
#include "mahala/train/registry.hpp"
#include "tests/support/blobs.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/labelled.hpp"
#include "tests/support/slopes.hpp"

namespace mahala::test::lmnn_test {
namespace {

/// The double sum of the header.
double plain_lmnn(const Matrix& z, const Classes& classes,
                  const std::vector<std::vector<Index>>& targets, const MarginLoss& loss) {
  double sum = 0;
  for (Index i = 0; i < z.cols(); ++i) {
    for (const Index j : targets[static_cast<std::size_t>(i)]) {
      const double near = (z.col(i) - z.col(j)).squaredNorm();
      sum += (1 - loss.push) * near;
      for (Index l = 0; l < z.cols(); ++l) {
        if (classes[l] == classes[i]) continue;
        const double e = std::max(0.0, 1 + near - (z.col(i) - z.col(l)).squaredNorm());
        sum += loss.push * (loss.squared ? e * e : e);
      }
    }
  }
  return sum;
}

TEST(LmnnGolden, TargetsValueAndGradient) {
  for (const auto& golden : golden_files("logdet", "lmnn")) {
    const auto& expected = golden.at("lmnn");
    const Dataset data = labelled(golden);
    const Classes classes = classes_of(data);
    const auto targets = nearest_of_class(data, expected.at("k").get<Index>());
    EXPECT_EQ(targets, expected.at("targets").get<std::vector<std::vector<Index>>>());
    const Matrix g = psd_factor(matrix(golden.at("M")));
    Impostors impostors(classes, targets);
    Matrix slope;
    const MarginLoss loss{.push = expected.at("mu").get<double>()};
    const double value = lmnn_slope(data.x, impostors.at(data.x.project(g)), loss, g, slope);
    EXPECT_NEAR(value, expected.at("value").get<double>(), 1e-10 * value);
    EXPECT_LT((slope - matrix(expected.at("grad"))).norm(), 1e-10 * slope.norm());
  }
}

TEST(LmnnGolden, BothSolversReachTheObjective) {
  for (const auto& golden : golden_files("logdet", "lmnn")) {
    const auto& expected = golden.at("lmnn");
    LmnnOptions options{.targets = expected.at("k").get<Index>(),
                        .push = expected.at("mu").get<double>(),
                        .near = {.lambda = 0}};
    options.descent = {.tolerance = 1e-9, .max_iterations = 2000};
    const Dataset data = labelled(golden);
    const double factored = expected.at("best_objective_factored").get<double>();
    EXPECT_LT(lmnn(data, Nothing{}, options).objective, 1.002 * factored);
    options.solver = MetricSolver::full;
    EXPECT_LT(lmnn(data, Nothing{}, options).objective,
              1.002 * expected.at("best_objective_psd").get<double>());
  }
}

class LmnnObjective : public testing::TestWithParam<bool> {
 protected:
  const Dataset data = blobs(60, 5);
  const Classes classes = classes_of(data);
  const std::vector<std::vector<Index>> targets = nearest_of_class(data, 3);
  const MarginLoss loss{.push = 0.6, .squared = GetParam()};
  Rng rng{5};
};

TEST_P(LmnnObjective, StaysExactWhileTheMetricMoves) {
  Impostors impostors(classes, targets);
  Matrix g = random_normal(5, 3, rng);
  for (int step = 0; step < 40; ++step) {
    const Matrix z = data.x.project(g);
    Matrix ignored;
    const double plain = plain_lmnn(z, classes, targets, loss);
    EXPECT_NEAR(loss.value(impostors.at(z), z, z, ignored), plain, 1e-10 * plain);
    g += (step % 10 == 9 ? 0.5 : 0.002) * random_normal(5, 3, rng);
  }
  EXPECT_LT(impostors.searches(), 40);
}

TEST_P(LmnnObjective, HasTheGradientItSays) {
  Impostors impostors(classes, targets);
  const auto f = [&](const Matrix& g, Matrix& gradient) {
    const Matrix z = data.x.project(g);
    Matrix zl;
    const double value = loss.value(impostors.at(z), z, z, zl);
    gradient = 2 * data.x.back_project(zl);
    return value;
  };
  EXPECT_LT(slope_error(f, random_normal(5, 3, rng), 1e-7), 1e-5);
}

INSTANTIATE_TEST_SUITE_P(Losses, LmnnObjective, testing::Bool());

TEST(Lmnn, LearnsFromTripletsWhatTheySay) {
  // Triplets that only coordinate 2 satisfies.
  Dataset data;
  Matrix x(3, 4);
  x << 0, 3, 0, 3, 0, 3, 3, 0, 0, 0.2, 2, 2.2;
  data.x = Samples(x);
  const Triplets triplets = {{0, 1, 2}, {1, 0, 3}, {2, 3, 0}, {3, 2, 1}};
  LmnnOptions options;
  options.descent.max_iterations = 500;
  const Fit fit = lmnn(data, triplets, options);
  const Matrix z = data.x.project(fit.model.left);
  for (const Triplet& t : triplets) {
    EXPECT_LT((z.col(t.query) - z.col(t.near)).norm(), (z.col(t.query) - z.col(t.far)).norm());
  }
  EXPECT_EQ(lmnn(data, Triplets{}).model.left, lmnn_prior(data, {}, {}).left);
}

/// |G|^2, then |G - 1|^2, at most 50 steps each; the monitor says stop at step `last`.
Descent two_stages(Index last, std::vector<Index>& told) {
  const auto stage = [](Index k) -> FactorStage {
    const auto f = [k](const Matrix& g, Matrix& gradient) {
      const Matrix off = g.array() - static_cast<double>(k);
      gradient = off.array() * (1 + off.array().square());  // no step of a quasi-Newton is exact
      return (off.array().square() / 2 + off.array().square().square() / 4).sum();
    };
    return {f, 50};
  };
  Matrix point = Matrix::Constant(3, 2, 4);
  point(0, 0) = -7;
  mahala::Run run;
  run.monitor = [&told, last](const Progress& progress) {
    told.push_back(progress.step);
    return progress.step < last;
  };
  return descend_in_stages(2, stage, 100, point, {.tolerance = 1e-12}, run);
}

TEST(FactorStages, StopInTheStageThatIsInterrupted) {
  std::vector<Index> told;
  const Descent all = two_stages(1000, told);
  const Index steps = all.iterations;
  EXPECT_EQ(all.status, Status::converged);
  EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
  for (const Index last : {Index{2}, steps - 1}) {  // in the first stage, in the second
    told.clear();
    const Descent stopped = two_stages(last, told);
    EXPECT_EQ(stopped.status, Status::stopped);
    EXPECT_EQ(stopped.iterations, last);
    EXPECT_EQ(told.back(), last) << "nothing is told after the wish to stop";
    EXPECT_EQ(std::count(told.begin(), told.end(), last), 1);
  }
}

TEST(Lmnn, RefusesOptionsThatDoNotCount) {
  const auto learner = find_learner("lmnn").make();
  set(learner->options(), "solver", "full");
  set(learner->options(), "rank", "2");
  EXPECT_THROW(learner->fit(blobs(), Nothing{}), Error);
  EXPECT_THROW(lmnn(blobs(), Triplets{{0, 1, 2}}, {.targets = 5}), Error);
}

}  // namespace
}  // namespace mahala::test::lmnn_test
