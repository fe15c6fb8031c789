#include "mahala/optimize/similarity/loreta.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "mahala/optimize/similarity/bilinear_start.hpp"
#include "mahala/optimize/similarity/textbook_loreta.hpp"
#include "tests/support/loreta_golden.hpp"
#include "tests/support/random_labelled.hpp"

namespace mahala::test::loreta_test {

constexpr Index dim = labelled_dim;

namespace {

Matrix product(const LazyBilinear<double>& similarity) {
  const auto [a, b] = similarity.factors();
  return a * b.transpose();
}

TEST(LabelLoreta, BlocksOfDenseExamplesAreTheSameSteps) {
  Rng rng = make_rng(35);
  const auto start = identity_start(label_count, dim, 3);
  LabelLoreta<double> blocked(start, 0.2), plain(start, 0.2);
  LabelLoreta<float> single(start, 0.2);
  const DenseViews views(dim);
  for (int block = 0; block < 5; ++block) {
    const auto examples = random_labelled(16, rng);
    Matrix x(dim, 16);
    std::vector<std::span<const Index>> labels;
    double sum = 0;
    for (Index j = 0; j < 16; ++j) {
      const auto& each = examples[static_cast<std::size_t>(j)];
      x.col(j) = each.x;
      labels.emplace_back(each.labels);
      sum += plain.update({views(each.x), each.labels});
    }
    EXPECT_NEAR(blocked.update(x, labels), sum, 1e-10);
    single.update(x, labels);
  }
  const Matrix w = product(plain.similarity());
  EXPECT_LT(apart(product(blocked.similarity()), w), 1e-12);
  const auto [a, b] = single.similarity().factors();
  EXPECT_LT(apart(a * b.transpose(), w), 1e-4);
}

TEST(WarpLoreta, IsReproducibleAndLearns) {
  Rng rng = make_rng(36);
  const auto start = identity_start(label_count, dim, 3);
  WarpLoreta<double> one(start, 0.1, 5), same(start, 0.1, 5), other(start, 0.1, 6);
  const auto examples = random_labelled(40, rng);
  const DenseViews views(dim);
  double first = 0, last = 0;
  for (int epoch = 0; epoch < 20; ++epoch) {
    double sum = 0;
    for (const auto& [x, labels] : examples) {
      sum += one.update({views(x), labels});
      same.update({views(x), labels});
      other.update({views(x), labels});
    }
    (epoch == 0 ? first : last) = sum;
  }
  EXPECT_LT(last, 0.8 * first);
  EXPECT_EQ(one.similarity().factors(), same.similarity().factors());
  EXPECT_NE(one.similarity().factors(), other.similarity().factors());
}

TEST(BatchLoreta, StepsAlongTheMeanOfABatchAsDefined) {
  constexpr Index features = 9, rank = 3, batch = 4;
  Rng rng = make_rng(37);
  const FixedRankPoint start{random_normal(features, rank, rng),
                             random_normal(features, rank, rng)};
  BatchLoreta<LazyBilinear<double>> learned(LazyBilinear<double>(start.a, start.b, 0), 0.02, batch);
  const DenseViews views(features);
  Matrix g1 = Matrix::Zero(features, batch), g2 = g1;
  const Matrix w = start.a * start.b.transpose();
  for (Index k = 0; k < batch; ++k) {
    const Matrix x = random_normal(features, 3, rng);
    const Vector q = x.col(0), near = x.col(1), far = x.col(2);
    const double expected = hinge(q.dot(w * (near - far)));
    EXPECT_EQ(product(learned.similarity()), product(LazyBilinear<double>(start.a, start.b, 0)));
    EXPECT_NEAR(learned.update({views(q), views(near), views(far)}), expected, 1e-10);
    if (expected == 0) continue;
    g1.col(k) = 0.02 / batch * q;
    g2.col(k) = near - far;
  }
  const FixedRankPoint after = loreta_step(start, g1, g2);
  EXPECT_LT(apart(product(learned.similarity()), after.a * after.b.transpose()), 1e-10);
  EXPECT_GT(apart(product(learned.similarity()), w), 1e-4);
}

TEST(StepSize, DecaysWithTheRootOfTheExamples) {
  StepSize constant(0.5), decaying(0.5, true);
  EXPECT_EQ(constant.next(), 0.5);
  EXPECT_EQ(decaying.next(), 0.5);
  EXPECT_EQ(constant.next(), 0.5);
  EXPECT_NEAR(decaying.next(), 0.5 / std::sqrt(2), 1e-15);
}

}  // namespace
}  // namespace mahala::test::loreta_test
