// Lazy steps against steps made by definition, and what keeps them safe.

#include "mahala/geometry/lazy_bilinear.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/core/random.hpp"
#include "mahala/geometry/lazy_bilinear_psd.hpp"
#include "mahala/optimize/similarity/textbook_loreta.hpp"
#include "tests/support/error_message.hpp"
#include "tests/support/loreta_golden.hpp"

namespace mahala::test::lazy_bilinear_test {
namespace {

template <class Scalar>
Matrix product(const LazyBilinear<Scalar>& lazy) {
  const auto [a, b] = lazy.factors();
  return a * b.transpose();
}
template <class Scalar>
Matrix product(const LazyBilinearPsd<Scalar>& lazy) {
  return lazy.factor() * lazy.factor().transpose();
}

/// A vector with `count` non-zeros, or fewer.
SparseVector random_sparse(Index dim, Index count, Rng& rng) {
  Vector x = Vector::Zero(dim);
  for (Index k = 0; k < count; ++k) x[random_index(dim, rng)] = random_normal(1, 1, rng)(0, 0);
  return sparse(x);
}

std::vector<SparseVector> random_sparse(Index dim, Index count, Index columns, Rng& rng) {
  std::vector<SparseVector> out;
  for (Index r = 0; r < columns; ++r) out.push_back(random_sparse(dim, count, rng));
  return out;
}

Matrix dense(const std::vector<SparseVector>& x, Index dim) {
  Matrix all(dim, std::ssize(x));
  for (Index j = 0; j < all.cols(); ++j) {
    all.col(j) = mahala::dense(x[static_cast<std::size_t>(j)].view(), dim);
  }
  return all;
}

/// A factor with singular values around 2.
Matrix random_factor(Index n, Index k, Rng& rng) {
  const double spread = 0.5 / std::sqrt(static_cast<double>(n));
  return 2 * Matrix::Identity(n, k) + spread * random_normal(n, k, rng);
}

/// The step size that pulls the score towards 1 or back.
double towards_one(double score, double eta) { return score < 1 ? eta : -eta; }

double rank_ratio(const Matrix& w, Index k) {
  const Vector sigma = singular_values(w);
  return sigma[k - 1] / sigma[0];
}

/// The same of balanced factors, whose columns' squared lengths are the singular values.
double core_ratio(const Matrix& factor) {
  const Vector sigma = factor.colwise().squaredNorm();
  return sigma.minCoeff() / sigma.maxCoeff();
}

class Shapes : public testing::TestWithParam<std::array<Index, 4>> {};

TEST_P(Shapes, LazyStepsEqualStepsByDefinition) {
  const auto [n, m, k, r] = GetParam();
  Rng rng = make_rng(static_cast<std::uint64_t>(n + 100 * m + 10000 * k + r));
  FixedRankPoint point{random_factor(n, k, rng), random_factor(m, k, rng)};
  LazyBilinear<double> lazy(point.a, point.b, 0);
  for (int t = 0; t < 30; ++t) {
    const auto x = random_sparse(n, 3, r, rng), z = random_sparse(m, 3, r, rng);
    lazy.step(views(x), views(z), 0.1);
    point = loreta_step(point, 0.1 * dense(x, n), dense(z, m));
  }
  EXPECT_LT(apart(product(lazy), point.w()), 1e-10);
}

TEST_P(Shapes, LazyPsdStepsEqualStepsByDefinition) {
  const auto [n, m, k, r] = GetParam();
  Rng rng = make_rng(static_cast<std::uint64_t>(n + 100 * m + 10000 * k + r));
  Matrix y = random_factor(n, k, rng);
  LazyBilinearPsd<double> lazy(y, 0);
  for (int t = 0; t < 30; ++t) {
    const auto f = random_sparse(n, 3, r, rng);
    const Matrix g = random_normal(r, r, rng), c = 0.05 * (g + g.transpose());
    lazy.step(views(f), c);
    y = loreta_psd_step(y, dense(f, n), c);
  }
  EXPECT_LT(apart(product(lazy), y * y.transpose()), 1e-10);
}

INSTANTIATE_TEST_SUITE_P(
    Of, Shapes,
    testing::Values(std::array<Index, 4>{12, 9, 3, 1}, std::array<Index, 4>{9, 30, 1, 1},
                    std::array<Index, 4>{5, 5, 5, 1}, std::array<Index, 4>{40, 17, 8, 2},
                    std::array<Index, 4>{25, 31, 13, 3}, std::array<Index, 4>{60, 60, 33, 5}));

TEST(LazyBilinear, RankOneIsTheSameAsOneOfManyColumns) {
  Rng rng = make_rng(11);
  const Matrix a = random_normal(20, 4, rng), b = random_normal(15, 4, rng);
  LazyBilinear<double> one(a, b), many(a, b);
  LazyBilinearPsd<double> psd_one(a), psd_many(a);
  for (int t = 0; t < 50; ++t) {
    const auto x = random_sparse(20, 5, 1, rng), z = random_sparse(15, 5, 1, rng);
    one.step(x[0].view(), z[0].view(), 0.2);
    many.step(views(x), views(z), 0.2);
    psd_one.step(x[0].view(), z[0].view(), 0.05);
    psd_many.step(views(x), views(z), 0.05);
  }
  EXPECT_LT(apart(product(one), product(many)), 1e-12);
  EXPECT_LT(apart(product(psd_one), product(psd_many)), 1e-12);
}

TEST(LazyBilinear, EqualsTheTextbookAfterAHundredThousandSteps) {
  const Index n = 24, m = 20, k = 3;
  Rng rng = make_rng(12);
  const Matrix a = random_factor(n, k, rng), b = random_factor(m, k, rng);
  const Matrix truth = random_normal(n, k, rng) * random_normal(k, m, rng);
  LazyBilinear<double> lazy(a, b, 0);
  TextbookLoreta textbook(a, b);
  LazyBilinear<double>::Seen seen;
  const auto xs = random_sparse(n, 5, 64, rng), zs = random_sparse(m, 5, 64, rng);
  for (std::size_t t = 0; t < 100'000; ++t) {
    const SparseView x = xs[t % 64].view(), z = zs[(t / 7) % 64].view();
    lazy.see(x, z, seen);
    const Vector p = mahala::dense(x, n), q = mahala::dense(z, m);
    const double eta = 0.005 * (p.dot(truth * q) - lazy.score(seen));
    lazy.step(x, z, seen, eta);
    textbook.step(eta * p, q);
  }
  EXPECT_LT(apart(product(lazy), textbook.point().w()), 1e-9);
  EXPECT_GT(apart(product(lazy), a * b.transpose()), 0.1) << "it went somewhere";
}

TEST(LazyBilinearPsd, EqualsTheTextbookAfterAHundredThousandSteps) {
  const Index n = 16, k = 3;
  Rng rng = make_rng(23);
  Matrix y = random_factor(n, k, rng);
  const Matrix start = y * y.transpose(), truth_factor = random_normal(n, k, rng);
  LazyBilinearPsd<double> lazy(y, 0);
  LazyBilinearPsd<double>::Seen seen;
  const auto xs = random_sparse(n, 4, 64, rng), zs = random_sparse(n, 4, 64, rng);
  for (std::size_t t = 0; t < 100'000; ++t) {
    const SparseView x = xs[t % 64].view(), z = zs[(t / 7) % 64].view();
    lazy.see(x, z, seen);
    Matrix f(n, 2);
    f << mahala::dense(x, n), mahala::dense(z, n);
    const double wanted =
        (truth_factor.transpose() * f.col(0)).dot(truth_factor.transpose() * f.col(1));
    const double eta = 0.005 * (wanted - lazy.score(seen));
    lazy.step(x, z, seen, eta);
    Matrix c = Matrix::Zero(2, 2);
    c(0, 1) = c(1, 0) = eta / 2;
    y = loreta_psd_step(y, f, c);
  }
  EXPECT_LT(apart(product(lazy), y * y.transpose()), 1e-9);
  EXPECT_GT(apart(product(lazy), start), 0.1) << "it went somewhere";
}

TEST(LazyBilinear, SinglePrecisionStaysNearDouble) {
  const Index n = 300, k = 10;
  Rng rng = make_rng(13);
  const Matrix a = random_normal(n, k, rng), b = random_normal(n, k, rng);
  LazyBilinear<double> exact(a, b);
  LazyBilinear<float> single(a, b);
  LazyBilinearPsd<double> exact_psd(a);
  LazyBilinearPsd<float> single_psd(a);
  const auto xs = random_sparse(n, 20, 64, rng), zs = random_sparse(n, 20, 64, rng);
  for (std::size_t t = 0; t < 20'000; ++t) {
    const SparseView x = xs[t % 64].view(), z = zs[(t / 7) % 64].view();
    const double eta = towards_one(exact.score(x, z), 0.03);
    exact.step(x, z, eta);
    single.step(x, z, eta);
    const double eta_psd = towards_one(exact_psd.score(x, z), 0.03);
    exact_psd.step(x, z, eta_psd);
    single_psd.step(x, z, eta_psd);
  }
  EXPECT_LT(apart(product(single), product(exact)), 1e-4);
  EXPECT_LT(apart(product(single_psd), product(exact_psd)), 1e-4);
  EXPECT_GT(apart(product(single), product(exact)), 0);  // it is single precision
}

TEST(LazyBilinear, KeepsItsRankUnderAbsurdSteps) {
  const Index n = 40, k = 4;
  Rng rng = make_rng(14);
  const Matrix a = random_normal(n, k, rng), b = random_normal(n, k, rng);
  for (const double eta : {1.0, 1e3, 1e9}) {
    LazyBilinear<double> lazy(a, b);
    LazyBilinearPsd<double> psd(a);
    for (int t = 0; t < 3000; ++t) {
      const auto x = random_sparse(n, 4, rng), z = random_sparse(n, 4, rng);
      const double sign = t % 3 == 0 ? -1 : 1;
      lazy.step(x.view(), z.view(), sign * eta);
      psd.step(x.view(), z.view(), sign * eta);
    }
    EXPECT_TRUE(product(lazy).allFinite()) << eta;
    EXPECT_TRUE(product(psd).allFinite()) << eta;
    // Singular values of W from the k x k core, where what is lost is 0 and not rounding.
    EXPECT_GT(core_ratio(lazy.factors().first), 1e-12) << eta;
    EXPECT_GT(core_ratio(psd.factor()), 1e-12) << eta;
  }
}

TEST(LazyBilinear, ClippingShortensTheStepToTheBound) {
  Rng rng = make_rng(15);
  const Matrix a = random_normal(20, 4, rng), b = random_normal(15, 4, rng);
  const auto x = random_sparse(20, 8, rng), z = random_sparse(15, 8, rng);
  const double s = (pseudo_inverse(a) * mahala::dense(x.view(), 20))
                       .dot(pseudo_inverse(b) * mahala::dense(z.view(), 15));
  LazyBilinear<double> clipped(a, b, 0.05), free(a, b, 0);
  clipped.step(x.view(), z.view(), 1e6);
  free.step(x.view(), z.view(), 0.05 / std::abs(s));
  EXPECT_LT(apart(product(clipped), product(free)), 1e-12);
}

TEST(LazyBilinear, WithoutABoundHalvesTheStepThatWouldLoseARank) {
  Rng rng = make_rng(16);
  const Matrix a = random_normal(20, 4, rng), b = random_normal(15, 4, rng);
  Vector p = a * random_normal(4, 1, rng);
  const Vector q = b * random_normal(4, 1, rng);
  p *= (2 - 2 * std::sqrt(3)) / (pseudo_inverse(a) * p).dot(pseudo_inverse(b) * q);
  const DenseViews left(20), right(15);
  LazyBilinear<double> whole(a, b, 0), half(a, b, 0);
  whole.step(left(p), right(q), 1);
  half.step(left(p), right(q), 0.5);
  EXPECT_LT(apart(product(whole), product(half)), 1e-10);
  EXPECT_GT(rank_ratio(product(whole), 4), 1e-4);
}

TEST(LazyBilinear, ScoresAreThoseOfItsFactors) {
  Rng rng = make_rng(17);
  LazyBilinear<double> lazy(random_normal(20, 4, rng), random_normal(15, 4, rng));
  for (int t = 0; t < 20; ++t) {
    lazy.step(random_sparse(20, 5, rng).view(), random_sparse(15, 5, rng).view(), 0.1);
  }
  const auto x = random_sparse(20, 5, rng), z = random_sparse(15, 5, rng);
  const Vector wz = product(lazy) * mahala::dense(z.view(), 15);
  EXPECT_NEAR(lazy.score(x.view(), z.view()), mahala::dense(x.view(), 20).dot(wz), 1e-11);
  LazyBilinear<double>::Seen seen;
  Vector w, scores;
  lazy.see_right(z.view(), seen);
  lazy.image(seen, w);
  lazy.left_scores(w, scores);
  EXPECT_LT((scores - wz).norm(), 1e-11);
  EXPECT_NEAR(lazy.left_score(w, 7), wz[7], 1e-11);
}

TEST(LazyBilinear, FactorsAreBalanced) {
  Rng rng = make_rng(18);
  LazyBilinear<double> lazy(random_normal(20, 4, rng), 3 * random_normal(15, 4, rng));
  const auto [a, b] = lazy.factors();
  const Matrix aa = a.transpose() * a, bb = b.transpose() * b;
  EXPECT_LT(apart(aa, bb), 1e-12);
  EXPECT_LT(apart(aa, Matrix(aa.diagonal().asDiagonal())), 1e-12);
}

TEST(LazyBilinear, ZeroVectorsChangeNothing) {
  Rng rng = make_rng(19);
  const Matrix a = random_normal(20, 4, rng), b = random_normal(20, 4, rng);
  LazyBilinear<double> lazy(a, b);
  LazyBilinearPsd<double> psd(a);
  const auto z = random_sparse(20, 5, rng);
  const Matrix before = product(lazy), before_psd = product(psd);
  const SparseView zero;
  lazy.step(zero, zero, 0.1);
  psd.step(zero, zero, 0.1);
  psd.step(zero, z.view(), 0.1);
  EXPECT_EQ(product(lazy), before);
  EXPECT_EQ(product(psd), before_psd);
}

TEST(LazyBilinear, AbsorbsAnIllConditionedCoreWithoutChangingTheProduct) {
  const Index n = 40, k = 4;
  Rng rng = make_rng(20);
  const Matrix a = random_factor(n, k, rng), b = random_factor(n, k, rng);
  LazyBilinear<double> lazy(a, b, 0);
  TextbookLoreta textbook(a, b);
  // One direction inside the span grows to thousands, and S^{-1} with it.
  const DenseViews views(n);
  const Vector p = a * Vector::Ones(k), q = b * Vector::Ones(k);
  for (int t = 0; t < 1100; ++t) {
    const double eta = t == 0 ? 0.2 : std::min(2.0, 0.2 * t);
    lazy.step(views(p), views(q), eta);
    textbook.step(eta * p, q);
  }
  EXPECT_EQ(lazy.folds(), 1);
  EXPECT_LT(apart(product(lazy), textbook.point().w()), 1e-9);
}

TEST(LazyBilinear, RefusesBadStarts) {
  Rng rng = make_rng(21);
  const Matrix tall = random_normal(9, 4, rng), wide = random_normal(3, 4, rng);
  EXPECT_EQ(error_message([&] { LazyBilinear<double>(tall, wide); }),
            "rank 4 must lie between 1 and the dimension 3 of the right factor");
  EXPECT_EQ(error_message([&] { LazyBilinear<double>(tall, tall.leftCols(3)); }),
            "factors of 4 and 3 columns have no product");
  Matrix dependent = tall;
  dependent.col(1) = dependent.col(0);
  EXPECT_EQ(error_message([&] { LazyBilinear<double>(dependent, tall); }),
            "the left factor has dependent columns");
  EXPECT_EQ(error_message([&] { LazyBilinearPsd<double>{wide}; }),
            "rank 4 must lie between 1 and the dimension 3 of the factor");
  EXPECT_EQ(error_message([&] { LazyBilinearPsd<double>{Matrix(9, 0)}; }),
            "rank 0 must lie between 1 and the dimension 9 of the factor");
}

TEST(LazyBilinear, RefusesStepsThatAreNotFinite) {
  Rng rng = make_rng(22);
  const Matrix a = random_normal(20, 4, rng);
  LazyBilinear<double> lazy(a, a);
  const Matrix before = product(lazy);
  auto x = random_sparse(20, 5, rng);
  x.value[0] = std::numeric_limits<double>::infinity();
  EXPECT_EQ(error_message([&] { lazy.step(x.view(), x.view(), 0.1); }),
            "a step of the similarity is not finite");
  EXPECT_EQ(product(lazy), before);
}

}  // namespace
}  // namespace mahala::test::lazy_bilinear_test
