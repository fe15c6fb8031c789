// Losses against finite differences.

#include "mahala/optimize/similarity/bilinear_loss.hpp"

#include <gtest/gtest.h>

#include "mahala/optimize/similarity/bilinear_start.hpp"
#include "mahala/optimize/similarity/loreta.hpp"
#include "tests/support/random_labelled.hpp"

namespace mahala::test::bilinear_loss_test {

constexpr Index dim = labelled_dim;

namespace {

Matrix product(const LazyBilinear<double>& similarity) {
  const auto [a, b] = similarity.factors();
  return a * b.transpose();
}

/// The derivative of f at w along `direction`.
template <class F>
double slope(const F& f, const Matrix& w, const Matrix& direction) {
  const double h = 1e-6;
  return (f(w + h * direction) - f(w - h * direction)) / (2 * h);
}

TEST(LabelLoss, ExactDirectionIsTheNegativeGradient) {
  Rng rng = make_rng(31);
  const Matrix w = random_normal(label_count, dim, rng);
  for (const auto& [x, labels] : random_labelled(30, rng)) {
    LabelViolation violation;
    const auto loss = [&](const Matrix& at) {
      violation.find(at * x, labels, LabelDirection::exact);
      return violation.loss;
    };
    loss(w);
    const Matrix descent = dense(violation.e.view(), label_count) * x.transpose();
    const Matrix along = random_normal(label_count, dim, rng);
    EXPECT_NEAR(slope(loss, w, along), -descent.cwiseProduct(along).sum(), 1e-7);
  }
}

TEST(LabelLoss, PaperDirectionWeighsTheNegativeOnce) {
  LabelViolation violation;
  const Vector scores{{0.5, 0.9, 0.2, 0.9, -3.0}};
  const std::vector<Index> labels{4, 0, 2};
  violation.find(scores, labels, LabelDirection::paper);
  EXPECT_EQ(violation.negative, 1) << "the first of equal ones";
  EXPECT_EQ(violation.e.at, (std::vector<Index>{0, 1, 2, 4}));
  EXPECT_EQ(violation.e.value, (std::vector<double>{1, -1, 1, 1}));
  EXPECT_NEAR(violation.loss, 1.4 + 1.7 + 4.9, 1e-12);
  violation.find(scores, labels, LabelDirection::exact);
  EXPECT_EQ(violation.e.value, (std::vector<double>{1, -3, 1, 1}));
}

TEST(LabelLoss, IsZeroWithoutLabelsAndWithAllOfThem) {
  LabelViolation violation;
  const Vector scores = Vector::Zero(3);
  violation.find(scores, {}, LabelDirection::exact);
  EXPECT_EQ(violation.loss, 0);
  const std::vector<Index> all{0, 1, 2};
  violation.find(scores, all, LabelDirection::exact);
  EXPECT_EQ(violation.loss, 0);
  EXPECT_EQ(violation.negative, -1);
}

TEST(TripletLoss, AndTaskLossDescendAlongTheirNegativeGradients) {
  Rng rng = make_rng(32);
  const auto start = gaussian_start(dim, dim, 4, rng, 0.3);
  const Vector q = random_normal(dim, 1, rng);
  const Vector d = -start.w().transpose() * q;  // a negative score
  const Vector y = random_normal(dim, 1, rng);
  const Matrix along = random_normal(dim, dim, rng);
  const auto triplet = [&](const Matrix& w) { return hinge(q.dot(w * d)); };
  const auto task = [&](const Matrix& w) { return (w * q - y).squaredNorm() / 2; };
  ASSERT_GT(triplet(start.w()), 0);
  EXPECT_NEAR(slope(triplet, start.w(), along), -q.dot(along * d), 1e-7);
  // A small step of either method is its negative gradient, projected: it
  // descends at that rate.
  const FixedRank manifold(dim, dim, 4);
  const auto projected = [&](const Matrix& g) {
    return manifold.ambient(start, manifold.project(start, g));
  };
  const double eta = 1e-6;
  const DenseViews views(dim);
  TaskLoreta<double> tasks(start, eta);
  tasks.update({views(q), y});
  const Matrix g = projected((y - start.w() * q) * q.transpose());
  EXPECT_LT(((product(tasks.similarity()) - start.w()) / eta - g).norm(), 1e-4 * g.norm());
  EXPECT_NEAR(slope(task, start.w(), g), -g.squaredNorm(), 1e-5 * g.squaredNorm());
}

}  // namespace
}  // namespace mahala::test::bilinear_loss_test
