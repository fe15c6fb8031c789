#include "mahala/data/samples/samples.hpp"

#include <gtest/gtest.h>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/core/random.hpp"
#include "mahala/data/labels/labels.hpp"
#include "mahala/data/samples/products.hpp"
#include "tests/support/storages.hpp"

namespace mahala::test::samples_test {
namespace {

/// 600 samples make three blocks; the offset keeps the means away from zero.
class EveryStorage : public testing::TestWithParam<int> {
 protected:
  EveryStorage() {
    x = coarse_normal(7, 600, rng);
    x.row(3).array() += 2;
    samples = every_storage(x)[static_cast<std::size_t>(GetParam())];
  }

  Rng rng = make_rng(1);
  Matrix x;
  Samples samples;
};

Matrix centred(const Matrix& x) { return x.colwise() - x.rowwise().mean(); }

void expect_near(const Matrix& a, const Matrix& b, double tolerance = 1e-12) {
  ASSERT_EQ(a.rows(), b.rows());
  ASSERT_EQ(a.cols(), b.cols());
  EXPECT_LE((a - b).cwiseAbs().maxCoeff(), tolerance * (1 + b.cwiseAbs().maxCoeff()));
}

TEST_P(EveryStorage, KnowsItsShape) {
  EXPECT_EQ(samples.dim(), 7);
  EXPECT_EQ(samples.size(), 600);
}

TEST_P(EveryStorage, ProjectsAsTheProductDoes) {
  const Matrix a = random_normal(7, 3, rng);
  expect_near(samples.project(a), a.transpose() * x);
}

TEST_P(EveryStorage, BackProjectsAsTheProductDoes) {
  const Matrix c = random_normal(3, 600, rng);
  expect_near(samples.back_project(c), x * c.transpose());
}

TEST_P(EveryStorage, GivesBlocksAndColumnsExactly) {
  EXPECT_EQ(samples.block(250, 300), x.middleCols(250, 50));
  EXPECT_EQ(samples.column(599), x.col(599));
  EXPECT_EQ(samples.block(4, 4).cols(), 0);
}

TEST_P(EveryStorage, VisitsEveryColumnOnceInOrder) {
  Matrix seen(7, 0);
  samples.for_each_block([&](Index begin, const MatrixView& block) {
    EXPECT_EQ(begin, seen.cols());
    seen.conservativeResize(7, begin + block.cols());
    seen.rightCols(block.cols()) = block;
  });
  EXPECT_EQ(seen, x);
}

TEST_P(EveryStorage, MultipliesABlockByAllAsTheProjectionDoes) {
  for (const Index begin : {0, 7, 599}) {
    const Index end = std::min<Index>(begin + 64, 600);
    EXPECT_EQ(products(samples, begin, end), samples.project(samples.block(begin, end)));
  }
}

TEST_P(EveryStorage, SelectsInTheOrderAskedFor) {
  const std::vector<Index> chosen = {5, 599, 5, 0};
  const Samples some = samples.select(chosen);
  ASSERT_EQ(some.size(), 4);
  EXPECT_EQ(some.is_sparse(), samples.is_sparse());
  for (Index k = 0; k < 4; ++k) {
    EXPECT_EQ(some.column(k), x.col(chosen[static_cast<std::size_t>(k)]));
  }
}

TEST_P(EveryStorage, HasTheMomentsOfTheMatrix) {
  const Vector m = mean(samples);
  expect_near(m, x.rowwise().mean());
  expect_near(scatter(samples, m), centred(x) * centred(x).transpose());
  expect_near(standard_deviation(samples, m),
              (centred(x).rowwise().squaredNorm() / 599).cwiseSqrt());
}

TEST_P(EveryStorage, HasThePrincipalAxesOfTheMatrix) {
  const Matrix exact = symmetric_eigen(centred(x) * centred(x).transpose()).vectors;
  expect_near(principal_axes(samples, 4), exact.leftCols(4), 1e-9);
  EXPECT_THROW(principal_axes(samples, 8), Error);
  EXPECT_THROW(principal_axes(samples, 0), Error);
}

TEST_P(EveryStorage, GivesTheSameBitsForAnyNumberOfThreads) {
  const Matrix a = random_normal(7, 3, rng), c = random_normal(3, 600, rng);
  const int before = threads();
  set_threads(1);
  const Matrix p = samples.project(a), b = samples.back_project(c),
               axes = principal_axes(samples, 2);
  set_threads(2);
  EXPECT_EQ(p, samples.project(a));
  EXPECT_EQ(b, samples.back_project(c));
  EXPECT_EQ(axes, principal_axes(samples, 2));
  set_threads(before);
}

std::string storage_word(const testing::TestParamInfo<int>& each) {
  static constexpr const char* words[] = {"Double",       "Float",       "Sparse",
                                          "MappedDouble", "MappedFloat", "MappedHalf"};
  return words[each.param];
}

INSTANTIATE_TEST_SUITE_P(Samples, EveryStorage, testing::Range(0, 6), storage_word);

/// Every half that is a number, subnormal ones included: 62 features of 1024 samples.
MatrixH all_halves() {
  MatrixH x(62, 1024);
  for (Index k = 0; k < x.size(); ++k) {
    const auto size = static_cast<std::uint16_t>(k % 0x7c00);  // what is infinite begins there
    x.data()[k].x = static_cast<std::uint16_t>(size | (k < 0x7c00 ? 0 : 0x8000));
  }
  return x;
}

TEST(HalfSamples, AreTheFloatsTheyEqualToTheLastBit) {
  Rng rng = make_rng(7);
  const MatrixH x = all_halves();
  const Samples halves(mapped<Half>(x)), floats(MatrixF(x.cast<float>()));
  ASSERT_EQ(halves.storage_name(), "mapped half");
  const Matrix a = random_normal(62, 11, rng), c = random_normal(11, 1024, rng);
  EXPECT_EQ(halves.block(0, 1024), floats.block(0, 1024));
  EXPECT_EQ(halves.project(a), floats.project(a));
  EXPECT_EQ(halves.back_project(c), floats.back_project(c));
  EXPECT_EQ(scatter(halves, mean(halves)), scatter(floats, mean(floats)));
  EXPECT_EQ(halves.squared_distance(3, 900), floats.squared_distance(3, 900));
  const std::vector<Index> chosen = {1023, 4, 4, 511};
  const Samples some = halves.select(chosen);
  EXPECT_EQ(some.storage_name(), "mapped half");
  EXPECT_EQ(some.block(0, 4), floats.select(chosen).block(0, 4));
  EXPECT_EQ(halves.columns(chosen), floats.columns(chosen));
}

TEST(HalfSamples, AreWidenedWhateverTheyAre) {
  MatrixH x(1, 3);
  x << Half(std::numeric_limits<float>::infinity()), Half(-std::numeric_limits<float>::infinity()),
      Half(std::numeric_limits<float>::quiet_NaN());
  const Matrix wide = Samples(mapped<Half>(x)).block(0, 3);
  EXPECT_EQ(wide(0, 0), std::numeric_limits<double>::infinity());
  EXPECT_EQ(wide(0, 1), -std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(wide(0, 2)));
}

/// Wide enough for Lanczos, with a spectrum whose leading part is separated.
Matrix wide(Rng& rng) {
  const Vector spread = Vector::LinSpaced(1200, 0, 6).array().exp().inverse();
  return spread.asDiagonal() * random_normal(1200, 300, rng);
}

TEST(PrincipalAxes, AreTheSameByLanczosAndByDecomposition) {
  Rng rng = make_rng(2);
  const Matrix x = wide(rng);
  const Matrix by_lanczos = principal_axes(Samples(x), 5);
  const Matrix exact = symmetric_eigen(centred(x) * centred(x).transpose()).vectors.leftCols(5);
  expect_near(by_lanczos, exact, 1e-7);
}

TEST(PrincipalAxes, OfSparseSamplesAreThoseOfDenseOnes) {
  Rng rng = make_rng(3);
  Matrix x = coarse_normal(1200, 80, rng);
  x.row(7).array() += 3;  // a mean that must not pass for variance
  expect_near(principal_axes(Samples(SparseMatrix(x.sparseView())), 3),
              principal_axes(Samples(x), 3), 1e-7);
}

TEST(PrincipalAxes, AreOrthonormal) {
  Rng rng = make_rng(4);
  const Matrix axes = principal_axes(Samples(wide(rng)), 8);
  expect_near(axes.transpose() * axes, Matrix::Identity(8, 8), 1e-10);
}

TEST(StandardDeviation, OfAConstantSparseFeatureIsFreeOfCancellation) {
  const Samples x(SparseMatrix(Matrix::Constant(1, 3, 1e8 + 0.1).sparseView()));
  EXPECT_LT(standard_deviation(x, mean(x))[0], 1e-7);
}

TEST(Samples, WidenOnlyIfSparse) {
  Samples sparse(SparseMatrix(Matrix::Identity(2, 2).sparseView()));
  sparse.widen(5);
  EXPECT_EQ(sparse.dim(), 5);
  EXPECT_EQ(sparse.column(1), Vector::Unit(5, 1));
  Samples dense(Matrix(Matrix::Identity(2, 2)));
  EXPECT_THROW(dense.widen(5), Error);
}

TEST(PrincipalAxes, OfFewWideSamplesAreThoseOfTheirScatter) {
  Rng rng = make_rng(5);
  const Matrix x = random_normal(1100, 8, rng).array() + 3;
  const Matrix axes = principal_axes(Samples(x), 12);
  EXPECT_TRUE((axes.transpose() * axes).isIdentity(1e-10));
  const Matrix centred = x.colwise() - x.rowwise().mean();
  // All the spread of 8 samples lies in 7 directions, in decreasing order.
  const Vector spread = (axes.transpose() * centred).rowwise().squaredNorm();
  EXPECT_NEAR(spread.head(7).sum(), centred.squaredNorm(), 1e-9 * centred.squaredNorm());
  EXPECT_TRUE(std::is_sorted(spread.data(), spread.data() + 7, std::greater<>()));
}

TEST(PrincipalAxes, OfEqualWideSamplesAreAnyOrthonormalOnes) {
  for (const Index n : {1, 4}) {
    const Matrix axes = principal_axes(Samples(Matrix(Matrix::Constant(2000, n, 0.1))), 10);
    EXPECT_TRUE((axes.transpose() * axes).isIdentity(1e-10));
  }
}

TEST(Samples, MeasureEqualDistancesInEveryStorage) {
  Rng rng = make_rng(6);
  const Matrix x = random_normal(9, 6, rng).cwiseMax(0).cast<float>().cast<double>();
  const Samples dense(x), single(MatrixF(x.cast<float>())), sparse(SparseMatrix(x.sparseView()));
  for (Index i = 0; i < 6; ++i) {
    for (Index j = 0; j < 6; ++j) {
      const double expected = (x.col(i) - x.col(j)).squaredNorm();
      EXPECT_DOUBLE_EQ(dense.squared_distance(i, j), expected);
      EXPECT_DOUBLE_EQ(single.squared_distance(i, j), expected);
      EXPECT_NEAR(sparse.squared_distance(i, j), expected, 1e-14 * (1 + expected));
    }
  }
}

TEST(Samples, OfNoneHaveNoMean) { EXPECT_THROW(mean(Samples(Matrix(3, 0))), Error); }

TEST(Labels, AreNumberedByValueIfTheyAreNumbers) {
  const Labels labels = Labels::from_names(std::vector<std::string>{"10", "9", "-1", "9"});
  EXPECT_EQ(labels.names(), (std::vector<std::string>{"-1", "9", "10"}));
  EXPECT_EQ(labels.classes(), (std::vector<Index>{2, 1, 0, 1}));
  EXPECT_EQ(labels.id("9"), 1);
  EXPECT_EQ(labels.id("8"), -1);
}

TEST(Labels, AreNumberedAlphabeticallyOtherwise) {
  const Labels labels = Labels::from_names(std::vector<std::string>{"10", "9", "b", "a"});
  EXPECT_EQ(labels.names(), (std::vector<std::string>{"10", "9", "a", "b"}));
}

TEST(Labels, OfSeveralEachAreSharedWhereTheyMeet) {
  const Labels labels =
      Labels::from_names(std::vector<std::vector<std::string>>{{"a", "b"}, {"b", "c"}, {"c"}, {}});
  EXPECT_TRUE(labels.share(0, 1));
  EXPECT_TRUE(labels.share(1, 2));
  EXPECT_FALSE(labels.share(0, 2));
  EXPECT_FALSE(labels.share(3, 3));
  EXPECT_FALSE(labels.single());
  EXPECT_THROW(labels.classes(), Error);
}

TEST(Labels, KeepTheirIdsWhenSomeAreSelected) {
  const Labels labels = Labels::from_names(std::vector<std::string>{"a", "b", "c"});
  const std::vector<Index> chosen = {2, 1};
  EXPECT_EQ(labels.select(chosen).classes(), (std::vector<Index>{2, 1}));
  EXPECT_EQ(labels.select(chosen).label_count(), 3);
}

}  // namespace
}  // namespace mahala::test::samples_test
