#include "mahala/model/model.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "mahala/cluster/kmeans.hpp"
#include "mahala/core/error.hpp"
#include "mahala/core/random.hpp"
#include "mahala/evaluate/rank_items.hpp"
#include "mahala/search/neighbours.hpp"

namespace mahala::test::model_test {

constexpr Index d = 7, n = 600;  // more than one block

struct Form {
  std::string name;
  double identity;
  Index rank;
  Index subtracted = 0;
};

class EveryForm : public testing::TestWithParam<Form> {
 protected:
  Rng rng = make_rng(3);
  Model model{.identity = GetParam().identity, .left = random_normal(d, GetParam().rank, rng)};
  Matrix x = random_normal(d, n, rng);

  void SetUp() override {
    if (GetParam().subtracted > 0) model.minus = 0.1 * random_normal(d, GetParam().subtracted, rng);
  }

  Matrix w() const {
    Matrix all = model.identity * Matrix::Identity(d, d) + model.left * model.left.transpose();
    if (model.minus.cols() > 0) all -= model.minus * model.minus.transpose();
    return all;
  }
};

TEST_P(EveryForm, EmbedsDistancesOfW) {
  const Matrix z = embed_prepared(model, Samples(x));
  ASSERT_EQ(z.rows(), model.rank());
  for (Index i = 1; i < n; ++i) {
    const Vector difference = x.col(i) - x.col(0);
    const double expected = difference.dot(w() * difference);
    EXPECT_NEAR((z.col(i) - z.col(0)).squaredNorm(), expected, 1e-11 * (1 + expected));
  }
}

TEST_P(EveryForm, EmbedsTheSameWhateverTheStorage) {
  x = (x.array().abs() > 1).select(x, 0);
  const Matrix dense = embed_prepared(model, Samples(x));
  EXPECT_LT((embed_prepared(model, Samples(SparseMatrix(x.sparseView()))) - dense).norm(), 1e-11);
  EXPECT_LT((embed_prepared(model, Samples(MatrixF(x.cast<float>()))) - dense).norm(), 1e-4);
}

TEST_P(EveryForm, SpectrumPlusIdentityIsThatOfW) {
  const Vector values = spectrum(model);
  EXPECT_EQ(values.size(), std::min(d, model.left.cols() + model.minus.cols()));
  EXPECT_NEAR(values.sum() + model.identity * d, w().trace(), 1e-11);
  for (Index k = 1; k < values.size(); ++k) EXPECT_GE(values[k - 1], values[k]);
}

TEST_P(EveryForm, PreparesRawSamplesAsTheModelSays) {
  model.prepare.steps = {{.name = "standardise",
                          .shift = random_normal(d, 1, rng),
                          .scale = random_normal(d, 1, rng).cwiseAbs()}};
  const auto& step = model.prepare.steps[0];
  const Matrix prepared = step.scale.cwiseInverse().asDiagonal() * (x.colwise() - step.shift);
  const Matrix z = embed(model, Samples(x));
  EXPECT_LT((z - embed_prepared(model, Samples(prepared))).norm(), 1e-11 * z.norm());
}

TEST_P(EveryForm, EmbedsMappedSamplesInBlocks) {
  model.prepare.steps = {{.name = "centre", .shift = random_normal(d, 1, rng)}};
  Mapped<double> mapped;
  new (&mapped.x) Eigen::Map<const Matrix>(x.data(), d, n);
  EXPECT_LT((embed(model, Samples(mapped)) - embed(model, Samples(x))).norm(), 1e-11);
  x(0, n - 1) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(embed(model, Samples(mapped)), Error);
}

TEST_P(EveryForm, EmbedsNoSamplesToNone) {
  const Matrix z = embed(model, Samples(Matrix(d, 0)));
  EXPECT_EQ(z.rows(), model.rank());
  EXPECT_EQ(z.cols(), 0);
}

TEST_P(EveryForm, RefusesSamplesOfAnotherDimension) {
  EXPECT_THROW(embed(model, Samples(Matrix(Matrix::Zero(d + 1, 2)))), Error);
  EXPECT_THROW(embed_prepared(model, Samples(Matrix(Matrix::Zero(d - 1, 2)))), Error);
}

INSTANTIATE_TEST_SUITE_P(Model, EveryForm,
                         testing::Values(Form{"LowRank", 0, 2}, Form{"FullRank", 0, d},
                                         Form{"WideFactor", 0, d + 2}, Form{"Shifted", 0.3, 2},
                                         Form{"ShiftedFullRank", 2, d},
                                         Form{"ShiftedWide", 0.5, d + 2},
                                         Form{"BarelyShifted", 1e-14, 3}, Form{"Identity", 4, 0},
                                         Form{"Subtracting", 1, 2, 2}, Form{"Less", 1, 0, 3},
                                         Form{"SubtractingWide", 1, d, 2}),
                         [](const auto& form) { return form.param.name; });

/// W over so many features that samples are stacked, and distances of W from W itself.
struct WideCase {
  Rng rng = make_rng(9);
  Index wide = 5000;
  Model model{.identity = 1,
              .left = random_normal(wide, 2, rng),
              .minus = random_normal(wide, 2, rng) / 100};
  Matrix dense = random_normal(wide, 40, rng);
  Samples sparse;

