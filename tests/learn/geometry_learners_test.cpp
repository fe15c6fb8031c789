// What the learners on the geometries of positive semidefinite matrices promise beyond what
// every learner does.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "mahala/core/error.hpp"
#include "mahala/data/sample_constraints.hpp"
#include "mahala/geometry/closeness.hpp"
#include "mahala/geometry/frame.hpp"
#include "mahala/learn/kernel_psd.hpp"
#include "mahala/learn/lms.hpp"
#include "mahala/learn/mds.hpp"
#include "mahala/learn/oja.hpp"
#include "mahala/learn/psd_flat.hpp"
#include "mahala/learn/psd_polar.hpp"
#include "mahala/learn/spd.hpp"
#include "tests/support/blobs.hpp"
#include "tests/support/golden.hpp"

namespace mahala::test {
namespace {

/// All exact squared distances of samples in a hidden metric of some rank.
struct Measured {
  Dataset data;
  Pairs pairs;
  Matrix truth;  ///< W

  Measured(Index dim, Index rank) {
    Rng rng(9);
    data.x = Samples(random_normal(dim, 40, rng));
    const Matrix g = random_normal(dim, rank, rng);
    truth = g * g.transpose();
    const Matrix z = data.x.project(g);
    for (Index i = 0; i < 40; ++i) {
      for (Index j = 0; j < i; ++j) {
        pairs.push_back({.i = i, .j = j, .value = (z.col(i) - z.col(j)).squaredNorm()});
      }
    }
  }

