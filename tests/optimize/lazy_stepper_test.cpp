#include "mahala/optimize/online/lazy_stepper.hpp"

#include <gtest/gtest.h>

#include "mahala/geometry/grassmann.hpp"
#include "mahala/geometry/psd_flat.hpp"
#include "mahala/optimize/online/manifold_stepper.hpp"
#include "mahala/optimize/regression/pair_problem.hpp"
#include "mahala/optimize/regression/subspace_problem.hpp"
#include "tests/support/golden.hpp"

namespace mahala::test::lazy_stepper_test {
namespace {

static_assert(Steppable<LazyFlat> && Steppable<LazyPolar<PsdPolar>> && Steppable<LazySubspace>);

/// Sparse samples, pairs among them and with the origin, and a start.
struct Sparse {
  SparseMatrix x;
  Samples samples;
  Pairs pairs;
  Matrix g;

  Sparse(Index dim, Index rank, Index nonzeros, Index count, std::uint64_t seed) {
    Rng rng(seed);
    Matrix dense = Matrix::Zero(dim, count);
    for (Index i = 0; i < count; ++i) {
      for (Index k = 0; k < nonzeros; ++k) {
        dense(random_index(dim, rng), i) = random_normal(1, 1, rng)(0, 0);
      }
    }
    x = dense.sparseView();
    samples = Samples(x);
    const Matrix truth = random_normal(dim, rank, rng) / std::sqrt(static_cast<double>(nonzeros));
    for (Index k = 0; k < 3 * count; ++k) {
      const Index i = random_index(count, rng), j = random_index(count, rng);
      Pair pair{.i = i, .j = i == j ? origin : j, .relation = static_cast<Relation>(k % 3)};
      Vector d = dense.col(i);
      if (pair.j != origin) d -= dense.col(j);
      pair.value = (truth.transpose() * d).squaredNorm();
      pair.weight = 1 + 0.1 * static_cast<double>(k % 2);
      pairs.push_back(pair);
    }
    g = random_normal(dim, rank, rng) / std::sqrt(static_cast<double>(nonzeros));
  }
};

double deviation(const Matrix& g, const Matrix& h) {
  return (g * g.transpose() - h * h.transpose()).norm() / (h * h.transpose()).norm();
}

/// Steps both through the same observations and compares norms, costs and where they end.
template <class Lazy, class Dense>
void expect_same_road(Lazy lazy, Dense dense, Index p, double s, double clip) {
  std::vector<Index> which(static_cast<std::size_t>(p));
  for (Index t = 0; t < 1000; ++t) {
    for (Index k = 0; k < p; ++k) {
      which[static_cast<std::size_t>(k)] = (t * p + k) % lazy.size();
    }
    if (t % 100 == 0) {
      const double norm = dense.gradient_norm(which), cost = dense.cost(which);
      EXPECT_NEAR(lazy.gradient_norm(which), norm, 1e-9 * (1 + norm));
      EXPECT_NEAR(lazy.cost(which), cost, 1e-9 * (1 + cost));
    }
    lazy.step(which, s, clip);
    dense.step(which, s, clip);
  }
  EXPECT_LT(deviation(lazy.factor(), dense.factor()), 1e-9);
  EXPECT_NEAR(lazy.squared_norm(), dense.squared_norm(), 1e-9 * dense.squared_norm());
}

class LazySteps : public testing::TestWithParam<Index> {};

TEST_P(LazySteps, OfTheFlatGeometryEqualDenseOnes) {
  const Sparse data(60, 3, 6, 40, 1);
  const PairProblem problem(data.samples, data.pairs);
  for (const double clip : {0.0, 0.05}) {
    expect_same_road(LazyFlat(data.x, data.pairs, data.g),
                     ManifoldStepper(PsdFlat(60, 3), problem, data.g), GetParam(), 1e-3, clip);
  }
}

TEST_P(LazySteps, OfThePolarGeometryEqualDenseOnesForEveryLambdaRetractionAndCore) {
  const Sparse data(60, 3, 6, 40, 2);
  const PairProblem problem(data.samples, data.pairs);
  const FrameAndCore start = polar_from_factor(data.g);
  for (const double lambda : {0.0, 0.5, 1.0}) {
    for (const auto retraction : {FrameRetraction::qf, FrameRetraction::uf, FrameRetraction::exp}) {
      for (const auto core : {PolarCore::exp, PolarCore::first_or_exp}) {
        SCOPED_TRACE(testing::Message()
                     << "lambda " << lambda << ", retraction " << static_cast<int>(retraction)
                     << ", core " << static_cast<int>(core));
        const PsdPolar::Settings settings{lambda, retraction, core, false};
        const PsdPolar manifold(60, 3, settings);
        expect_same_road(LazyPolar(data.x, data.pairs, start, manifold),
                         ManifoldStepper(manifold, problem, start), GetParam(), 1e-4, 0.1);
      }
    }
  }
}

TEST_P(LazySteps, OfTheLogarithmicPolarGeometryEqualDenseOnes) {
  const Sparse data(60, 3, 6, 40, 2);
  const PairProblem problem(data.samples, data.pairs);
  const FrameAndCore start = polar_log_from_factor(data.g);
  for (const double lambda : {0.0, 0.5, 1.0}) {
    for (const auto metric : {LogMetric::von_neumann, LogMetric::log_euclidean}) {
      const PsdPolarLog manifold(60, 3, lambda, metric);
      expect_same_road(LazyPolar(data.x, data.pairs, start, manifold),
                       ManifoldStepper(manifold, problem, start), GetParam(), 1e-4, 0.1);
    }
  }
}

TEST_P(LazySteps, OfTheSymmetricPolarGeometryEqualDenseOnes) {
  const Sparse data(60, 3, 6, 40, 6);
  const PairProblem problem(data.samples, data.pairs);
  const FrameAndCore start = polar_from_factor(data.g);
  for (const double lambda : {0.0, 0.5, 1.0}) {
    const PsdPolarSymmetric manifold(60, 3, lambda);
    expect_same_road(LazyPolar(data.x, data.pairs, start, manifold),
                     ManifoldStepper(manifold, problem, start), GetParam(), 1e-4, 0.1);
  }
}

TEST_P(LazySteps, OfSubspaceTrackingEqualDenseOnes) {
  const Sparse data(60, 3, 6, 40, 3);
  const SubspaceProblem problem(data.samples);
  const Matrix u = qf(data.g);
  for (const auto retraction : {FrameRetraction::qf, FrameRetraction::uf, FrameRetraction::exp}) {
    expect_same_road(LazySubspace(data.x, u, retraction),
                     ManifoldStepper(Grassmann(60, 3, retraction), problem, u), GetParam(), 0.02,
                     0);
  }
}

// Twelve have more non-zeros than there are features.
INSTANTIATE_TEST_SUITE_P(BatchesOf, LazySteps, testing::Values(1, 4, 12));

TEST(LazyFrame, SurvivesStepsThatTurnItFar) {
  // Huge steps make the small factor ill-conditioned: it must be absorbed, and stay a frame.
  const Sparse data(300, 4, 8, 200, 4);
  LazySubspace state(data.x, qf(data.g), FrameRetraction::uf);
  for (Index t = 0; t < 3000; ++t) {
    const Index which = t % 200;
    state.step({&which, 1}, 5, 0);
  }
  const Matrix u = state.factor();
  EXPECT_LT((u.transpose() * u - Matrix::Identity(4, 4)).norm(), 1e-10);
}

TEST(LazyFrame, IsRarelyTouchedAsAWhole) {
  const Sparse data(200, 4, 10, 100, 5);
  LazyPolar state(data.x, data.pairs, polar_from_factor(data.g), PsdPolar(200, 4, {}));
  for (Index t = 0; t < 10000; ++t) {
    const Index which = t % std::ssize(data.pairs);
    state.step({&which, 1}, 1e-3, 0);
  }
  // About 20, one more or less with the rounding of the machine's BLAS.
  EXPECT_LT(state.frame().absorptions() + state.frame().dense_steps(), 40);
}

/// One run of golden/geometry/lazy.json.
template <class State>
void follow(State state, const nlohmann::json& run, Index p, double s, Index count,
            const std::function<void(const State&, const nlohmann::json&)>& compare) {
  std::vector<Index> which(static_cast<std::size_t>(p));
  for (Index t = 0; t * p < count; ++t) {
    for (Index k = 0; k < p; ++k) which[static_cast<std::size_t>(k)] = t * p + k;
    state.step(which, s, 0);
    const std::string at = std::to_string(t + 1);
    if (run.at("steps").contains(at)) compare(state, run.at("steps").at(at));
  }
}

/// All runs of one file.
void follow_file(const nlohmann::json& all) {
  const Index count = all.at("N");
  Matrix dense = Matrix::Zero(all.at("d").get<Index>(), count);
  Pairs pairs;
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    for (std::size_t k = 0; k < all.at("idx")[i].size(); ++k) {
      dense(all.at("idx")[i][k].get<Index>(), static_cast<Index>(i)) = all.at("val")[i][k];
    }
    pairs.push_back({.i = static_cast<Index>(i), .j = origin, .value = all.at("y")[i]});
  }
  const SparseMatrix x(dense.sparseView());
  const Matrix u = matrix(all.at("U0")), r = matrix(all.at("R0"));
  for (const auto& run : all.at("runs")) {
    SCOPED_TRACE(run.at("algo").get<std::string>() + " " + run.at("retr").get<std::string>());
    const FrameRetraction retraction =
        named<FrameRetraction>(run.at("retr").get<std::string>()).value();
    const Index p = run.value("p", Index{1});
    const double s = run.at("s");
    if (run.at("algo") == "oja") {
      follow<LazySubspace>({x, u, retraction}, run, p, s, count,
                           [](const LazySubspace& state, const nlohmann::json& expected) {
                             EXPECT_LT((state.factor() - matrix(expected.at("U"))).norm(), 1e-10);
                           });
    } else {
      const PsdPolar::Settings settings{.lambda = run.at("lam"), .retraction = retraction};
      using State = LazyPolar<PsdPolar>;
      const PsdPolar manifold(u.rows(), u.cols(), settings);
      follow<State>({x, pairs, {u, r}, manifold}, run, p, s, count,
                    [](const State& state, const nlohmann::json& expected) {
                      EXPECT_LT((state.point().u - matrix(expected.at("U"))).norm(), 1e-10);
                      EXPECT_LT((state.point().r - matrix(expected.at("R"))).norm(), 1e-10);
                    });
    }
  }
}

TEST(LazySteps, MatchTheReference) {
  const auto files = golden_files("geometry", "runs");
  ASSERT_FALSE(files.empty());
  for (const auto& all : files) follow_file(all);
}

}  // namespace
}  // namespace mahala::test::lazy_stepper_test