  WideCase() {
    dense = (dense.array().abs() > 2).select(dense, 0);
    sparse = Samples(SparseMatrix(SparseMatrix::Base(dense.sparseView())));
  }

  double squared(Index i, Index j) const {
    const Vector z = dense.col(i) - dense.col(j);
    return z.squaredNorm() + (model.left.transpose() * z).squaredNorm() -
           (model.minus.transpose() * z).squaredNorm();
  }
};

TEST(StackedEmbedding, StaysSparseAndMeasuresTheMetric) {
  const WideCase wide;
  const Samples y = embed_samples(wide.model, wide.sparse);
  ASSERT_TRUE(y.is_sparse());
  EXPECT_EQ(y.dim(), wide.wide + 4);
  const Matrix root = embed(wide.model, wide.sparse);
  const Samples some = y.select(std::vector<Index>{7, 3});
  for (Index i = 0; i < 40; i += 7) {
    for (Index j = 0; j < 40; j += 3) {
      const double expected = wide.squared(i, j);
      EXPECT_NEAR(y.squared_distance(i, j), expected, 1e-10 * (1 + expected));
      EXPECT_NEAR((root.col(i) - root.col(j)).squaredNorm(), expected, 1e-10 * (1 + expected));
    }
  }
  EXPECT_NEAR(some.squared_distance(0, 1), wide.squared(7, 3), 1e-9);
}

TEST(StackedEmbedding, NeighboursRanksAndClustersAreThoseOfTheRoot) {
  const WideCase wide;
  const Samples y = embed_samples(wide.model, wide.sparse),
                from_dense = embed_samples(wide.model, Samples(wide.dense)),
                root(embed(wide.model, wide.sparse));
  const auto expected = nearest(root, root, 6);
  EXPECT_EQ(nearest(y, y, 6).item, expected.item);
  EXPECT_EQ(nearest(y, from_dense, 6).item, expected.item);
  std::vector<Index> orders[2];
  for (const bool stacked : {false, true}) {
    const Samples& place = stacked ? y : root;
    rank_items(place, place.select(std::vector<Index>{4}), {},
               [&](Index, std::span<const Index> order) {
                 orders[stacked].assign(order.begin(), order.end());
               });
  }
  EXPECT_EQ(orders[0], orders[1]);
  Rng first = make_rng(2), second = make_rng(2);
  EXPECT_NEAR(k_means(y, {.clusters = 3}, first).objective,
              k_means(root, {.clusters = 3}, second).objective, 1e-6);
}

TEST(Model, TheIdentityModelChangesNothing) {
  Rng rng = make_rng(1);
  const Matrix x = random_normal(5, 9, rng);
  const Model model = identity_model(5);
  EXPECT_EQ(embed(model, Samples(x)), x);
  EXPECT_EQ(model.rank(), 5);
  EXPECT_EQ(model.input_dim(), 5);
  EXPECT_EQ(spectrum(model).size(), 0);
}

TEST(Model, RepeatedColumnsOfTheFactorDoNoHarm) {
  Rng rng = make_rng(2);
  const Vector a = random_normal(6, 1, rng);
  Model model{.identity = 1, .left = Matrix(6, 3)};
  model.left << a, a, -a;
  const Matrix x = random_normal(6, 2, rng), z = embed(model, Samples(x));
  const Vector difference = x.col(0) - x.col(1);
  const double along = a.dot(difference);
  EXPECT_NEAR((z.col(0) - z.col(1)).squaredNorm(), difference.squaredNorm() + 3 * along * along,
              1e-11);
}

TEST(Model, ExpectsTheFeaturesItsPreparationWasFittedOn) {
  Model model{.left = Matrix::Identity(2, 2)};
  model.prepare.steps = {
      {.name = "pca:2", .shift = Vector::Zero(5), .axes = Matrix::Identity(5, 2)}};
  EXPECT_EQ(model.input_dim(), 5);
  EXPECT_EQ(embed(model, Samples(Matrix(Matrix::Ones(5, 3)))), Matrix::Ones(2, 3));
  EXPECT_THROW(embed(model, Samples(Matrix(Matrix::Ones(2, 3)))), Error);
}

}  // namespace mahala::test::model_test
