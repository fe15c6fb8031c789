// Learners by LogDet divergence: priors, bases, forms and degenerate pairs.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/data/file/safetensors.hpp"
#include "mahala/evaluate/knn.hpp"
#include "mahala/kernel/learned_kernel.hpp"
#include "mahala/learn/bregman/iplr.hpp"
#include "mahala/learn/bregman/itml.hpp"
#include "mahala/learn/bregman/logdet_kernel.hpp"
#include "mahala/learn/bregman/logdet_lowrank.hpp"
#include "mahala/learn/closed_form/covariance.hpp"
#include "mahala/train/train.hpp"
#include "tests/support/blobs.hpp"
#include "tests/support/error_message.hpp"
#include "tests/support/logdet_golden.hpp"
#include "tests/support/temporary.hpp"

namespace mahala::test::logdet_learners_test {
namespace {

/// The learned kernel over the samples it was learned from.
Matrix kernel_over(const Model& model, const Dataset& data) {
  const Matrix placed = embed_prepared(model, data.x);
  return placed.transpose() * placed;
}

using testing::HasSubstr;

Matrix metric(const Model& model) {
  Matrix w = model.left * model.left.transpose() +
             model.identity * Matrix::Identity(model.left.rows(), model.left.rows());
  if (model.minus.cols() > 0) w -= model.minus * model.minus.transpose();
  return w;
}

/// Bounds at the 5th and 95th percentile of Euclidean distances.
Pairs pairs_of(const Dataset& data, Index count = 200) {
  Rng rng = make_rng(3);
  return std::get<Pairs>(
      sample_constraints(Supervision::pairs, data.labels, data.x, {.count = count}, rng));
}

LogDetLearning precise(const std::string& gamma = "1") {
  LogDetLearning learning{.gamma = gamma};
  learning.solver.sweeps = {.tolerance = 1e-12, .max_sweeps = 20'000};
  return learning;
}

/// Same-class and other pairs told apart by 5-NN among the samples themselves.
double error_of(const Model& model, const Dataset& data) {
  const auto classes = data.labels.classes();
  return error_rate(classify_others(Samples(embed_prepared(model, data.x)), classes, 5), classes);
}

TEST(Itml, LearnsWhichDirectionsMatter) {
  const Dataset data = blobs();
  const Fit fit = itml(data, pairs_of(data));
  EXPECT_EQ(fit.status, Status::converged);
  EXPECT_EQ(fit.certificate.name, "relative duality gap");
  EXPECT_LE(fit.certificate.value, 1e-4);
  EXPECT_LT(error_of(fit.model, data), error_of(identity_model(6), data) / 2);
}

TEST(Itml, PriorsAreWhatItStartsFromAndStaysNearTo) {
  const Dataset data = blobs();
  const Matrix w0 = metric(itml_prior(data, {.prior = MetricPrior::covariance}, {}));
  EXPECT_LT((w0 - metric(covariance(data).model)).norm(), 1e-12);
  // With hardly any weight on the bounds the prior stays.
  const ItmlOptions weak{.prior = MetricPrior::covariance, .learning = precise("1e-9")};
  EXPECT_LT((metric(itml(data, pairs_of(data), weak).model) - w0).norm(), 1e-5 * w0.norm());
  EXPECT_LT((metric(itml(data, Pairs{}, weak).model) - w0).norm(), 1e-12);
}

TEST(Itml, APriorInAFileOrAModelIsTheSame) {
  const Dataset data = blobs();
  Rng rng(5);
  const Matrix g = random_normal(6, 6, rng);
  const Matrix w0 = g * g.transpose() + Matrix::Identity(6, 6);
  const TemporaryDirectory folder;
  std::ofstream file(folder.path("prior.csv"));
  for (Index i = 0; i < 6; ++i) {
    for (Index j = 0; j < 6; ++j) file << fmt::format("{}{}", j > 0 ? "," : "", w0(i, j));
    file << "\n";
  }
  file.close();
  const Matrix start = cholesky_factor(w0);
  ItmlOptions options{.learning = precise()};
  const Fit continued = itml(data, pairs_of(data), options, {.start = &start});
  options.prior_file = folder.path("prior.csv");
  const Fit from_file = itml(data, pairs_of(data), options);
  EXPECT_LT((metric(continued.model) - metric(from_file.model)).norm(), 1e-5);
  const Dataset other = blobs(40, 5);
  EXPECT_THAT(error_message([&] { itml(other, pairs_of(other), options); }),
              HasSubstr("a prior for 5 features is 5 x 5, not 6 x 6"));
}

TEST(Itml, ASingularPriorKeepsItsRange) {
  const Dataset data = blobs();
  Rng rng(2);
  const Matrix start = random_normal(6, 3, rng);
  const Fit fit = itml(data, pairs_of(data), ItmlOptions{}, {.start = &start});
  EXPECT_EQ(fit.model.left.cols(), 3);
  const Matrix beside = Qr(start).q(6).rightCols(3);
  EXPECT_LT((fit.model.left.transpose() * beside).norm(), 1e-9);
}

TEST(Itml, TripletsMoveFarSamplesBeyondNearOnes) {
  const Dataset data = blobs();
  Rng rng = make_rng(3);
  const auto triplets = std::get<Triplets>(
      sample_constraints(Supervision::triplets, data.labels, {}, {.count = 200}, rng));
  const auto broken = [&](const Model& model) {
    const Samples z(embed_prepared(model, data.x));
    return std::count_if(triplets.begin(), triplets.end(), [&](const Triplet& t) {
      return z.squared_distance(t.query, t.near) + 1 > z.squared_distance(t.query, t.far);
    });
  };
  const auto before = broken(identity_model(6));
  for (const char* slack : {"auto", "hinge", "quadratic"}) {
    ItmlOptions options;
    options.learning.slack = *named<LogDetSlack>(slack);
    const Fit fit = itml(data, triplets, options);
    EXPECT_EQ(fit.status, Status::converged) << fit.message;
    EXPECT_LT(broken(fit.model), before / 4) << slack;
  }
  ItmlOptions wrong;
  wrong.learning.slack = LogDetSlack::logdet;
  EXPECT_THAT(error_message([&] { itml(data, triplets, wrong); }), HasSubstr("option slack"));
  wrong.learning = {.gamma = "auto"};
  EXPECT_THAT(error_message([&] { itml(data, triplets, wrong); }), HasSubstr("option gamma"));
}

TEST(Itml, TellsWhatItLeftOut) {
  Dataset data = blobs();
  Matrix& x = std::get<Matrix>(data.x.storage());
  x.col(1) = x.col(0);
  Pairs pairs = pairs_of(data);
  pairs.push_back({0, 1, Relation::at_most, 1});
  pairs.push_back({0, 2, Relation::at_least, 0});
  pairs.push_back({0, 3, Relation::at_most, 0});
  const Fit fit = itml(data, pairs);
  EXPECT_THAT(fit.message, HasSubstr("1 pairs of samples at distance 0 were left out"));
  EXPECT_THAT(fit.message, HasSubstr("1 bounds that always hold were left out"));
  EXPECT_THAT(fit.message, HasSubstr("1 bounds of 0 became the smallest positive distance"));
  const Fit nothing = itml(data, Pairs{{0, 1, Relation::at_most, 1}});
  EXPECT_THAT(nothing.message, HasSubstr("the prior is kept"));
  EXPECT_EQ(metric(nothing.model), Matrix::Identity(6, 6));
}

TEST(Itml, RefusesAGammaThatIsNone) {
  const Dataset data = blobs();
  for (const char* gamma : {"0", "-1", "nan", "many", "1x", ""}) {
    ItmlOptions options;
    options.learning.gamma = gamma;
    EXPECT_THAT(error_message([&] { itml(data, pairs_of(data), options); }),
                HasSubstr("option gamma"))
        << gamma;
  }
}

TEST(Itml, HardBoundsThatContradictEachOtherDiverge) {
  const Dataset data = blobs();
  ItmlOptions options;
  options.learning = {.gamma = "inf"};
  options.learning.solver.sweeps.max_sweeps = 1'000'000;
  // Collinear: |x_0 - x_2| is twice |x_0 - x_1|, whatever the metric.
  Dataset line = data;
  Matrix& x = std::get<Matrix>(line.x.storage());
  x.col(1) = (x.col(0) + x.col(2)) / 2;
  const Fit fit =
      itml(line, Pairs{{0, 1, Relation::at_least, 2}, {0, 2, Relation::at_most, 1}}, options);
  EXPECT_EQ(fit.status, Status::diverged);
  EXPECT_THAT(fit.message, HasSubstr("finite gamma"));
}

TEST(GammaChoice, SaysWhatItChoseWithClassesAndWithout) {
  Dataset data = blobs();
  const Pairs pairs = pairs_of(data);
  ItmlOptions options;
  options.learning.gamma = "auto";
  const Fit by_class = itml(data, pairs, options);
  EXPECT_THAT(by_class.message, HasSubstr("chosen by two-fold cross-validation (k-NN error"));
  data.labels = {};
  const Fit by_pairs = itml(data, pairs, options);
  EXPECT_THAT(by_pairs.message, HasSubstr("(1 - AUC of held-out pairs"));
  Pairs similar;
  for (const Pair& pair : pairs) {
    if (pair.relation == Relation::at_most) similar.push_back(pair);
  }
  EXPECT_THAT(error_message([&] { itml(data, similar, options); }),
              HasSubstr("auto needs samples with one class each, or pairs of both kinds"));
}

TEST(LogDetKernel, LinearKernelIsItml) {
  const Dataset data = blobs(40);
  const Pairs pairs = pairs_of(data, 100);
  const Matrix x = data.x.block(0, data.size());
  const Fit kernel = logdet_kernel(data, pairs, {.learning = precise()});
  const Fit metrics = itml(data, pairs, {.learning = precise()});
  const Matrix k = kernel_over(kernel.model, data);
  EXPECT_LT((k - x.transpose() * metric(metrics.model) * x).norm(), 1e-5 * k.norm());
  EXPECT_NEAR(kernel.objective, metrics.objective, 1e-6 * metrics.objective);
}

TEST(LogDetKernel, MovesSamplesOfNoPairAsItsInductionSays) {
  const Dataset data = blobs(40);
  Pairs pairs;
  for (const Pair& pair : pairs_of(data, 200)) {
    if (pair.i < 30 && pair.j < 30) pairs.push_back(pair);
  }
  const LogDetKernelOptions options{.kernel = {.kernel = "gaussian", .gamma = 0.05},
                                    .learning = precise()};
  const Fit fit = logdet_kernel(data, pairs, options);
  std::vector<Index> first(30);
  for (std::size_t i = 0; i < first.size(); ++i) first[i] = static_cast<Index>(i);
  const Samples support = data.x.select(first);
  const auto induced =
      induce_kernels(kernel_matrix(support, options.kernel), {}, pairs, options.learning, {1}, {});
  const LearnedKernel kernel(support, induced.middles.front(), options.kernel);
  EXPECT_LT((kernel.between(data.x, data.x) - kernel_over(fit.model, data)).norm(), 1e-6);
}

TEST(LogDetKernel, EveryBasisKeepsTheKernelOutsideIt) {
  const Dataset data = blobs(45);
  const Pairs pairs = pairs_of(data, 100);
  const Matrix k0 = kernel_matrix(data.x, {.kernel = "gaussian", .gamma = 0.05});
  for (const char* basis : {"subset", "random", "kmeans", "class", "kpca"}) {
    SCOPED_TRACE(basis);
    const LogDetKernelOptions options{.kernel = {.kernel = "gaussian", .gamma = 0.05},
                                      .basis = *named<KernelBasis>(basis),
                                      .basis_size = 6,
                                      .learning = precise()};
    const Fit fit = logdet_kernel(data, pairs, options);
    EXPECT_EQ(fit.status, Status::converged) << fit.message;
    const Matrix change = kernel_over(fit.model, data) - k0;
    const Vector values = singular_values(change);
    EXPECT_GT(values[0], 1e-3);
    EXPECT_LT(values[6], 1e-8 * values[0]);
  }
}

TEST(LogDetKernel, TakesAKernelInPlaceOfSamples) {
  const Dataset data = blobs(40);
  const Pairs pairs = pairs_of(data, 100);
  const Dataset kernel{.x = Samples(kernel_matrix(data.x, {}))};
  const Fit given = logdet_kernel(kernel, pairs, {.kernel = {.kernel = "precomputed"}});
  const Fit own = logdet_kernel(data, pairs);
  const Matrix learned = kernel_over(own.model, data);
  EXPECT_LT((kernel_over(given.model, kernel) - learned).norm(), 1e-6 * learned.norm());
}

TEST(LogDetLowRank, KeepsRankAndRangeOfItsStart) {
  const Dataset data = blobs(60);
  const LogDetLowRankOptions options{.rank = 3, .learning = precise()};
  const Matrix g0 = logdet_lowrank_prior(data, options, {}).left;
  const Fit fit = logdet_lowrank(data, pairs_of(data, 100), options);
  EXPECT_EQ(fit.model.left.cols(), 3);
  const Matrix range = Qr(g0).q(3);
  const Matrix in_range = range * (range.transpose() * fit.model.left);
  EXPECT_LT((in_range - fit.model.left).norm(), 1e-9 * fit.model.left.norm());
}

TEST(LogDetLowRank, IsTheFullProblemOfItsKernel) {
  const Dataset data = blobs(40);
  const Pairs pairs = pairs_of(data, 100);
  const LogDetLowRankOptions options{.rank = 4, .learning = precise()};
  const Matrix start = logdet_lowrank_prior(data, options, {}).left;
  const Fit low = logdet_lowrank(data, pairs, options);
  const Fit full = logdet_kernel(data, pairs, {.learning = precise()}, {.start = &start});
  const Matrix k = full.model.left * full.model.left.transpose();
  EXPECT_LT((low.model.left * low.model.left.transpose() - k).norm(), 1e-5 * k.norm());
}

TEST(Iplr, AFullBasisIsItml) {
  const Dataset data = blobs();
  const Pairs pairs = pairs_of(data);
  const Fit whole = iplr(data, pairs, {.basis_size = 6, .learning = precise()});
  const Fit metrics = itml(data, pairs, {.learning = precise()});
  EXPECT_LT((metric(whole.model) - metric(metrics.model)).norm(), 1e-5);
}

TEST(Iplr, EveryBasisLeavesTheRestEuclidean) {
  const Dataset data = blobs();
  const Pairs pairs = pairs_of(data);
  for (const char* basis : {"svd", "kmeans", "class", "class-subset"}) {
    for (const Index size : {2, 3, 5}) {
      for (const char* mode : {"offset", "shift"}) {
        SCOPED_TRACE(fmt::format("{} {} {}", basis, size, mode));
        const Fit fit = iplr(data, pairs,
                             {.basis = *named<FeatureBasis>(basis),
                              .basis_size = size,
                              .mode = *named<IplrMode>(mode)});
        EXPECT_EQ(fit.status, Status::converged) << fit.message;
        const Matrix change = metric(fit.model) - Matrix::Identity(6, 6);
        const Vector values = singular_values(change);
        EXPECT_GT(values[0], 1e-3);
        EXPECT_LT(values[size], 1e-9);
      }
    }
  }
}

TEST(Iplr, LargeFactorsAreFloatsAndKeepDistances) {
  Dataset data = blobs();
  const Pairs pairs = pairs_of(data);
  // Metrics far from the identity would be kept in doubles.
  const IplrOptions options{
      .basis = FeatureBasis::by_class, .basis_size = 4, .learning = precise("0.01")};
  const Model small = iplr(data, pairs, options).model;
  const Matrix placed = embed_prepared(small, data.x);
  // The same samples among features that are always zero: the same metric, with large factors.
  Matrix padded = Matrix::Zero(30'000, data.size());
  padded.topRows(data.dim()) = data.x.block(0, data.size());
  data.x = Samples(std::move(padded));
  const Model large = iplr(data, pairs, options).model;
  for (const Matrix& factor : {large.left, large.minus}) {
    EXPECT_TRUE(are_floats({factor.data(), static_cast<std::size_t>(factor.size())}));
  }
  const Samples measured = embed_prepared_samples(large, data.x);
  for (Index i = 1; i < data.size(); ++i) {
    const double exact = (placed.col(i) - placed.col(0)).squaredNorm();
    EXPECT_NEAR(measured.squared_distance(i, 0), exact, 1e-6 * exact);
  }
}

TEST(Iplr, RefusesABasisItCannotForm) {
  Dataset data = blobs();
  const Pairs pairs = pairs_of(data);
  EXPECT_THAT(error_message([&] { iplr(data, pairs, {.basis_size = 7}); }),
              HasSubstr("option basis_size"));
  data.labels = {};
  EXPECT_THAT(
      error_message([&] { iplr(data, pairs, {.basis = FeatureBasis::by_class, .basis_size = 2}); }),
      HasSubstr("option basis: class needs labels"));
}

TEST(IplrGolden, OffsetAndShift) {
  int seen = 0;
  for (const auto& all : golden_files("logdet", "UUt")) {
    ++seen;
    const Matrix x = matrix(all.at("X")).transpose(), u = matrix(all.at("U"));
    const auto ends = golden_ends(all.at("pairs"));
    const auto bounds = golden_bounds(all.at("delta"), all.at("bounds"), all.at("gamma"));
    const Matrix v = vectors_of({x, ends});
    const Vector rest =
        (v.colwise().squaredNorm() - (u.transpose() * v).colwise().squaredNorm()).transpose();
    expect_close(rest, vector(all.at("residual")), 1e-10, "rest");
    for (const char* mode : {"offset", "shift"}) {
      const ReducedBounds reduced = reduce_bounds(bounds, rest, *named<IplrMode>(mode));
      Differences differences{u.transpose() * x, {}};
      for (const Index k : reduced.kept) {
        differences.ends.push_back(ends[static_cast<std::size_t>(k)]);
      }
      for (const Stage& stage : golden_stages()) {
        SCOPED_TRACE(fmt::format("{} {}", mode, stage.name));
        CoordinateSpace space(differences);
        const auto outcome = sweep(space, reduced.bounds, Slack::logdet, {}, stage.options);
        const auto& wanted = all.at(mode).at(stage.name);
        expect_close(space.matrix(), matrix(wanted.at("F")), stage.tolerance, "F");
        expect_close(multipliers(reduced.bounds, outcome.weights), vector(wanted.at("lam")),
                     stage.tolerance, "lam");
        const Matrix change = space.matrix() - Matrix::Identity(u.cols(), u.cols());
        expect_close(Matrix::Identity(x.rows(), x.rows()) + u * change * u.transpose(),
                     matrix(wanted.at("W")), stage.tolerance, "W");
      }
    }
  }
  EXPECT_GT(seen, 0);
}

TEST(IplrGolden, KernelBasisAndClassMeans) {
  for (const auto& all : golden_files("logdet", "UUt")) {
    const auto& each = all.at("kernel");
    const Samples x(Matrix(matrix(all.at("X")).transpose()));
    // "gaussian 0.2"
    const std::string described = each.at("kernel");
    const Matrix k0 = kernel_matrix(
        x, {.kernel = "gaussian", .gamma = std::stod(described.substr(described.find(' ')))});
    const Matrix t = kernel_coordinates(k0, matrix(each.at("J")));
    const auto ends = golden_ends(all.at("pairs"));
    const auto bounds = golden_bounds(all.at("delta"), each.at("bounds"), all.at("gamma"));
    const Matrix v = vectors_of({Matrix::Identity(k0.rows(), k0.rows()), ends});
    const Matrix z = t * k0 * v;
    const Vector rest =
        ((v.transpose() * k0 * v).diagonal() - z.colwise().squaredNorm().transpose()).cwiseMax(0);
    const ReducedBounds reduced = reduce_bounds(bounds, rest, IplrMode::offset);
    for (const Stage& stage : golden_stages()) {
      SCOPED_TRACE(stage.name);
      CoordinateSpace space({t * k0, ends});
      const auto outcome = sweep(space, reduced.bounds, Slack::logdet, {}, stage.options);
      const auto& wanted = each.at(stage.name);
      const Matrix change = space.matrix() - Matrix::Identity(t.rows(), t.rows());
      const Matrix s = t.transpose() * change * t;
      expect_close(s, matrix(wanted.at("S")), 10 * stage.tolerance, "S");
      expect_close(k0 + k0 * s * k0, matrix(wanted.at("K")), stage.tolerance, "K");
      expect_close(multipliers(reduced.bounds, outcome.weights), vector(wanted.at("lam")),
                   stage.tolerance, "lam");
    }
    const auto& means = all.at("class_means_basis");
    std::vector<std::string> names;
    for (const auto& label : means.at("y")) names.push_back(label.dump());
    const Dataset data{.x = x, .labels = Labels::from_names(names)};
    const Matrix expected = matrix(means.at("R"));
    Rng rng(1);
    expect_close(feature_basis(data, expected.cols(), FeatureBasis::by_class, rng), expected, 1e-12,
                 "R");
    const Matrix u = orthonormal_basis(matrix(all.at("U")));
    expect_close(u * u.transpose(), matrix(all.at("UUt")), 1e-10, "projector");
  }
}

}  // namespace
}  // namespace mahala::test::logdet_learners_test