  double error(const Fit& fit) const {
    const Matrix w = fit.model.left * fit.model.left.transpose();
    return (w - truth).norm() / truth.norm();
  }
};

const SolverOptions thorough{.descent = {.tolerance = 1e-13, .max_iterations = 20000}};
const SolverOptions online{.solver = "online", .online = {.passes = 60, .batch = 4}};

TEST(PsdPolar, RecoversTheMetricBehindMeasuredDistancesInEveryForm) {
  const Measured m(6, 2);
  for (const char* form : {"r2", "b", "sym"}) {
    SCOPED_TRACE(form);
    PsdPolarOptions options{.from = {.rank = 2}, .polar = {.form = form}, .solver = thorough};
    EXPECT_LT(m.error(psd_polar(m.data, m.pairs, options)), 1e-4);
  }
}

TEST(PsdPolar, KeepsTheSubspaceIfLambdaIsZeroAndTheStretchingIfItIsOne) {
  const Measured m(6, 2);
  const Matrix start = psd_polar_prior(m.data, {.from = {.rank = 2}}, {}).left;
  const auto learned = [&](double lambda) {
    return psd_polar(m.data, m.pairs, {.from = {.rank = 2}, .polar = {.lambda = lambda}})
        .model.left;
  };
  EXPECT_LT(principal_angles(qf(start), qf(learned(0))).maxCoeff(), 1e-7);
  const Matrix g = learned(1);
  EXPECT_GT(principal_angles(qf(start), qf(g)).maxCoeff(), 1e-2);
  const Matrix stretching = g.transpose() * g;  // a multiple of the identity, as at the start
  EXPECT_LT((stretching - stretching(0, 0) * Matrix::Identity(2, 2)).norm(),
            1e-9 * stretching.norm());
}

TEST(PsdPolar, TrialsThatSkipTheDimensionDoNotChangeTheRoad) {
  // The fast objective and the definition of the geometry, for each core that has both.
  const Measured m(6, 2);
  PsdPolarOptions fast{.from = {.rank = 2}, .solver = {.descent = {.max_iterations = 8}}};
  PsdPolarOptions plain = fast;
  plain.polar.form = "b";
  const Matrix g = psd_polar(m.data, m.pairs, fast).model.left;
  const Matrix h = psd_polar(m.data, m.pairs, plain).model.left;
  EXPECT_LT((g * g.transpose() - h * h.transpose()).norm(), 1e-9 * (g * g.transpose()).norm());
}

TEST(PsdPolar, RefusesACoreStepThatFormSymDoesNotHave) {
  const Measured m(6, 2);
  EXPECT_THROW(psd_polar(m.data, m.pairs, {.polar = {.form = "sym", .core = "first"}}), Error);
}

TEST(PsdPolar, ScalesWithTheUnitsOfTheDistances) {
  // y -> 7 y from a start scaled alike scales W alike; the flat geometry does not do that.
  const Measured m(6, 2);
  Pairs scaled = m.pairs;
  for (Pair& pair : scaled) pair.value *= 7;
  const PsdPolarOptions options{.from = {.rank = 2}, .solver = {.descent = {.max_iterations = 5}}};
  const Matrix start = psd_polar_prior(m.data, options, {}).left;
  const Matrix larger = std::sqrt(7.0) * start;
  const Matrix g = psd_polar(m.data, m.pairs, options, {.start = &start}).model.left;
  const Matrix h = psd_polar(m.data, scaled, options, {.start = &larger}).model.left;
  const Matrix w = g * g.transpose();
  EXPECT_LT((h * h.transpose() / 7 - w).norm(), 1e-9 * w.norm());
}

TEST(FullRankLearners, RecoverAPositiveDefiniteMetric) {
  const Measured m(4, 4);
  const SolverOptions brief{.descent = {.tolerance = 1e-9, .max_iterations = 1500}};
  EXPECT_LT(m.error(spd_flat(m.data, m.pairs, {.solver = brief})), 0.02);
  EXPECT_LT(m.error(spd_affine(m.data, m.pairs, {.solver = brief})), 0.02);
  EXPECT_LT(m.error(spd_log(m.data, m.pairs, {.solver = brief})), 0.02);
  EXPECT_LT(m.error(spd_log(m.data, m.pairs, {.metric = "von-neumann", .solver = brief})), 0.02);
}

TEST(OnlineLearners, ComeCloseToTheMetricBehindMeasuredDistances) {
  const Measured m(6, 2);
  EXPECT_LT(m.error(psd_flat(m.data, m.pairs, {.from = {.rank = 2}, .solver = online})), 0.05);
  EXPECT_LT(m.error(psd_polar(m.data, m.pairs, {.from = {.rank = 2}, .solver = online})), 0.05);
  const Measured full(4, 4);
  EXPECT_LT(full.error(spd_affine(full.data, full.pairs, {.solver = online})), 0.1);
}

TEST(OnlineLearners, GoOnFromWhereTheyWere) {
  const Measured m(6, 2);
  SolverOptions short_run = online;
  short_run.online.passes = 2;
  const Fit first = psd_flat(m.data, m.pairs, {.from = {.rank = 2}, .solver = short_run});
  const Fit second = psd_flat(m.data, m.pairs, {.solver = short_run}, {.start = &first.model.left});
  EXPECT_LT(second.objective, first.objective);
  EXPECT_EQ(second.model.rank(), 2);
}

TEST(OnlineLearners, NameAStartThatDoesNotFit) {
  const Measured m(6, 2);
  const Matrix wrong = Matrix::Ones(5, 2);
  EXPECT_THROW(psd_flat(m.data, m.pairs, {}, {.start = &wrong}), Error);
  const Matrix low = Matrix::Ones(6, 2);
  EXPECT_THROW(spd_affine(m.data, m.pairs, {}, {.start = &low}), Error);
}

TEST(OnlineLearners, RefuseASingularStartOfFullRankMetrics) {
  const Measured m(6, 2);
  Matrix singular = Matrix::Identity(6, 6);
  singular(5, 5) = 0;
  EXPECT_THROW(spd_affine(m.data, m.pairs, {}, {.start = &singular}), Error);
}

TEST(OnlineLearners, SayThatAnInfiniteObjectiveIsNoStart) {
  const Measured m(6, 2);
  const Pairs huge = {{.i = 0, .j = 1, .relation = Relation::equal, .value = 1e308}};
  const Fit fit = psd_polar(m.data, huge, {.from = {.rank = 2}, .solver = online});
  EXPECT_EQ(fit.status, Status::diverged);
}

TEST(Oja, FindsTheLeadingSubspace) {
  Rng rng(5);
  Matrix x = random_normal(12, 3000, rng);
  x.topRows(3) *= 5;
  const Dataset data{.x = Samples(x)};
  const Fit fit = oja(data, {.rank = 3, .online = {.passes = 5, .batch = 8}});
  const Matrix axes = Matrix::Identity(12, 3);
  EXPECT_LT(principal_angles(fit.model.left, axes).maxCoeff(), 0.1);
  EXPECT_LT((fit.model.left.transpose() * fit.model.left - Matrix::Identity(3, 3)).norm(), 1e-9);
}

/// A stream of outputs of a system of rank 2.
Dataset system_stream(Index n) {
  Rng rng(6);
  Dataset data{.x = Samples(random_normal(8, n, rng))};
  const Matrix z = data.x.project(random_normal(8, 2, rng));
  std::vector<std::string> outputs;
  for (Index i = 0; i < n; ++i) outputs.push_back(fmt::format("{}", z.col(i).squaredNorm()));
  data.labels = Labels::from_names(outputs);
  return data;
}

TEST(Filters, IdentifyASystemFromItsStream) {
  const Dataset data = system_stream(4000);
  for (const char* space : {"flat", "polar"}) {
    SCOPED_TRACE(space);
    const Fit fit = nlms(data, {.space = space, .rank = 2, .gain = 0.5, .passes = 3});
    EXPECT_LT(fit.trace.back().objective, 1e-2 * fit.trace.front().objective);
  }
  const Fit plain = lms(data, {.space = "flat", .rank = 2, .passes = 5});
  EXPECT_LT(plain.trace.back().objective, 0.1 * plain.trace.front().objective);
}

TEST(Filters, CountOutputsWithoutALogarithm) {
  Dataset data = system_stream(50);
  std::vector<std::string> outputs(50, "1");
  outputs[3] = "0";
  outputs[7] = "-2";
  data.labels = Labels::from_names(outputs);
  EXPECT_NE(nlms(data).message.find("2 outputs are not positive"), std::string::npos);
}

TEST(Filters, SurviveOutputsThatAreAllZeroInEverySpace) {
  Dataset data = system_stream(50);
  data.labels = Labels::from_names(std::vector<std::string>(50, "0"));
  for (const char* space : {"flat", "polar", "affine", "vector"}) {
    EXPECT_TRUE(nlms(data, {.space = space, .rank = space == std::string("vector") ? 0 : 2})
                    .model.left.allFinite())
        << space;
  }
}

TEST(Filters, NameALabelThatIsNoNumber) {
  try {
    lms(blobs());
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "sample 0: the label 'class 0' is not a finite number, which outputs are");
  }
}

TEST(Mds, SstressMatchesTheReference) {
  const auto each = golden("geometry/evaluation.json").at("sstress");
  Pairs pairs;
  for (std::size_t k = 0; k < each.at("I").size(); ++k) {
    pairs.push_back({.i = each.at("I")[k], .j = each.at("J")[k], .value = each.at("delta2")[k]});
  }
  EXPECT_NEAR(sstress(matrix(each.at("G")), pairs), each.at("value").get<double>(), 1e-11);
}

TEST(Mds, FindsAPlaneBehindItsDistances) {
  Rng rng(8);
  const Matrix plane = random_normal(2, 30, rng);
  Dataset data{.x = Samples(plane)};
  Pairs pairs;
  for (Index i = 0; i < 30; ++i) {
    for (Index j = 0; j < i; ++j) {
      pairs.push_back({.i = i, .j = j, .value = (plane.col(i) - plane.col(j)).squaredNorm()});
    }
  }
  const Fit fit = mds(data, pairs, {.start = "random", .solver = thorough});
  EXPECT_LT(sstress(fit.model.left, pairs), 1e-6 * sstress(Matrix::Zero(30, 2), pairs));
  EXPECT_LT(fit.model.left.colwise().mean().norm(), 1e-9);
  EXPECT_EQ(fit.model.domain, Domain::objects);
}

TEST(Mds, GoesOnInTheDimensionsOfItsStart) {
  const Dataset data = blobs(20);
  const Model three = mds(data, Nothing{}, {.rank = 3}).model;
  EXPECT_EQ(mds(data, Nothing{}, {}, {.start = &three.left}).model.rank(), 3);
}

TEST(Mds, FollowsDissimilaritiesThatDrift) {
  Rng rng(8);
  const Matrix before = random_normal(2, 30, rng);
  const Matrix after = before + 0.3 * random_normal(2, 30, rng);
  const auto distances = [](const Matrix& x) {
    Pairs pairs;
    for (Index i = 0; i < 30; ++i) {
      for (Index j = 0; j < i; ++j) {
        pairs.push_back({.i = i, .j = j, .value = (x.col(i) - x.col(j)).squaredNorm()});
      }
    }
    return pairs;
  };
  const Dataset data{.x = Samples(before)};
  const Fit first = mds(data, distances(before), {.solver = thorough});
  const Pairs drifted = distances(after);
  const Fit next = mds(data, drifted, {.solver = online}, {.start = &first.model.left});
  EXPECT_LT(sstress(next.model.left, drifted), 0.05 * sstress(first.model.left, drifted));
}

TEST(KernelPsd, SeparatesClassesItHasPairsFor) {
  const Dataset data = blobs(60);
  Rng rng(2);
  const KernelPsdOptions options{.rank = 4, .kernel = {.kernel = "gaussian"}};
  const Model prior = kernel_psd_prior(data, options, {});
  const Constraints pairs =
      sample_constraints("pairs", data.labels, embed_prepared_samples(prior, data.x),
                         {.count = 1500, .bounds = "relative", .margin = 0.5}, rng);
  for (const char* geometry : {"flat", "polar"}) {
    KernelPsdOptions each = options;
    each.geometry = geometry;
    const Fit fit = kernel_psd(data, std::get<Pairs>(pairs), each);
    EXPECT_LT(fit.objective, 0.5 * fit.trace.front().objective) << geometry;
    EXPECT_EQ(fit.model.left.rows(), 60);
  }
}

TEST(ObjectModels, RefuseOtherSamples) {
  const Dataset data = blobs(30);
  const Model model = mds(data, Nothing{}).model;
  EXPECT_EQ(embed(model, data.x).cols(), 30);
  EXPECT_THROW(embed(model, blobs(31).x), Error);
}

TEST(LogarithmicGeometries, ReachAMetricOnTheBoundaryOfTheirs) {
  // W* has rank 2 of 6: four eigenvalues have to go to 0, their logarithms to minus infinity.
  // Steps of the log-Euclidean metric shrink with the eigenvalues, so it is only on the way.
  const Measured m(6, 2);
  const SolverOptions solver{.descent = {.tolerance = 1e-13, .max_iterations = 400}};
  for (const auto& [metric, error] : {std::pair("von-neumann", 0.01), {"log-euclidean", 0.05}}) {
    SCOPED_TRACE(metric);
    EXPECT_LT(m.error(spd_log(m.data, m.pairs, {.metric = metric, .solver = solver})), error);
    const PsdPolarOptions options{.from = {.rank = 4}, .polar = {.core = metric}, .solver = solver};
    EXPECT_LT(m.error(psd_polar(m.data, m.pairs, options)), error);
  }
}

TEST(Lms, TakesSparseSamplesAsItTakesDenseOnes) {
  Rng rng(12);
  Matrix x = random_normal(12, 400, rng);
  x = (x.array().abs() > 1).select(x, 0);
  const Matrix g = random_normal(12, 2, rng);
  Dataset dense, sparse;
  std::vector<std::string> outputs;
  for (Index k = 0; k < x.cols(); ++k) {
    outputs.push_back(fmt::format("{}", (g.transpose() * x.col(k)).squaredNorm()));
  }
  dense.x = Samples(x);
  sparse.x = Samples(SparseMatrix(x.sparseView()));
  dense.labels = sparse.labels = Labels::from_names(outputs);
  for (const char* space : {"flat", "polar", "vector"}) {
    SCOPED_TRACE(space);
    const NlmsOptions options{.space = space, .gain = 0.3};
    const Fit a = nlms(dense, options, {}), b = nlms(sparse, options, {});
    EXPECT_NEAR(a.objective, b.objective, 1e-8 * a.objective);
    EXPECT_LT(a.objective, a.trace.front().objective);
  }
}

}  // namespace
}  // namespace mahala::test
