// What the learners on the geometries of positive semidefinite matrices promise beyond what
// every learner does.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>

#include "mahala/core/error.hpp"
#include "mahala/data/constraints/sample_constraints.hpp"
#include "mahala/geometry/frame.hpp"
#include "mahala/learn/riemannian/kernel_psd.hpp"
#include "mahala/learn/riemannian/lms.hpp"
#include "mahala/learn/riemannian/mds.hpp"
#include "mahala/learn/riemannian/oja.hpp"
#include "mahala/learn/riemannian/psd_flat.hpp"
#include "mahala/learn/riemannian/psd_polar.hpp"
#include "mahala/learn/riemannian/spd.hpp"
#include "mahala/optimize/regression/pair_problem.hpp"
#include "tests/support/blobs.hpp"
#include "tests/support/closeness.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/sstress.hpp"

namespace mahala::test::geometry_learners_test {
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
const SolverOptions online{.solver = Solver::online, .online = {.passes = 60, .batch = 4}};

TEST(PsdPolar, RecoversTheMetricBehindMeasuredDistancesInEveryForm) {
  const Measured m(6, 2);
  for (const char* form : {"r2", "b", "sym"}) {
    SCOPED_TRACE(form);
    PsdPolarOptions options{
        .from = {.rank = 2}, .polar = {.form = *named<PolarForm>(form)}, .solver = thorough};
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

TEST(PsdPolar, KeepsTheStretchingToRoundingThroughALongDescent) {
  // lambda = 1 and a start of orthonormal axes: a metric that only turns has the spectrum 1, 1.
  Measured m(8, 2);
  for (Pair& pair : m.pairs) pair.relation = Relation::at_most;
  for (const char* retraction : {"uf", "qf", "exp"}) {
    SCOPED_TRACE(retraction);
    const PsdPolarOptions options{
        .from = {.rank = 2},
        .polar = {.lambda = 1, .retraction = *named<FrameRetraction>(retraction)},
        .solver = {.descent = {.tolerance = 0, .max_iterations = 500}}};
    const Fit fit = psd_polar(m.data, m.pairs, options);
    const Matrix gram = fit.model.left.transpose() * fit.model.left;
    EXPECT_LT((gram - Matrix::Identity(2, 2)).norm(), 1e-12);
  }
}

TEST(PsdPolar, TrialsThatSkipTheDimensionDoNotChangeTheRoad) {
  // The fast objective and the definition of the geometry, for each core that has both.
  const Measured m(6, 2);
  PsdPolarOptions fast{.from = {.rank = 2},
                       .solver = {.solver = Solver::armijo, .descent = {.max_iterations = 8}}};
  PsdPolarOptions plain = fast;
  plain.polar.form = PolarForm::b;
  const Matrix g = psd_polar(m.data, m.pairs, fast).model.left;
  const Matrix h = psd_polar(m.data, m.pairs, plain).model.left;
  EXPECT_LT((g * g.transpose() - h * h.transpose()).norm(), 1e-9 * (g * g.transpose()).norm());
}

TEST(PsdPolar, RefusesACoreStepThatFormSymDoesNotHave) {
  const Measured m(6, 2);
  EXPECT_THROW(
      psd_polar(m.data, m.pairs, {.polar = {.form = PolarForm::sym, .core = Stretching::first}}),
      Error);
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

TEST(PsdPolar, NamesWhatCountsForNothing) {
  const Measured m(6, 2);
  EXPECT_THROW(
      psd_polar(m.data, m.pairs, {.polar = {.lambda = 0, .retraction = FrameRetraction::qf}}),
      Error);
  EXPECT_THROW(psd_polar(m.data, m.pairs, {.polar = {.lambda = 1, .core = Stretching::first}}),
               Error);
  const SolverOptions scaled{.precondition = Precondition::scaled}, whole{.stages = false};
  EXPECT_NO_THROW(psd_polar(m.data, m.pairs, {.solver = scaled}));
  EXPECT_THROW(psd_polar(m.data, m.pairs, {.polar = {.lambda = 1}, .solver = scaled}), Error);
  EXPECT_THROW(psd_polar(m.data, m.pairs, {.polar = {.form = PolarForm::b}, .solver = whole}),
               Error);
  const Matrix start = Matrix::Identity(6, 2);
  EXPECT_THROW(
      psd_polar(m.data, m.pairs, {.from = {.start = FactorStart::random}}, {.start = &start}),
      Error);
  EXPECT_THROW(
      psd_flat(m.data, m.pairs, {.from = {.start = FactorStart::random}}, {.start = &start}),
      Error);
}

TEST(PsdPolar, SaysThatAStartLacksRank) {
  const Measured m(6, 2);
  const Matrix start = Matrix::Ones(6, 2);
  for (const PolarOptions& polar :
       {PolarOptions{.form = PolarForm::sym}, PolarOptions{.core = Stretching::von_neumann}}) {
    try {
      psd_polar(m.data, m.pairs, {.polar = polar}, {.start = &start});
      FAIL();
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("the start has rank 1"), std::string::npos);
    }
  }
}

/// Three distances that must become large, and nothing that must stay small.
Pairs only_lower_bounds() {
  Pairs pairs;
  for (const auto& [i, j] : {std::pair<Index, Index>(0, 1), {2, 3}, {5, 30}}) {
    pairs.push_back({.i = i, .j = j, .relation = Relation::at_least, .value = 1e6});
  }
  return pairs;
}

TEST(RegressionLearners, DoNotExplodeWhereAllPairsAskForMore) {
  const Measured m(6, 2);
  const Pairs pairs = only_lower_bounds();
  const std::pair<const char*, Fit> fits[] = {
      {"psd-flat", psd_flat(m.data, pairs)},
      {"spd-affine", spd_affine(m.data, pairs)},
      {"spd-log", spd_log(m.data, pairs)},
      {"von Neumann", spd_log(m.data, pairs, {.metric = LogMetric::von_neumann})},
      {"psd-polar", psd_polar(m.data, pairs)},
      {"form b", psd_polar(m.data, pairs, {.polar = {.form = PolarForm::b}})},
      {"form sym", psd_polar(m.data, pairs, {.polar = {.form = PolarForm::sym}})},
      {"logarithmic core",
       psd_polar(m.data, pairs, {.polar = {.core = Stretching::log_euclidean}})}};
  for (const auto& [name, fit] : fits) {
    SCOPED_TRACE(name);
    ASSERT_TRUE(fit.model.left.allFinite());
    EXPECT_LT(fit.model.left.squaredNorm(), 1e10);
    EXPECT_LE(fit.objective, 0.01 * fit.trace.front().objective);
    EXPECT_NE(fit.message.find("every pair asks for a larger distance"), std::string::npos);
  }
}

TEST(RegressionLearners, SayThatOnlyShrinkingWasLearned) {
  Measured m(6, 2);
  for (Pair& pair : m.pairs) pair.relation = Relation::at_most;
  EXPECT_NE(psd_flat(m.data, m.pairs).message.find("smaller distance"), std::string::npos);
  EXPECT_NE(spd_affine(m.data, m.pairs).message.find("smaller distance"), std::string::npos);
  m.pairs.front().relation = Relation::at_least;
  EXPECT_EQ(psd_flat(m.data, m.pairs).message.find("smaller distance"), std::string::npos);
}

TEST(RegressionLearners, RefusePairsWithoutAWeight) {
  Measured m(6, 2);
  for (Pair& pair : m.pairs) pair.weight = 0;
  EXPECT_THROW(psd_flat(m.data, m.pairs), Error);
  EXPECT_THROW(psd_polar(m.data, m.pairs), Error);
  EXPECT_THROW(spd_log(m.data, m.pairs), Error);
  m.pairs.front().weight = 1;
  EXPECT_NO_THROW(psd_flat(m.data, m.pairs));
}

TEST(RegressionLearners, GiveNoCertificateThatIsNoNumber) {
  const Fit fit = fit_of(Matrix::Identity(2, 2), Descent{.gradient_norm = std::nan("")});
  EXPECT_EQ(fit.certificate.name, "none");
  EXPECT_EQ(fit.certificate.value, 0);
  EXPECT_EQ(fit_of(Matrix::Identity(2, 2), Descent{.gradient_norm = 3}).certificate.value, 3);
}

TEST(FullRankLearners, RecoverAPositiveDefiniteMetric) {
  const Measured m(4, 4);
  const SolverOptions brief{.descent = {.tolerance = 1e-9, .max_iterations = 1500}};
  EXPECT_LT(m.error(spd_flat(m.data, m.pairs, {.solver = brief})), 0.02);
  EXPECT_LT(m.error(spd_affine(m.data, m.pairs, {.solver = brief})), 0.02);
  EXPECT_LT(m.error(spd_log(m.data, m.pairs, {.solver = brief})), 0.02);
  EXPECT_LT(m.error(spd_log(m.data, m.pairs, {.metric = LogMetric::von_neumann, .solver = brief})),
            0.02);
}

/// So many samples are multiplied as floats (data/samples/weighted_scatter.hpp) where they are
/// stored so. Where a descent ends is known to the tolerance it is asked for, in either precision.
TEST(FullRankLearners, LearnFromFloatsWhatTheyLearnFromTheSameDoubles) {
  constexpr Index dim = 6, count = 17'000;
  Rng rng(4);
  const MatrixF floats = random_normal(dim, count, rng).cast<float>();
  Dataset single, same;
  single.x = Samples(floats);
  same.x = Samples(Matrix(floats.cast<double>()));
  const Matrix g = Matrix::Identity(dim, dim) + 0.2 * random_normal(dim, dim, rng);
  const Matrix z = same.x.project(g), noise = random_normal(count, 2, rng);
  for (const double share : {0.1, 0.0}) {  // of what is observed is noise
    Pairs seen, held_out;
    for (Index i = 0; i < count; ++i) {
      const double value = z.col(i).squaredNorm();
      seen.push_back({.i = i, .j = origin, .value = value * (1 + share * noise(i, 0))});
      held_out.push_back({.i = i, .j = origin, .value = value * (1 + share * noise(i, 1))});
    }
    const SpdAffineOptions options{.solver = {.descent = {.tolerance = 1e-6}}};
    const Matrix from_floats = spd_affine(single, seen, options).model.left,
                 from_doubles = spd_affine(same, seen, options).model.left;
    const PairProblem unseen(same.x, held_out);
    const double error = unseen.cost(from_doubles), size = unseen.cost(0 * g);
    EXPECT_NEAR(unseen.cost(from_floats), error, 1e-6 * error + 1e-12 * size);
    EXPECT_LE(
        (from_floats * from_floats.transpose() - from_doubles * from_doubles.transpose()).norm(),
        1e-5 * (g * g.transpose()).norm());
  }
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

TEST(Oja, SaysThatTheWholeSpaceLeavesNothingToLearn) {
  Rng rng(5);
  const Dataset data{.x = Samples(random_normal(4, 50, rng))};
  const Fit fit = oja(data, {.rank = 4});
  EXPECT_NE(fit.message.find("nothing to learn"), std::string::npos);
  EXPECT_EQ(fit.iterations, 0);
  EXPECT_LT((fit.model.left.transpose() * fit.model.left - Matrix::Identity(4, 4)).norm(), 1e-12);
}

TEST(Oja, StaysASubspaceThroughLongSteps) {
  Rng rng(5);
  const Matrix x = 30 * random_normal(20, 400, rng);
  const OjaOptions options{
      .rank = 4,
      .online = {.passes = 2, .batch = 8, .schedule = Schedule::Kind::constant, .step = 0.01}};
  for (const Samples& samples : {Samples(x), Samples(SparseMatrix(x.sparseView()))}) {
    const Fit fit = oja({.x = samples}, options);
    EXPECT_LT((fit.model.left.transpose() * fit.model.left - Matrix::Identity(4, 4)).norm(), 1e-11);
  }
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
    const Fit fit =
        nlms(data, {.space = *named<FilterSpace>(space), .rank = 2, .gain = 0.5, .passes = 3});
    EXPECT_LT(fit.trace.back().objective, 1e-2 * fit.trace.front().objective);
  }
  const Fit plain = lms(data, {.space = FilterSpace::flat, .rank = 2, .passes = 5});
  EXPECT_LT(plain.trace.back().objective, 0.1 * plain.trace.front().objective);
}

TEST(Filters, CountOutputsWithoutALogarithm) {
  Dataset data = system_stream(50);
  std::vector<std::string> outputs(50, "1");
  outputs[3] = "0";
  outputs[7] = "-2";
  data.labels = Labels::from_names(outputs);
  EXPECT_NE(nlms(data).message.find("2 regression targets are not positive"), std::string::npos);
}

TEST(Filters, SurviveOutputsThatAreAllZeroInEverySpace) {
  Dataset data = system_stream(50);
  data.labels = Labels::from_names(std::vector<std::string>(50, "0"));
  for (const char* space : {"flat", "polar", "affine", "vector"}) {
    EXPECT_TRUE(nlms(data, {.space = *named<FilterSpace>(space),
                            .rank = space == std::string("vector") ? 0 : 2})
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
                 "sample 0: the label 'class 0' is not a finite number, as regression targets are");
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
  const Fit fit = mds(data, pairs, {.start = FactorStart::random, .solver = thorough});
  EXPECT_LT(sstress(fit.model.left, pairs), 1e-6 * sstress(Matrix::Zero(30, 2), pairs));
  EXPECT_LT(fit.model.left.colwise().mean().norm(), 1e-9);
  EXPECT_EQ(fit.model.domain, Domain::objects);
}

/// The squared distances of the corners of a rectangle of 3 by 4.
const Pairs rectangle = {{.i = 0, .j = 1, .value = 9},  {.i = 1, .j = 2, .value = 16},
                         {.i = 0, .j = 2, .value = 25}, {.i = 2, .j = 3, .value = 9},
                         {.i = 0, .j = 3, .value = 16}, {.i = 1, .j = 3, .value = 25}};

TEST(Mds, FillsDimensionsThatTheSamplesDoNot) {
  for (const auto& feature : {std::array{0.0, 0.0, 0.0, 0.0}, std::array{0.0, 1.0, 2.0, 4.0}}) {
    const Dataset data{.x = Samples(Matrix(Eigen::Map<const Matrix>(feature.data(), 1, 4)))};
    const Fit fit = mds(data, rectangle, {.solver = thorough});
    EXPECT_LT(sstress(fit.model.left, rectangle), 1e-6) << feature[3];
    EXPECT_LT(fit.model.left.colwise().mean().norm(), 1e-9);
  }
}

TEST(Mds, SstressCountsBrokenBoundsAlone) {
  Matrix g = Matrix::Zero(2, 1);
  g(1, 0) = 2;
  const auto of = [&](Relation relation, double value) {
    return sstress(g, {{.i = 0, .j = 1, .relation = relation, .value = value}});
  };
  EXPECT_EQ(of(Relation::at_most, 5), 0);
  EXPECT_EQ(of(Relation::at_most, 3), 1);
  EXPECT_EQ(of(Relation::at_least, 3), 0);
  EXPECT_EQ(of(Relation::at_least, 6), 4);
  EXPECT_EQ(of(Relation::equal, 6), 4);
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
      sample_constraints(Supervision::pairs, data.labels, embed_prepared_samples(prior, data.x),
                         {.count = 1500, .bounds = BoundRule::relative, .margin = 0.5}, rng);
  for (const char* geometry : {"flat", "polar"}) {
    KernelPsdOptions each = options;
    each.geometry = *named<KernelGeometry>(geometry);
    const Fit fit = kernel_psd(data, std::get<Pairs>(pairs), each);
    EXPECT_LT(fit.objective, 0.5 * fit.trace.front().objective) << geometry;
    EXPECT_EQ(fit.model.left.rows(), 60);
  }
}

TEST(KernelPsd, RefusesOptionsOfAStartItDoesNotMake) {
  const Dataset data = blobs(30);
  const Pairs pairs = {{.i = 0, .j = 1, .value = 1}};
  const Matrix start = kernel_psd_prior(data, {.rank = 2}, {}).left;
  const mahala::Run run{.start = &start};
  EXPECT_NO_THROW(kernel_psd(data, pairs, {}, run));
  EXPECT_THROW(kernel_psd(data, pairs, {.centre = false}, run), Error);
  EXPECT_THROW(kernel_psd(data, pairs, {.kernel = {.kernel = "gaussian"}}, run), Error);
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
    EXPECT_LT(
        m.error(spd_log(m.data, m.pairs, {.metric = *named<LogMetric>(metric), .solver = solver})),
        error);
    const PsdPolarOptions options{
        .from = {.rank = 4}, .polar = {.core = *named<Stretching>(metric)}, .solver = solver};
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
    const NlmsOptions options{.space = *named<FilterSpace>(space), .gain = 0.3};
    const Fit a = nlms(dense, options, {}), b = nlms(sparse, options, {});
    EXPECT_NEAR(a.objective, b.objective, 1e-8 * a.objective);
    EXPECT_LT(a.objective, a.trace.front().objective);
  }
}

/// Learns from neighbours with local bounds, as `train` has it done.
struct FromNeighbours {
  Dataset data = blobs(120, 4);
  SampleOptions sampling{.protocol = PairProtocol::neighbours, .bounds = BoundRule::local};
  int drawn = 0;
  Run run = {.redraw = [this](const Samples& embedded) {
    ++drawn;
    return pairs_in(embedded);
  }};

  Pairs pairs_in(const Samples& embedded) const {
    Rng rng(1);
    return std::get<Pairs>(
        sample_constraints(Supervision::pairs, data.labels, embedded, sampling, rng));
  }

  /// W of psd-flat, psd-polar, spd-flat, spd-affine and spd-log, which minimise one function.
  std::vector<Matrix> metrics(const SolverOptions& solver) const {
    const Pairs pairs = pairs_in(data.x);
    std::vector<Matrix> all;
    for (const Fit& fit : {psd_flat(data, pairs, {.solver = solver}, run),
                           psd_polar(data, pairs, {.solver = solver}, run),
                           spd_flat(data, pairs, {.solver = solver}, run),
                           spd_affine(data, pairs, {.solver = solver}, run),
                           spd_log(data, pairs, {.solver = solver}, run)}) {
      all.emplace_back(fit.model.left * fit.model.left.transpose());
    }
    return all;
  }
};

TEST(Rounds, EveryGeometryEndsWhereTheOthersDo) {
  FromNeighbours task;
  SolverOptions solver;
  solver.rounds = {.lambda = "0.2", .refresh = 0};
  solver.descent = {.tolerance = 1e-9, .max_iterations = 2000};
  const std::vector<Matrix> metrics = task.metrics(solver);
  for (const Matrix& w : metrics) {
    EXPECT_LT((w - metrics[0]).norm(), 1e-4 * metrics[0].norm()) << w;
    EXPECT_GT((w - Matrix::Identity(4, 4)).norm(), 0.1);  // something was learned
  }
}

TEST(Rounds, DrawNeighboursAnewInEveryGeometry) {
  FromNeighbours task;
  SolverOptions solver;
  solver.rounds = {.lambda = "0.2", .refresh = 2};
  task.metrics(solver);
  EXPECT_EQ(task.drawn, 5 * 2);
}

TEST(Rounds, AStrongPullKeepsTheStart) {
  FromNeighbours task;
  SolverOptions solver;
  solver.rounds = {.lambda = "1e6", .refresh = 1};
  for (const Matrix& w : task.metrics(solver)) {
    EXPECT_LT((w - Matrix::Identity(4, 4)).norm(), 1e-3) << w;
  }
}

}  // namespace
}  // namespace mahala::test::geometry_learners_test
