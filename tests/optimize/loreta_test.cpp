// Losses against finite differences, and what every online method promises.

#include "mahala/optimize/loreta.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "mahala/core/linalg.hpp"
#include "mahala/optimize/bilinear_start.hpp"
#include "mahala/optimize/factor_descent.hpp"
#include "mahala/optimize/lego.hpp"
#include "mahala/optimize/manifold_identification.hpp"
#include "mahala/optimize/oasis.hpp"
#include "mahala/optimize/passive_aggressive.hpp"
#include "mahala/optimize/perceptron.hpp"
#include "mahala/optimize/wsabie.hpp"
#include "tests/support/error_message.hpp"
#include "tests/support/loreta_golden.hpp"

namespace mahala::test {
namespace {

constexpr Index dim = 9, label_count = 7;

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

struct Labelled {
  Vector x;
  std::vector<Index> labels;
};

std::vector<Labelled> random_labelled(Index count, Rng& rng) {
  std::vector<Labelled> all;
  for (Index i = 0; i < count; ++i) {
    Labelled each{random_normal(dim, 1, rng).cwiseAbs(), {}};
    each.x /= each.x.norm();
    for (Index y = 0; y < label_count; ++y) {
      if (random_unit(rng) < 0.35) each.labels.push_back(y);
    }
    all.push_back(std::move(each));
  }
  return all;
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
  // A small step of either method is its negative gradient, projected: it descends at that rate.
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

/// Examples that have no loss for a similarity that is large where it should be.
TEST(OnlineMethods, ChangeNotABitWithoutLoss) {
  const DenseViews views(dim);
  const Vector q = Vector::Unit(dim, 0), other = Vector::Unit(dim, 1);
  const TripletExample triplet{views(q), views(q), views(other)};
  const auto large = [] {
    FixedRankPoint point = identity_start(dim, dim, 3);
    point.a *= 2;
    return point;
  }();
  const auto unchanged = [&](auto method, const auto& state) {
    const auto before = state(method);
    EXPECT_EQ(method.update(triplet), 0);
    EXPECT_TRUE(state(method) == before);
  };
  const auto factors = [](const auto& m) { return std::pair(m.factors().a, m.factors().b); };
  const auto matrix = [](const auto& m) { return m.matrix(); };
  unchanged(TripletLoreta(LazyBilinear<double>(large.a, large.b), 0.5),
            [](const auto& m) { return m.similarity().factors(); });
  unchanged(TripletLoreta(LazyBilinearPsd<double>(large.a), 0.5),
            [](const auto& m) { return m.similarity().factor(); });
  unchanged(FactorDescent(large, 0.5), factors);
  unchanged(FactorDescentPsd(large.a, 0.5), [](const auto& m) { return m.factor(); });
  unchanged(PassiveAggressive(large, {}), factors);
  unchanged(Oasis(dim, {}), matrix);
  unchanged(TripletLego(dim, 0.5), matrix);
  unchanged(PairLego(dim, 0.5, {0.5, 1.5}), matrix);
  unchanged(ManifoldIdentification(large, {}), factors);
}

TEST(OnlineMethods, ForLabelsChangeNotABitWithoutLoss) {
  const DenseViews views(dim);
  const Vector x = Vector::Unit(dim, 1);
  const std::vector<Index> labels{1};
  FixedRankPoint large = identity_start(label_count, dim, 3);
  large.a *= 2;
  const auto unchanged = [&](auto method, const auto& state) {
    const auto before = state(method);
    EXPECT_EQ(method.update({views(x), labels}), 0);
    EXPECT_TRUE(state(method) == before);
  };
  const auto similarity = [](const auto& m) { return m.similarity().factors(); };
  const auto factors = [](const auto& m) { return std::pair(m.factors().a, m.factors().b); };
  unchanged(LabelLoreta<double>(large, 0.5), similarity);
  unchanged(WarpLoreta<double>(large, 0.5, 1), similarity);
  unchanged(LabelPassiveAggressive(large, {}), factors);
  unchanged(Wsabie(large, 0.5, 10, 1), factors);
}

TEST(OnlineMethods, LearnWhatTheyAreToldTwice) {
  // The loss of an example is smaller, or gone, once its method has learned from it.
  Rng rng = make_rng(33);
  for (int t = 0; t < 20; ++t) {
    const Vector q = random_normal(dim, 1, rng).normalized();
    const Vector x = random_normal(dim, 1, rng).normalized();
    const Vector z = random_normal(dim, 1, rng).normalized();
    const DenseViews views(dim);
    const TripletExample example{views(q), views(x), views(z)};
    const auto start = gaussian_start(dim, dim, 3, rng, 0.3);
    const auto learns = [&](auto method) {
      const double before = method.update(example);
      if (before == 0) return;
      EXPECT_LT(method.update(example), before);
    };
    learns(TripletLoreta(LazyBilinear<double>(start.a, start.b), 0.05));
    learns(TripletLoreta(LazyBilinearPsd<double>(start.a), 0.05));
    learns(FactorDescent(start, 0.05));
    learns(FactorDescentPsd(start.a, 0.05));
    learns(PassiveAggressive(start, {.c = 0.1}));
    learns(PassiveAggressive(start, {.c = 0.1, .sequential = false}));
    learns(Oasis(dim, {.c = 0.1}));
    learns(TripletLego(dim, 0.1));
    learns(PairLego(dim, 0.1, {0.5, 4}));
    learns(ManifoldIdentification(start, {.eta = 0.05, .inner_steps = 3}));
  }
}

TEST(LabelPassiveAggressive, RemovesTheLossOfOneViolatorAtOnce) {
  const DenseViews views(dim);
  Rng rng = make_rng(34);
  const auto start = gaussian_start(label_count, dim, 3, rng);
  const Vector x = random_normal(dim, 1, rng).normalized();
  const std::vector<Index> labels{2};
  LabelPassiveAggressive method(start, {.c = 1e6});
  ASSERT_GT(method.update({views(x), labels}), 0);
  // The move along e x^T made room of exactly 1 to the negative it saw; others may be higher now.
  const Vector scores = method.factors().w() * x;
  LabelViolation before;
  before.find(start.w() * x, labels, LabelDirection::paper);
  EXPECT_NEAR(scores[2] - scores[before.negative], 1, 1e-12);
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

TEST(StepSize, DecaysWithTheRootOfTheExamples) {
  StepSize constant(0.5), decaying(0.5, true);
  EXPECT_EQ(constant.next(), 0.5);
  EXPECT_EQ(decaying.next(), 0.5);
  EXPECT_EQ(constant.next(), 0.5);
  EXPECT_NEAR(decaying.next(), 0.5 / std::sqrt(2), 1e-15);
}

TEST(Oasis, TakesTheShapeItIsAskedFor) {
  Rng rng = make_rng(37);
  const DenseViews views(dim);
  Oasis symmetric(dim, {.c = 1, .shape = OasisSettings::Shape::symmetric, .every = 1});
  Oasis psd(dim, {.c = 1, .shape = OasisSettings::Shape::psd});
  for (int t = 0; t < 30; ++t) {
    const Matrix x = random_normal(dim, 3, rng);
    symmetric.update({views(x.col(0)), views(x.col(1)), views(x.col(2))});
    psd.update({views(x.col(0)), views(x.col(1)), views(x.col(2))});
  }
  EXPECT_EQ(symmetric.matrix(), symmetric.matrix().transpose());
  EXPECT_GT((psd.matrix() - psd.matrix().transpose()).norm(), 1e-3);
  EXPECT_GT(symmetric_eigen(psd.shaped()).values.minCoeff(), -1e-12);
}

TEST(Lego, StaysPositiveDefinite) {
  Rng rng = make_rng(38);
  const DenseViews views(dim);
  PairLego pairs(dim, 5, {0.1, 10});
  TripletLego triplets(dim, 5);
  for (int t = 0; t < 200; ++t) {
    const Matrix x = random_normal(dim, 3, rng);
    const TripletExample example{views(x.col(0)), views(x.col(1)), views(x.col(2))};
    pairs.update(example);
    triplets.update(example);
  }
  for (const Matrix& m : {pairs.matrix(), triplets.matrix()}) {
    EXPECT_GT(symmetric_eigen(m).values.minCoeff(), 0);
  }
}

TEST(GroupPerceptron, WithExponentTwoIsTheMatrixPerceptron) {
  Rng rng = make_rng(39);
  MatrixPerceptron plain(label_count, dim, 0.1);
  GroupPerceptron groups(label_count, dim, 0.1, LabelDirection::paper, 2);
  const DenseViews views(dim);
  for (const auto& [x, labels] : random_labelled(3000, rng)) {
    EXPECT_EQ(plain.update({views(x), labels}), groups.update({views(x), labels}));
  }
  EXPECT_EQ(plain.matrix(), groups.matrix());
  EXPECT_EQ(error_message([] { GroupPerceptron(3, 3, 1, LabelDirection::paper, 1.5); }),
            "exponent 1.5 must be at least 2");
}

TEST(Starts, HaveTheRankAskedFor) {
  Rng rng = make_rng(40);
  const auto padded = identity_start(4, 6, 3);
  Matrix wanted = Matrix::Zero(4, 6);
  wanted.diagonal().head(3).setOnes();
  EXPECT_EQ(padded.w(), wanted);
  EXPECT_NEAR(gaussian_start(300, 300, 5, rng, 0.2).a.norm() / std::sqrt(1500), 0.2, 0.02);
  EXPECT_NEAR(gaussian_start_psd(300, 5, rng).norm() / std::sqrt(300), 1, 0.1);
  for (const Index rank : {0, 5}) {
    EXPECT_EQ(error_message([&] { identity_start(4, 6, rank); }),
              fmt::format("rank {} must lie between 1 and the smaller side of a 4 x 6 matrix",
                          rank));
  }
}

TEST(Starts, FromZeroWaitForUpdatesThatSpanTheRank) {
  ZeroStart start(label_count, dim, 2, 0.1);
  const DenseViews views(dim);
  const Vector x = Vector::Unit(dim, 0);
  const std::vector<Index> labels{3};
  for (int t = 0; t < 6; ++t) start.update({views(x), labels});
  EXPECT_FALSE(start.ready()) << "all updates are multiples of one";
  EXPECT_EQ(error_message([&] { start.start(); }),
            "6 updates of a perceptron do not span rank 2: more examples are needed");
}

TEST(OnlineMethods, RefuseLabelsThatThereAreNot) {
  const DenseViews views(dim);
  const Vector x = Vector::Ones(dim);
  const std::vector<Index> labels{label_count};
  const auto start = identity_start(label_count, dim, 3);
  const auto refusal = [&](auto method) {
    return error_message([&] { method.update({views(x), labels}); });
  };
  const std::string wanted = "label 7 is none of the 7 labels";
  EXPECT_EQ(refusal(LabelLoreta<double>(start, 0.1)), wanted);
  EXPECT_EQ(refusal(WarpLoreta<double>(start, 0.1, 1)), wanted);
  EXPECT_EQ(refusal(Wsabie(start, 0.1, 1, 1)), wanted);
  EXPECT_EQ(refusal(LabelPassiveAggressive(start, {})), wanted);
  EXPECT_EQ(refusal(MatrixPerceptron(label_count, dim, 0.1)), wanted);
}

}  // namespace
}  // namespace mahala::test
