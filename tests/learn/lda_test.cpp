#include "mahala/learn/closed_form/lda.hpp"

#include <gmock/gmock.h>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/evaluate/knn.hpp"
#include "tests/support/blobs.hpp"
#include "tests/support/storages.hpp"

namespace mahala::test::lda_test {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

Matrix matrix_of(const Dataset& data) { return data.x.block(0, data.size()); }

Dataset with(const Dataset& data, const Matrix& x) {
  return {.x = Samples(x), .labels = data.labels};
}

Matrix metric(const Fit& fit) { return fit.model.left * fit.model.left.transpose(); }

Matrix class_mean(const Dataset& data, Index c) {
  Matrix sum = Matrix::Zero(data.dim(), 1);
  double n = 0;
  for (Index i = 0; i < data.size(); ++i) {
    if (data.labels[i][0] == c) sum += data.x.column(i), n += 1;
  }
  return sum / n;
}

/// Sample by sample, as the header defines it.
Matrix within(const Dataset& data) {
  Matrix s = Matrix::Zero(data.dim(), data.dim());
  for (Index i = 0; i < data.size(); ++i) {
    const Vector v = data.x.column(i) - class_mean(data, data.labels[i][0]);
    s += v * v.transpose();
  }
  return s / static_cast<double>(data.size());
}

Matrix shrunk(const Matrix& s, double a) {
  return (1 - a) * s +
         a * s.trace() / static_cast<double>(s.rows()) * Matrix::Identity(s.rows(), s.rows());
}

Matrix random_rotation(Index d, std::uint64_t seed) {
  Rng rng = make_rng(seed);
  return Qr(random_normal(d, d, rng)).q(d);
}

TEST(Lda, WhitensTheShrunkCovarianceWithinClasses) {
  const Dataset data = blobs();
  for (const double a : {0.0, 0.3, 1.0}) {
    const Matrix v = lda(data, {.shrinkage = a}).model.left;
    EXPECT_TRUE(
        (v.transpose() * shrunk(within(data), a) * v).isApprox(Matrix::Identity(2, 2), 1e-11));
  }
}

TEST(Lda, SolvesTheGeneralisedEigenproblem) {
  const Dataset data = blobs();
  const Fit fit = lda(data, {.shrinkage = 0.1});
  const Matrix sw = shrunk(within(data), 0.1);
  const Matrix sb = scatter(data.x, mean(data.x)) / 120 - within(data);
  const Matrix v = fit.model.left, g = v.transpose() * sb * v;
  EXPECT_TRUE((sb * v).isApprox(sw * v * g, 1e-10));
  EXPECT_NEAR(g(0, 1), 0, 1e-10);
  EXPECT_GE(g(0, 0), g(1, 1));
  EXPECT_NEAR(fit.objective, g.trace(), 1e-9);
}

/// The formula of Ledoit and Wolf written out sample by sample.
double ledoit_wolf_naively(const Dataset& data) {
  const Matrix s = within(data);
  const double mu = s.trace() / static_cast<double>(s.rows());
  double noise = 0;
  for (Index i = 0; i < data.size(); ++i) {
    const Vector v = data.x.column(i) - class_mean(data, data.labels[i][0]);
    noise += (v * v.transpose() - s).squaredNorm();
  }
  noise /= static_cast<double>(data.size() * data.size());
  return std::min(1.0, noise / (s - mu * Matrix::Identity(s.rows(), s.rows())).squaredNorm());
}

TEST(Lda, ShrinksClassByClassUnlessTold) {
  const Dataset data = blobs(60, 8);
  const double least = ledoit_wolf_naively(data);
  Matrix sw = Matrix::Zero(8, 8);
  for (Index c = 0; c < 3; ++c) {
    std::vector<Index> own;
    for (Index i = 0; i < data.size(); ++i) {
      if (data.labels[i][0] == c) own.push_back(i);
    }
    const Dataset one = data.select(own);
    const double a = ledoit_wolf_naively(one);
    EXPECT_GT(a, least) << "fewer samples, more noise";
    EXPECT_LT(a, 0.9);
    sw += static_cast<double>(own.size()) / 60 * shrunk(within(one), a);
  }
  const Matrix v = lda(data).model.left;
  EXPECT_TRUE((v.transpose() * sw * v).isApprox(Matrix::Identity(2, 2), 1e-11));
}

TEST(Lda, ShrinksClassesOfTwoAsAllTogether) {
  // From two samples the estimate is 0, and 10 classes of two leave 10 of 30 features varying.
  Rng rng = make_rng(3);
  Dataset data{.x = Samples(random_normal(30, 20, rng))};
  std::vector<std::string> names;
  for (int i = 0; i < 20; ++i) names.push_back(std::to_string(i / 2));
  data.labels = Labels::from_names(names);
  const double a = ledoit_wolf_naively(data);
  EXPECT_GT(a, 0);
  EXPECT_TRUE(metric(lda(data)).isApprox(metric(lda(data, {.shrinkage = a})), 1e-9));
}

TEST(Lda, IsInvariantToTranslationAndTurnsWithTheData) {
  const Dataset data = blobs();
  const Matrix q = random_rotation(6, 1), w = metric(lda(data));
  const Dataset moved = with(data, (q * matrix_of(data)).array() + 50);
  EXPECT_TRUE(metric(lda(moved)).isApprox(q * w * q.transpose(), 1e-9));
}

TEST(Lda, FindsTheCoordinatesInWhichClassesDiffer) {
  const Dataset data = blobs();
  const Fit fit = lda(data);
  EXPECT_EQ(fit.model.rank(), 2);
  EXPECT_LT(fit.model.left.bottomRows(4).norm(), 0.2 * fit.model.left.norm());
  const Matrix z = embed_prepared(fit.model, data.x);
  EXPECT_LT(error_rate(classify_knn(Samples(z), data.labels.classes(), Samples(z), 5),
                       data.labels.classes()),
            0.02);
}

TEST(Lda, KeepsTheBestDirectionsFirst) {
  const Matrix all = lda(blobs()).model.left;
  EXPECT_TRUE(lda(blobs(), {.rank = 1}).model.left.isApprox(all.leftCols(1), 1e-12));
}

TEST(Lda, SurvivesFewerSamplesThanDimensions) {
  const Dataset data = blobs(12, 40);
  const Fit automatic = lda(data), none = lda(data, {.shrinkage = 0});
  EXPECT_TRUE(automatic.model.left.allFinite());
  EXPECT_TRUE(none.model.left.allFinite());
  EXPECT_EQ(automatic.model.rank(), 2);
}

TEST(Lda, IsTheSameForEveryStorageAndForLabelsWithGaps) {
  Rng rng = make_rng(3);
  const Dataset data = blobs(91, 5);
  const Matrix x = coarse_normal(5, 91, rng);
  const Matrix expected = metric(lda(with(data, x)));
  for (const Samples& samples : every_storage(x)) {
    EXPECT_TRUE(metric(lda({.x = samples, .labels = data.labels})).isApprox(expected, 1e-10));
  }
  const Dataset four = blobs(120, 5, 4);
  std::vector<Index> some;
  for (Index i = 0; i < 120; ++i) {
    if (i % 4 != 1) some.push_back(i);
  }
  EXPECT_EQ(lda(four.select(some)).model.rank(), 2);
}

TEST(Lda, StaysEuclideanWhereThereIsNothingToSeparate) {
  const Dataset singletons = blobs(7, 3, 7);
  Dataset duplicates = blobs(9, 3, 3);
  Matrix& x = std::get<Matrix>(duplicates.x.storage());
  for (Index i = 3; i < 9; ++i) x.col(i) = x.col(i % 3);
  Dataset same_means = blobs(4, 2, 2);
  std::get<Matrix>(same_means.x.storage()) << 1, 3, 5, 3, 0, 2, 1, -1;
  Dataset equal = blobs(4, 2, 2);
  std::get<Matrix>(equal.x.storage()).setConstant(0.1);
  const std::vector<std::pair<Dataset, std::string>> table = {
      {blobs(20, 3, 1), "all samples have one label"},
      {singletons, "no class varies"},
      {duplicates, "no class varies"},
      {equal, "no class varies"},
      {same_means, "the class means coincide"}};
  for (const auto& [data, message] : table) {
    const Fit fit = lda(data);
    EXPECT_EQ(fit.model.identity, 1) << message;
    EXPECT_EQ(fit.model.left.cols(), 0);
    EXPECT_THAT(fit.message, HasSubstr(message));
    EXPECT_EQ(fit.status, Status::converged);
  }
}

TEST(Lda, RefusesWhatItCannotHonour) {
  EXPECT_THAT([] { lda(blobs(), {.rank = 3}); },
              ThrowsMessage<Error>("option rank: 3 is above classes - 1 = 2"));
  EXPECT_THAT([] { lda(blobs(50, 2, 9), {.rank = 3}); },
              ThrowsMessage<Error>("option rank: 3 is above the dimension 2"));
  Dataset multi = blobs(3, 2, 1);
  multi.labels =
      Labels::from_names(std::vector<std::vector<std::string>>{{"a", "b"}, {"a"}, {"b"}});
  EXPECT_THAT([&] { lda(multi); }, ThrowsMessage<Error>(HasSubstr("sample 0 has 2 labels")));
  const Dataset wide = {.x = Samples(SparseMatrix(30061, 2)),
                        .labels = Labels::from_names(std::vector<std::string>{"a", "b"})};
  EXPECT_THAT([&] { lda(wide); }, ThrowsMessage<Error>(HasSubstr("30061 x 30061")));
}

}  // namespace
}  // namespace mahala::test::lda_test
