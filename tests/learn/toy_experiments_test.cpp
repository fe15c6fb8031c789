// The toy experiments by which two papers introduce regression on fixed-rank matrices, at sizes
// that take seconds: what the papers conclude must hold here.
//
//   Meyer, Bonnabel, Sepulchre, JMLR 12 (2011), section 10.1: outputs y = x^T W x (1 + nu) of
//   normal inputs x, with nu normal of variance 0.01.
//   Bonnabel, Meyer, Sepulchre, MTNS 2010, section VI: a stream of exact outputs.
//
// The published sizes are those of bench/toy_experiments_bench.cpp.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/geometry/frame.hpp"
#include "mahala/geometry/psd_polar.hpp"
#include "mahala/learn/riemannian/psd_flat.hpp"
#include "mahala/learn/riemannian/psd_polar.hpp"
#include "mahala/optimize/online/adaptive_filter.hpp"
#include "tests/support/closeness.hpp"
#include "tests/support/noisy_outputs.hpp"

namespace mahala::test::toy_experiments_test {
namespace {

/// Problems this small are solved faster by one thread, and alike.
class ToyExperiments : public testing::Test {
 protected:
  void SetUp() override { set_threads(1); }
  void TearDown() override { set_threads(before_); }

 private:
  int before_ = threads();
};

/// Means over problems.
struct SubspaceResult {
  double objective = 0, floor = 0, degrees = 0;
};

/// JMLR 10.1.1: W of eigenvalues 4, 3 and 0.01 learned from 200 outputs at rank 2, starting on
/// the principal axes of the inputs, which know nothing of W.
SubspaceResult learn_plane(double lambda) {
  constexpr int problems = 10;
  const Matrix g = Vector{{2, std::sqrt(3), 0.1}}.asDiagonal();
  SubspaceResult mean;
  for (int k = 0; k < problems; ++k) {
    Rng rng = make_rng(static_cast<std::uint64_t>(k), RandomStream::learning, 1);
    const NoisyOutputs train(g, 200, rng);
    const Fit fit =
        psd_polar(train.data, train.outputs,
                  {.from = {.rank = 2},
                   .polar = {.lambda = lambda},
                   .solver = {.solver = Solver::armijo, .descent = {.tolerance = 1e-8}}});
    const Vector angles = principal_angles(qf(fit.model.left), Matrix::Identity(3, 2));
    mean.objective += fit.objective / problems;
    mean.floor += train.error(g) / problems;
    mean.degrees += angles.maxCoeff() * 180 / std::numbers::pi / problems;
  }
  return mean;
}

TEST_F(ToyExperiments, TurningTheSubspaceReachesTheNoiseWhereAFixedOneStaysFar) {
  const SubspaceResult turned = learn_plane(0.5), fixed = learn_plane(0);
  EXPECT_LT(turned.objective, 1.05 * turned.floor);
  EXPECT_LT(turned.degrees, 4);
  EXPECT_GT(fixed.objective, 5 * turned.objective);
  EXPECT_GT(fixed.degrees, 30);
}

/// JMLR 10.1.2: the mean test error on problems of dimension 10 and rank 5 from random subspaces.
double test_error(double lambda, double tolerance) {
  constexpr int problems = 3;
  double sum = 0;
  for (int k = 0; k < problems; ++k) {
    Rng rng = make_rng(static_cast<std::uint64_t>(k), RandomStream::learning, 2);
    const Matrix g = random_normal(10, 5, rng), start = qf(random_normal(10, 5, rng));
    const NoisyOutputs train(g, 500, rng), test(g, 500, rng);
    const Fit fit =
        psd_polar(train.data, train.outputs,
                  {.polar = {.lambda = lambda},
                   .solver = {.solver = Solver::armijo,
                              .descent = {.tolerance = tolerance, .max_iterations = 3000}}},
                  {.start = &start});
    sum += test.error(fit.model.left);
  }
  return sum / problems;
}

TEST_F(ToyExperiments, LambdaMattersLittleInsideItsRangeAndALotAtTheEnds) {
  const double middle = test_error(0.6, 1e-5);
  EXPECT_NEAR(test_error(0.3, 1e-5), middle, 0.1 * middle);
  EXPECT_NEAR(test_error(0.9, 1e-5), middle, 0.1 * middle);
  EXPECT_GT(test_error(0, 1e-5), 10 * middle);
  EXPECT_GT(test_error(1, 1e-5), 30 * middle);
}

TEST_F(ToyExperiments, LambdaMattersMoreTheSoonerDescentStops) {
  const auto ratio = [](double tolerance) {
    return test_error(0.05, tolerance) / test_error(0.6, tolerance);
  };
  EXPECT_GT(ratio(1e-2), 1.5 * ratio(1e-4));
}

/// JMLR 10.1.3: batch and online learning in dimension 50 at rank 10 from the same observations.
struct Contest {
  Matrix g, frame;  ///< the system, and a random start some 45 times smaller than it
  NoisyOutputs train, test;

  Contest(Index n, Rng rng)
      : g(random_normal(50, 10, rng)),
        frame(qf(random_normal(50, 10, rng))),
        train(g, n, rng),
        test(g, 4000, rng) {}

