// RCA and LFDA beside their definitions.

#include <gtest/gtest.h>

#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/learn/closed_form/lda.hpp"
#include "mahala/learn/closed_form/lfda.hpp"
#include "mahala/learn/closed_form/rca.hpp"
#include "tests/support/blobs.hpp"

namespace mahala::test::discriminant_test {
namespace {

Matrix metric(const Fit& fit) { return fit.model.left * fit.model.left.transpose(); }

TEST(Rca, InvertsTheCovarianceInsideClasses) {
  const Dataset data = blobs(90, 4);
  const Matrix x = data.x.block(0, 90);
  const std::vector<Index> classes = data.labels.classes();
  Matrix means = Matrix::Zero(4, 3), c = Matrix::Zero(4, 4);
  for (Index i = 0; i < 90; ++i) means.col(classes[static_cast<std::size_t>(i)]) += x.col(i) / 30;
  for (Index i = 0; i < 90; ++i) {
    const Vector d = x.col(i) - means.col(classes[static_cast<std::size_t>(i)]);
    c += d * d.transpose() / 90;
  }
  const Fit fit = rca(data, Nothing{}, {.shrinkage = 0, .identity = 0});
  EXPECT_LT((metric(fit) * c - Matrix::Identity(4, 4)).norm(), 1e-10);
  EXPECT_NEAR(fit.objective, std::log(Lu(c).determinant()), 1e-9);
}

TEST(Rca, JoinsSamplesThroughPairs) {
  // Two chunklets, {0, 1, 2} by a chain and {4, 5}; 3 and 6 are in none.
  Rng rng(1);
  const Dataset data{.x = Samples(random_normal(2, 7, rng))};
  const auto alike = [](Index i, Index j) { return Pair{i, j, Relation::at_most, 1}; };
  const Pairs pairs = {alike(0, 1), alike(2, 1), alike(5, 4), {3, 6, Relation::at_least, 1}};
  const Matrix x = data.x.block(0, 7);
  Matrix c = Matrix::Zero(2, 2);
  const Vector a = (x.col(0) + x.col(1) + x.col(2)) / 3, b = (x.col(4) + x.col(5)) / 2;
  for (const Index i : {0, 1, 2}) c += (x.col(i) - a) * (x.col(i) - a).transpose() / 5;
  for (const Index i : {4, 5}) c += (x.col(i) - b) * (x.col(i) - b).transpose() / 5;
  const Fit fit = rca(data, pairs, {.shrinkage = 0});
  EXPECT_LT((metric(fit) * c - Matrix::Identity(2, 2)).norm(), 1e-10);
  EXPECT_THROW(rca(data, Pairs{{0, 1, Relation::equal, 1}}), Error);
  EXPECT_EQ(rca(data, Pairs{}).model.identity, 1);
}

TEST(Rca, KeepsTheDirectionsThatTellChunkletsApart) {
  const Fit fit = rca(blobs(150, 6), Nothing{}, {.rank = 2});
  EXPECT_LT(fit.model.left.bottomRows(4).norm(), 0.1 * fit.model.left.norm());
}

/// Sw and Sb a pair at a time.
LocalScatter plain_scatter(const Dataset& data, Index k) {
  const Index n = data.size();
  const Matrix x = data.x.block(0, n);
  const auto same = [&](Index i, Index j) { return data.labels.share(i, j); };
  std::vector<double> unit, size;
  for (Index i = 0; i < n; ++i) {
    std::vector<double> d;
    for (Index j = 0; j < n; ++j) {
      if (j != i && same(i, j)) d.push_back((x.col(i) - x.col(j)).norm());
    }
    std::sort(d.begin(), d.end());
    unit.push_back(d[static_cast<std::size_t>(k - 1)]);
    size.push_back(static_cast<double>(d.size()) + 1);
  }
  const Matrix zero = Matrix::Zero(x.rows(), x.rows());
  LocalScatter s{zero, zero};
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) {
      const Vector d = x.col(i) - x.col(j);
      const auto a = static_cast<std::size_t>(i), b = static_cast<std::size_t>(j);
      const double near = std::exp(-d.squaredNorm() / (unit[a] * unit[b]));
      const double within = same(i, j) ? near / size[a] : 0;
      const double between = same(i, j) ? near * (1.0 / static_cast<double>(n) - 1 / size[a])
                                        : 1.0 / static_cast<double>(n);
      s.within += within / 2 * d * d.transpose();
      s.between += between / 2 * d * d.transpose();
    }
  }
  return s;
}

TEST(Lfda, ScattersAreTheirDefinition) {
  const Dataset data = blobs(45, 4);
  const LocalScatter fast = local_scatter(data, 7), plain = plain_scatter(data, 7);
  EXPECT_LT((fast.within - plain.within).norm(), 1e-10 * plain.within.norm());
  EXPECT_LT((fast.between - plain.between).norm(), 1e-10 * plain.between.norm());
}

TEST(Lfda, SeparatesAClassOfTwoCloudsWhereLdaCannot) {
  // Class b lies on both sides of class a in coordinate 0: the means coincide.
  Rng rng(4);
  Matrix x = random_normal(3, 120, rng);
  std::vector<std::string> names;
  for (Index i = 0; i < 120; ++i) {
    x(0, i) = 0.3 * x(0, i) + (i % 2 == 0 ? 0 : i % 4 == 1 ? 5 : -5);
    names.push_back(i % 2 == 0 ? "a" : "b");
  }
  const Dataset data{.x = Samples(x), .labels = Labels::from_names(names)};
  const Fit fit = lfda(data, {.rank = 1});
  EXPECT_GT(std::abs(fit.model.left(0)), 10 * fit.model.left.bottomRows(2).norm());
}

}  // namespace
}  // namespace mahala::test::discriminant_test
