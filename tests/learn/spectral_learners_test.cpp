// The learners by spectral functions, and models of learned kernels on samples they have not seen.

#include <gtest/gtest.h>

#include <filesystem>

#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/data/read/read.hpp"
#include "mahala/evaluate/knn.hpp"
#include "mahala/learn/bregman/frobenius.hpp"
#include "mahala/learn/bregman/logdet_kernel.hpp"
#include "mahala/learn/bregman/sdp_logdet.hpp"
#include "mahala/learn/bregman/ssikdr.hpp"
#include "mahala/learn/bregman/von_neumann.hpp"
#include "mahala/model/model_file.hpp"
#include "mahala/train/registry.hpp"
#include "mahala/train/train.hpp"
#include "tests/support/blobs.hpp"
#include "tests/support/centred_rows.hpp"
#include "tests/support/error_message.hpp"
#include "tests/support/temporary.hpp"

namespace mahala::test::spectral_learners_test {
namespace {

std::vector<Index> range(Index begin, Index end) {
  std::vector<Index> all;
  for (Index i = begin; i < end; ++i) all.push_back(i);
  return all;
}

/// Pairs of all neighbours in the order of samples, with bounds that their labels ask for.
Pairs some_pairs(const Dataset& data, double low, double high) {
  const auto classes = data.labels.classes();
  Pairs pairs;
  for (Index i = 0; i < data.size(); ++i) {
    for (const Index step : {1, 3, 5}) {
      const Index j = (i + step) % data.size();
      const bool same =
          classes[static_cast<std::size_t>(i)] == classes[static_cast<std::size_t>(j)];
      pairs.push_back({i, j, same ? Relation::at_most : Relation::at_least, same ? low : high});
    }
  }
  return pairs;
}

Matrix squared_distances(const Matrix& embedded) {
  Matrix d(embedded.cols(), embedded.cols());
  for (Index i = 0; i < d.rows(); ++i) {
    for (Index j = 0; j < d.cols(); ++j) {
      d(i, j) = (embedded.col(i) - embedded.col(j)).squaredNorm();
    }
  }
  return d;
}

void expect_same_distances(const Model& a, const Model& b, const Samples& x, double tolerance) {
  const Matrix da = squared_distances(embed_prepared(a, x)),
               db = squared_distances(embed_prepared(b, x));
  EXPECT_LT((da - db).norm(), tolerance * (1e-12 + da.norm()));
}

/// The linear kernel by its name, and as a polynomial, which is learned through n x n matrices.
const KernelOptions linear{},
    as_polynomial{.kernel = "polynomial", .gamma = 1, .degree = 1, .offset = 0};

SpectralLearning learning(const KernelOptions& kernel, const std::string& slack) {
  SpectralLearning all{.slack = *named<SpectralSlack>(slack), .start = {.kernel = kernel}};
  all.solver.tolerance = 1e-10;
  return all;
}

TEST(SpectralLearners, LearnTheSameInFeaturesAsThroughTheLinearKernel) {
  const Dataset data = blobs(40, 4);
  const Pairs pairs = some_pairs(data, 1, 20);
  const auto both = [&](const char* what, const std::function<Fit(const KernelOptions&)>& learn) {
    SCOPED_TRACE(what);
    const Fit features = learn(linear), kernel = learn(as_polynomial);
    EXPECT_EQ(features.status, Status::converged) << features.message;
    EXPECT_LE(features.certificate.value, 1e-9);
    EXPECT_EQ(features.model.domain, Domain::features);
    EXPECT_EQ(kernel.model.domain, Domain::kernel);
    EXPECT_NEAR(features.objective, kernel.objective, 1e-7 * (1 + std::abs(features.objective)));
    expect_same_distances(features.model, kernel.model, data.x, 1e-5);
  };
  both("von-neumann", [&](const KernelOptions& kernel) {
    return von_neumann(data, pairs, {learning(kernel, "logdet")});
  });
  both("frobenius", [&](const KernelOptions& kernel) {
    return frobenius(data, pairs, {.identity = 0, .learning = learning(kernel, "quadratic")});
  });
  both("frobenius, identity", [&](const KernelOptions& kernel) {
    return frobenius(data, pairs,
                     {.stay_near = FrobeniusCentre::identity,
                      .identity = 0,
                      .learning = learning(kernel, "hinge")});
  });
  both("frobenius, learned threshold", [&](const KernelOptions& kernel) {
    return frobenius(
        data, pairs,
        {.limits = PairLimits::learned, .identity = 0, .learning = learning(kernel, "quadratic")});
  });
  both("sdp-logdet", [&](const KernelOptions& kernel) {
    return sdp_logdet(data, pairs, {.identity = 0, .learning = learning(kernel, "hinge")});
  });
  both("ssikdr", [&](const KernelOptions& kernel) {
    return ssikdr(data, pairs, {.tau = 0.1, .learning = learning(kernel, "quadratic")});
  });
}

TEST(SpectralLearners, FewerSamplesThanFeaturesGiveTheSameToo) {
  const Dataset data = blobs(12, 30);
  const Pairs pairs = some_pairs(data, 100, 700);
  // 12 samples in 30 features: a kernel model for the one, coordinates in the span for the other.
  Dataset padded = data;
  Matrix x = Matrix::Zero(30, 40);
  x.leftCols(12) = std::get<Matrix>(data.x.storage());
  padded.x = Samples(x);
  padded.labels = {};
  const Fit few = von_neumann(data, pairs, {learning(linear, "logdet")});
  const Fit many = von_neumann(padded, pairs, {learning(linear, "logdet")});
  EXPECT_EQ(few.model.domain, Domain::kernel);
  EXPECT_EQ(many.model.domain, Domain::features);
  expect_same_distances(few.model, many.model, data.x, 1e-5);
}

TEST(SpectralLearners, RelevantComponentsWithoutBoundsAreAClosedForm) {
  const Dataset data = blobs(20, 3);
  Pairs similar;
  for (Index i = 0; i + 3 < 20; ++i) similar.push_back({i, i + 3, Relation::at_most, 1});
  Matrix c = Matrix::Zero(3, 3);
  for (const Pair& pair : similar) {
    const Vector v = data.x.column(pair.i) - data.x.column(pair.j);
    c += v * v.transpose() / static_cast<double>(similar.size());
  }
  const Model model = sdp_logdet(data, similar, {.regularisation = 0.5}).model;
  const Matrix w = model.left * model.left.transpose();
  const Matrix expected = inverse(Matrix::Identity(3, 3) + c / 0.5);
  EXPECT_LT((w - expected).norm(), 1e-9 * expected.norm());
}

TEST(SpectralLearners, TripletsAreKeptApartByTheirMargin) {
  const Dataset data = blobs(30, 3);
  Triplets triplets;
  for (Index i = 0; i + 4 < 30; ++i) triplets.push_back({.query = i, .near = i + 3, .far = i + 4});
  SdpLogDetOptions options{
      .regularisation = 0.01, .identity = 0, .learning = learning(linear, "quadratic")};
  options.learning.gamma = 100;
  const Fit fit = sdp_logdet(data, triplets, options);
  EXPECT_EQ(fit.status, Status::converged) << fit.message;
  const Matrix d = squared_distances(embed_prepared(fit.model, data.x));
  for (const Triplet& each : triplets) {
    EXPECT_GT(d(each.query, each.far), d(each.query, each.near) + 0.9);
  }
  options.learning.slack = SpectralSlack::logdet;
  EXPECT_THROW(sdp_logdet(data, triplets, options), Error);
}

/// Where labels can vote, unless it is the kernel's own space.
TEST(SpectralLearners, KeepAShareOfTheIdentity) {
  const Dataset data = blobs(40, 4);
  const Pairs pairs = some_pairs(data, 1, 20);
  const SpectralLearning of_kernel = learning({.kernel = "gaussian"}, "hinge");
  EXPECT_GT(frobenius(data, pairs, {.identity = 1}).model.identity, 0);
  EXPECT_GT(sdp_logdet(data, pairs, {.identity = 1}).model.identity, 0);
  EXPECT_EQ(frobenius(data, pairs, {.learning = of_kernel}).model.domain, Domain::kernel);
  EXPECT_THROW(frobenius(data, pairs, {.identity = 1, .learning = of_kernel}), Error);
}

TEST(SpectralLearners, SsikdrReducesToTheRankAskedForBothWays) {
  const Dataset data = blobs(40, 5);
  const Pairs pairs = some_pairs(data, 1, 20);
  for (const std::string reduce : {"truncate", "bisect"}) {
    SCOPED_TRACE(reduce);
    const SsikdrOptions options{.rank = 1,
                                .tau = 0.01,
                                .reduce = *named<RankReduction>(reduce),
                                .learning = learning({.kernel = "gaussian"}, "hinge")};
    const Fit fit = ssikdr(data, pairs, options);
    EXPECT_EQ(fit.model.rank(), 1);
    EXPECT_EQ(embed_prepared(fit.model, data.x).rows(), 1);
    if (reduce == "bisect") {
      EXPECT_NE(fit.message.find("; 1 dimensions"), std::string::npos) << fit.message;
    }
  }
}

TEST(SpectralLearners, OneSidedPairsCollapseWhatNothingKeepsApart) {
  const Dataset data = blobs(20, 3);
  Pairs similar;
  for (Index i = 0; i + 3 < 20; ++i) similar.push_back({i, i + 3, Relation::at_most, 1});
  const Fit fit = frobenius(data, similar, {.identity = 0});
  EXPECT_EQ(fit.status, Status::converged);
  EXPECT_LT(embed_prepared(fit.model, data.x).norm(), 1e-6);
}

TEST(SpectralLearners, EqualSamplesAreLeftOutAndToldOf) {
  Dataset data = blobs(20, 3);
  Matrix& x = std::get<Matrix>(data.x.storage());
  x.col(1) = x.col(0);
  const Pairs one{{0, 1, Relation::at_least, 4}};
  const Fit fit = von_neumann(data, one);
  EXPECT_NE(fit.message.find("1 pairs of samples at distance 0"), std::string::npos) << fit.message;
  expect_same_distances(fit.model, identity_model(3), data.x, 1e-12);
}

TEST(SpectralLearners, BadWishesAreRefusedByName) {
  const Dataset data = blobs(20, 3);
  const Pairs pairs = some_pairs(data, 1, 20);
  EXPECT_NE(error_message([&] {
              frobenius(data, pairs,
                        {.limits = PairLimits::fixed, .learning = learning(linear, "logdet")});
            }).find("option slack"),
            std::string::npos);
  EXPECT_NE(error_message([&] {
              frobenius(data, Pairs{{0, 1, Relation::equal, 1}}, {.limits = PairLimits::learned});
            }).find("equality"),
            std::string::npos);
  SpectralLearning precomputed = learning({.kernel = "precomputed"}, "hinge");
  precomputed.start.manifold.ratio = 1;
  EXPECT_NE(error_message([&] { von_neumann(data, pairs, {precomputed}); }).find("option manifold"),
            std::string::npos);
}

// ---- models of kernels ----

/// Rings around each other: no linear map tells them apart.
Dataset rings(Index n) {
  Rng rng = make_rng(5);
  Matrix x = 0.15 * random_normal(2, n, rng);
  std::vector<std::string> names;
  for (Index i = 0; i < n; ++i) {
    const double angle = 6.283 * random_unit(rng), radius = i % 2 == 0 ? 1 : 1.6;
    x(0, i) += radius * std::cos(angle);
    x(1, i) += radius * std::sin(angle);
    names.push_back(i % 2 == 0 ? "inner" : "outer");
  }
  return {.x = Samples(std::move(x)), .labels = Labels::from_names(names)};
}

/// K0 + K0 S K0 over the samples by the transductive road, in the whole space.
Matrix transductive(const Dataset& data, const Pairs& pairs, const LogDetKernelOptions& options) {
  const Matrix k0 = kernel_matrix(data.x, options.kernel);
  const auto kernels = induce_kernels(k0, {}, pairs, options.learning, {1.0}, {});
  return k0 + k0 * kernels.middles.at(0) * k0;
}

double knn_error(const Model& model, const Dataset& train, const Dataset& test, Index k) {
  return error_rate(classify_knn(Samples(embed_prepared(model, train.x)), train.labels.classes(),
                                 Samples(embed_prepared(model, test.x)), k),
                    test.labels.classes());
}

/// What holds of any learned kernel's model: values on training samples, embeddings, the file.
void expect_kernel_model(const Model& model, const Matrix& k, const Dataset& train,
                         const Dataset& test) {
  ASSERT_TRUE(model.kernel.has_value());
  const Matrix function = model.kernel->between(train.x, train.x);
  EXPECT_LT((function - k).cwiseAbs().maxCoeff(), 1e-8 * k.cwiseAbs().maxCoeff());
  const Matrix placed = embed_prepared(model, train.x), seen = embed_prepared(model, test.x);
  EXPECT_LT((placed.transpose() * placed - k).norm(), 1e-6 * k.norm());
  const Matrix cross = model.kernel->between(test.x, train.x);
  EXPECT_LT((seen.transpose() * placed - cross).norm(), 1e-6 * cross.norm());
  const TemporaryDirectory folder;
  save(model, folder.path("model"));
  const Model again = load(folder.path("model"));
  EXPECT_EQ(embed_prepared(again, test.x), seen);
  EXPECT_EQ(again.kernel->between(test.x, test.x), model.kernel->between(test.x, test.x));
}

TEST(KernelModels, HoldTheFunctionThatWasLearned) {
  const Dataset all = rings(160);
  const Dataset train = all.select(range(0, 80)), test = all.select(range(80, 160));
  for (const std::string basis : {"none", "subset"}) {
    SCOPED_TRACE(basis);
    LogDetKernelOptions options{.kernel = {.kernel = "gaussian", .gamma = 2},
                                .basis = *named<KernelBasis>(basis),
                                .basis_size = basis == "none" ? 0 : 12};
    options.learning.solver.sweeps.tolerance = 1e-6;
    const Pairs pairs = some_pairs(train, 0.2, 1.8);
    const Fit fit = logdet_kernel(train, pairs, options);
    const Matrix k = basis == "none" ? transductive(train, pairs, options)
                                     : fit.model.kernel->between(train.x, train.x);
    expect_kernel_model(fit.model, k, train, test);
    EXPECT_LE(knn_error(fit.model, train, test, 10), knn_error(identity_model(2), train, test, 10));
  }
}

TEST(KernelModels, FoldCentringAndTheShapeOfTheCloudIntoThePlainKernel) {
  const Dataset all = rings(60);
  const Dataset train = all.select(range(0, 40)), test = all.select(range(40, 60));
  const KernelOptions gaussian{.kernel = "gaussian", .gamma = 2};
  KernelStartOptions options{.kernel = gaussian, .manifold = {.ratio = 0.5}};
  const Matrix k = kernel_matrix(train.x, gaussian);
  const Matrix b = manifold_middle(train.x, k, options.manifold);
  const LearnedKernel bent(train.x, -b, gaussian);
  Rng rng = make_rng(4);
  const Matrix half = random_normal(40, 3, rng);
  const Matrix s = half * half.transpose();
  for (const bool centre : {false, true}) {
    options.centre = centre;
    const KernelStart start(train.x, options);
    Matrix on_train = bent.between(train.x, train.x), on_test = bent.between(test.x, train.x);
    if (centre) {
      on_test = centred_rows(on_test, on_train);
      on_train = centred_kernel(on_train);
    }
    EXPECT_LT((start.k0() - on_train).norm(), 1e-9);
    for (const double weight : {0.0, 1.0}) {
      const Model model = start.model(weight, s);
      // Distances of test to training samples by definition, up to the constant of each.
      const Matrix cross = weight * on_test + on_test * s * on_train;
      const Vector own = (weight * on_train + on_train * s * on_train).diagonal();
      const Matrix placed = embed_prepared(model, train.x), seen = embed_prepared(model, test.x);
      for (Index i = 0; i < seen.cols(); ++i) {
        const Vector found = (placed.colwise() - seen.col(i)).colwise().squaredNorm().transpose();
        const Vector expected = own - 2 * cross.row(i).transpose();
        const Vector off = found - expected;
        EXPECT_LT((off.array() - off.mean()).abs().maxCoeff(), 1e-5 * (1 + found.maxCoeff()));
      }
      // The function of the model has the same distances where centring does not matter.
      if (centre) continue;
      EXPECT_LT((model.kernel->between(test.x, train.x) - cross).norm(), 1e-8 * cross.norm());
    }
  }
}

TEST(KernelModels, TakeRowsOfAPrecomputedKernel) {
  const Dataset all = rings(100);
  const Dataset train = all.select(range(0, 60)), test = all.select(range(60, 100));
  const KernelOptions gaussian{.kernel = "gaussian", .gamma = 2};
  const Pairs pairs = some_pairs(train, 0.2, 1.8);
  Dataset rows = train;
  rows.x = Samples(kernel_matrix(train.x, gaussian));
  const Model given = logdet_kernel(rows, pairs, {.kernel = {.kernel = "precomputed"}}).model;
  const Model own = logdet_kernel(train, pairs, {.kernel = gaussian}).model;
  EXPECT_EQ(given.input_dim(), 60);
  const Samples block(Matrix(cross_kernel(train.x, test.x, gaussian)));
  const Matrix a = squared_distances(embed_prepared(given, block)),
               b = squared_distances(embed_prepared(own, test.x));
  EXPECT_LT((a - b).norm(), 1e-5 * b.norm());
  EXPECT_THROW(embed(given, Samples(Matrix(59, 1))), Error);
}

TEST(KernelModels, AreRefusedWhereTheirFilesAreBroken) {
  const Dataset data = rings(20);
  Model model = logdet_kernel(data, some_pairs(data, 0.2, 1.8),
                              {.kernel = {.kernel = "gaussian", .gamma = 2}})
                    .model;
  const TemporaryDirectory folder;
  Model wrong = model;
  wrong.left = model.left.topRows(3);
  EXPECT_THROW(save(wrong, folder.path("model")), Error);
  wrong = model;
  wrong.domain = Domain::features;
  EXPECT_THROW(save(wrong, folder.path("model")), Error);
  wrong = model;
  wrong.kernel.emplace(model.kernel->support(), model.kernel->middle(), model.kernel->options(),
                       -1);
  EXPECT_THROW(save(wrong, folder.path("model")), Error);
}

// A half of USPS teaches the other: the acceptance of learning a kernel function.
TEST(KernelModels, LearnedOnHalfOfUspsImproveTheOtherHalf) {
  const std::filesystem::path file = MAHALA_SOURCE_DIR "/../shared/data/usps.test.csv.gz";
  if (!std::filesystem::exists(file)) GTEST_SKIP() << file << " is not there";
  const Dataset all = read_dataset(file, {.label = "label"});
  Rng rng = make_rng(1);
  auto order = random_order(all.size(), rng);
  order.resize(1000);
  const Dataset some = all.select(order);
  const Dataset train = some.select(range(0, 500)), test = some.select(range(500, 1000));
  const KernelOptions gaussian =
      fitted({.kernel = "gaussian", .gamma_rule = GammaRule::median}, train.x);
  const LogDetKernelOptions options{.kernel = gaussian};
  const auto learner = find_learner("logdet-kernel").make();
  for (const Option& option : learner->options()) {
    if (option.name == "kernel") set({option}, "kernel", "gaussian");
    if (option.name == "kernel_gamma") {
      set({option}, "kernel_gamma", fmt::format("{}", gaussian.gamma));
    }
  }
  SampleOptions sampling{.protocol = PairProtocol::per_class};
  const Pairs pairs =
      std::get<Pairs>(draw_constraints(Supervision::pairs, *learner, train, sampling, {.seed = 3}));
  const Fit fit = logdet_kernel(train, pairs, options);
  expect_kernel_model(fit.model, transductive(train, pairs, options), train, test);
  const double before = knn_error(logdet_kernel_prior(train, options, {}), train, test, 10);
  const double after = knn_error(fit.model, train, test, 10);
  RecordProperty("before", fmt::format("{}", before));
  RecordProperty("after", fmt::format("{}", after));
  fmt::print("10-NN error on the unseen half: {:.4f} before, {:.4f} after\n", before, after);
  EXPECT_LT(after, before);
}

}  // namespace
}  // namespace mahala::test::spectral_learners_test