  /// Test errors, from a start of the learner's own unless one is given.
  double flat(Solver solver) const {
    const PsdFlatOptions options{.from = from, .solver = by(solver)};
    return test.error(psd_flat(train.data, train.outputs, options).model.left);
  }
  double polar(Solver solver, const Matrix* start = nullptr) const {
    const PsdPolarOptions options{.from = start == nullptr ? from : StartOptions{},
                                  .solver = by(solver)};
    return test.error(psd_polar(train.data, train.outputs, options, {.start = start}).model.left);
  }

 private:
  static SolverOptions by(Solver solver) {
    return {.solver = solver, .online = {.passes = 10, .half_life = 2}};
  }
  StartOptions from = {.rank = 10, .start = FactorStart::random};
};

TEST_F(ToyExperiments, DescentInBothGeometriesEndsAtTheSameError) {
  const Contest contest(4000, make_rng(1, RandomStream::learning, 3));
  const double flat = contest.flat(Solver::armijo);
  EXPECT_LT(flat, 1.3 * contest.test.error(contest.g));
  EXPECT_NEAR(contest.polar(Solver::armijo, &contest.frame), flat, 0.02 * flat);
}

TEST_F(ToyExperiments, OnlineLearningReachesTheErrorOfDescent) {
  const Contest contest(16000, make_rng(2, RandomStream::learning, 3));
  const double batch = contest.flat(Solver::armijo);
  EXPECT_LT(batch, 1.1 * contest.test.error(contest.g));
  EXPECT_LT(contest.flat(Solver::online), 1.1 * batch);
  EXPECT_LT(contest.polar(Solver::online), 1.35 * batch);
}

TEST_F(ToyExperiments, OnlinePolarStepsNeedAStartOfTheRightSize) {
  // The learner resizes its own start but takes a given one as it is; from one far too small,
  // steps sized by its gradients are so long that the stretching is lost, on most problems.
  double resized = 0, small = 0;
  for (std::uint64_t k = 0; k < 3; ++k) {
    const Contest contest(8000, make_rng(k, RandomStream::learning, 3));
    resized += contest.polar(Solver::online);
    small += contest.polar(Solver::online, &contest.frame);
  }
  EXPECT_GT(small, 5 * resized);
}

/// MTNS VI: dimension 50, rank 9, a start drawn like the system.
struct Stream {
  Matrix g, start, x;
  Vector y;

  explicit Stream(Index n) {
    Rng rng = make_rng(4);
    g = random_normal(50, 9, rng) / std::sqrt(50.0);
    start = random_normal(50, 9, rng) / std::sqrt(50.0);
    x = random_normal(50, n, rng);
    y = (g.transpose() * x).colwise().squaredNorm().transpose();
  }

  template <class Filter>
  Filter follow(Filter filter) const {
    for (Index t = 0; t < x.cols(); ++t) filter.update(x.col(t), y[t]);
    return filter;
  }

  /// What is learned, W, by either filter.
  Matrix flat(const FilterSettings& settings) const {
    const Matrix f = follow(FlatFilter(start, settings)).factor();
    return f * f.transpose();
  }
  Matrix polar(const FilterSettings& settings) const {
    FrameAndCore from = polar_from_factor(start);
    from.r = (from.r * from.r.transpose()).eval();
    const PolarFilter filter = follow(PolarFilter(from, settings));
    return filter.frame() * filter.core() * filter.frame().transpose();
  }

  /// |W - G G^T| in the spectral norm; infinite if W is.
  double error(const Matrix& w) const {
    if (!w.allFinite()) return std::numeric_limits<double>::infinity();
    return symmetric_eigen(w - g * g.transpose()).values.cwiseAbs().maxCoeff();
  }
};

TEST_F(ToyExperiments, FiltersIdentifyTheSystemBehindAStream) {
  const Stream stream(20000);
  ASSERT_GT(stream.error(stream.start * stream.start.transpose()), 1);
  const FilterSettings plain{.normalised = false, .gain = 1e-3};
  EXPECT_LT(stream.error(stream.flat(plain)), 0.05);
  EXPECT_LT(stream.error(stream.polar(plain)), 0.4);
  EXPECT_LT(stream.error(stream.flat({.gain = 0.5})), 1e-5);
  EXPECT_LT(stream.error(stream.polar({.gain = 2})), 0.1);
}

TEST_F(ToyExperiments, FiltersFailAboveTheGainsThatAreStable) {
  const Stream stream(5000);
  EXPECT_GT(stream.error(stream.flat({.normalised = false, .gain = 2e-3})), 100);
  EXPECT_GT(stream.error(stream.polar({.gain = 5})), 1);
}

TEST_F(ToyExperiments, NormalisedFiltersDoNotSeeTheUnitsOfInputsAndOutputs) {
  const Stream stream(2000);
  Stream scaled = stream;  // x -> 10^3 x, W -> 10^-6 W, which leaves y
  scaled.x *= 1e3;
  scaled.start *= 1e-3;
  const Matrix flat = stream.flat({.gain = 0.5}), polar = stream.polar({.gain = 2});
  EXPECT_LT((1e6 * scaled.flat({.gain = 0.5}) - flat).norm(), 1e-9 * flat.norm());
  EXPECT_LT((1e6 * scaled.polar({.gain = 2}) - polar).norm(), 1e-9 * polar.norm());
  // Relative to W the steps of plain LMS are 10^6 times longer there: another run altogether.
  const FilterSettings plain{.normalised = false, .gain = 1e-3};
  EXPECT_FALSE((1e6 * scaled.flat(plain) - stream.flat(plain)).norm() < 0.1);
}

}  // namespace
}  // namespace mahala::test::toy_experiments_test
