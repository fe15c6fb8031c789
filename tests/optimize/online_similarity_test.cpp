// What every online method for similarities promises.

#include <gtest/gtest.h>

#include "mahala/optimize/similarity/bilinear_start.hpp"
#include "mahala/optimize/similarity/factor_descent.hpp"
#include "mahala/optimize/similarity/lego.hpp"
#include "mahala/optimize/similarity/loreta.hpp"
#include "mahala/optimize/similarity/manifold_identification.hpp"
#include "mahala/optimize/similarity/oasis.hpp"
#include "mahala/optimize/similarity/passive_aggressive.hpp"
#include "mahala/optimize/similarity/perceptron.hpp"
#include "mahala/optimize/similarity/wsabie.hpp"
#include "tests/support/error_message.hpp"
#include "tests/support/random_labelled.hpp"

namespace mahala::test::online_similarity_test {

constexpr Index dim = labelled_dim;

namespace {

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
  // The loss of an example is smaller, or gone, once its method has learned
  // from it.
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
}  // namespace mahala::test::online_similarity_test
