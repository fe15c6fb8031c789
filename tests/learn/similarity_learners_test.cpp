// What the online learners of similarities and label rankings promise beyond what every learner
// does.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mahala/core/error.hpp"
#include "mahala/evaluate/quality.hpp"
#include "mahala/learn/similarity/factor_gradient.hpp"
#include "mahala/learn/similarity/lego.hpp"
#include "mahala/learn/similarity/loreta.hpp"
#include "mahala/learn/similarity/loreta_labels.hpp"
#include "mahala/learn/similarity/oasis.hpp"
#include "mahala/learn/similarity/pa.hpp"
#include "mahala/learn/similarity/perceptron.hpp"
#include "tests/support/error_message.hpp"

namespace mahala::test::similarity_learners_test {
namespace {

using testing::HasSubstr;

constexpr Index dim = 12, classes = 4;

/// Classes that differ in two hidden directions, under noise twice as large in all others.
Dataset hidden_classes(std::uint64_t seed) {
  Rng rng(seed);
  const Index n = 240;
  Matrix x = random_normal(dim, n, rng);
  std::vector<std::string> names;
  for (Index k = 0; k < n; ++k) {
    const Index c = k % classes;
    x(0, k) = 0.2 * x(0, k) + (c < 2 ? 1 : -1);
    x(1, k) = 0.2 * x(1, k) + (c % 2 == 0 ? 1 : -1);
    names.push_back(fmt::format("class {}", c));
  }
  Dataset data;
  data.x = Samples(x);
  data.labels = Labels::from_names(names);
  return data;
}

/// Samples whose labels are the two largest of a few hidden linear scores.
Dataset several_labels(std::uint64_t seed, Index labels = 6) {
  Rng hidden(99), rng(seed);
  const Matrix w = random_normal(labels, 3, hidden) * random_normal(3, dim, hidden);
  const Matrix x = random_normal(dim, 300, rng);
  std::vector<std::vector<std::string>> names;
  for (Index k = 0; k < x.cols(); ++k) {
    Vector scores = w * x.col(k);
    names.emplace_back();
    for (int best = 0; best < 2; ++best) {
      Index at = 0;
      scores.maxCoeff(&at);
      names.back().push_back(fmt::format("label {}", at));
      scores[at] = -1e9;
    }
  }
  Dataset data;
  data.x = Samples(x);
  data.labels = Labels::from_names(names);
  return data;
}

Dataset in_order_of(const Dataset& data, const Dataset& other) {
  Dataset same = data;
  same.labels = data.labels.renumbered(other.labels.names());
  return same;
}

const StepOptions few{.steps = 6000, .step = 0.05};

double plain_map(const Dataset& data) {
  Model model;
  model.kind = ModelKind::similarity;
  model.identity = 1;
  model.left = Matrix(data.dim(), 0);
  return mean_average_precision(model, data);
}

TEST(SimilarityLearners, RankSamplesOfTheSameClassHigherThanBefore) {
  const Dataset train = hidden_classes(1), test = hidden_classes(2);
  const double before = plain_map(test);
  const auto expect_better = [&](const char* name, const Fit& fit) {
    EXPECT_GT(mean_average_precision(fit.model, test), before + 0.2) << name;
  };
  const BilinearOptions rank{.rank = 2};
  expect_better("loreta", loreta(train, Nothing{}, {.from = rank, .steps = few}));
  expect_better("loreta-psd", loreta_psd(train, Nothing{}, {.from = rank, .steps = few}));
  expect_better("loreta-mi", loreta_mi(train, Nothing{}, {.from = rank, .steps = few}));
  expect_better("bilinear-gd", bilinear_gd(train, Nothing{}, {.from = rank, .steps = few}));
  expect_better("psd-gd", psd_gd(train, Nothing{}, {.from = rank, .steps = few}));
  expect_better("pa", pa(train, Nothing{}, {.from = rank, .steps = few}));
  expect_better("oasis", oasis(train, Nothing{}, {.steps = few}));
}

TEST(SimilarityLearners, FindDirectionsThatTheStartDoesNotHave) {
  // The informative features come last, so that the identity start is blind to them.
  Dataset train = hidden_classes(1), test = hidden_classes(2);
  for (Dataset* data : {&train, &test}) {
    data->x = Samples(Matrix(std::get<Matrix>(data->x.storage()).colwise().reverse()));
  }
  const double before = plain_map(test);
  const LoretaOptions options{.from = {.rank = 2}, .steps = {.steps = 40000, .step = 0.1}};
  EXPECT_GT(mean_average_precision(loreta_psd(train, Nothing{}, options).model, test),
            before + 0.2);
}

TEST(Loreta, ChoosesItsStepAndSaysSo) {
  const Fit fit = loreta(hidden_classes(1), Nothing{},
                         {.from = {.rank = 2}, .steps = {.steps = 2000, .prefix = 300}});
  EXPECT_NE(fit.message.find("chosen by"), std::string::npos) << fit.message;
}

TEST(Loreta, KeepsTheStartIfThereIsNothingToLearnFrom) {
  Dataset one_class = hidden_classes(1);
  one_class.labels = Labels::from_names(
      std::vector<std::string>(static_cast<std::size_t>(one_class.size()), "only"));
  const Fit fit = loreta(one_class, Nothing{}, {.from = {.rank = 3}});
  Matrix start = Matrix::Zero(dim, dim);
  start.diagonal().head(3).setOnes();
  EXPECT_EQ(fit.model.left * fit.model.right.transpose(), start);
}

TEST(Loreta, OfSinglePrecisionEndsNearTheDoubleOne) {
  const Dataset train = hidden_classes(1), test = hidden_classes(2);
  LoretaOptions options{.from = {.rank = 3}, .steps = few};
  const double in_double = mean_average_precision(loreta(train, Nothing{}, options).model, test);
  options.precision = Precision::single_precision;
  EXPECT_NEAR(mean_average_precision(loreta(train, Nothing{}, options).model, test), in_double,
              0.02);
}

TEST(LoretaPsd, GivesAnInnerProduct) {
  const Fit fit = loreta_psd(hidden_classes(1), Nothing{}, {.from = {.rank = 3}, .steps = few});
  EXPECT_FALSE(fit.model.has_right());
  EXPECT_EQ(fit.model.left.cols(), 3);
}

TEST(Oasis, GivesTheShapeAskedFor) {
  const Dataset train = hidden_classes(1);
  const auto w = [&](const char* shape) {
    const Model model =
        oasis(train, Nothing{}, {.shape = *named<OasisSettings::Shape>(shape), .steps = few}).model;
    return model.has_right() ? Matrix(model.right.transpose())
                             : Matrix(model.left * model.left.transpose());
  };
  EXPECT_GT((w("any") - w("any").transpose()).norm(), 1e-3);
  EXPECT_LT((w("symmetric") - w("symmetric").transpose()).norm(), 1e-12);
  EXPECT_EQ(
      oasis(train, Nothing{}, {.shape = OasisSettings::Shape::psd, .steps = few}).model.has_right(),
      false);
}

TEST(Lego, ShrinksTheDistanceOfEqualsBesideThatOfOthers) {
  const Dataset train = hidden_classes(1), test = hidden_classes(2);
  const double before = mean_average_precision(identity_model(dim), test);
  for (const char* loss : {"pairs", "triplets"}) {
    const Fit fit = lego(train, Nothing{},
                         {.loss = *named<LegoLoss>(loss), .steps = {.steps = 3000, .step = 0.003}});
    EXPECT_EQ(fit.model.kind, ModelKind::metric);
    EXPECT_GT(mean_average_precision(fit.model, test), before) << loss;
  }
}

TEST(Lego, LearnsFromPairsWithTheirOwnBounds) {
  Dataset train = hidden_classes(1);
  const Dataset test = hidden_classes(2);
  const double before = mean_average_precision(identity_model(dim), test);
  Rng rng = make_rng(4);
  Pairs pairs;
  while (pairs.size() < 600) {
    const Index i = random_index(240, rng), j = random_index(240, rng);
    if (i == j) continue;
    const bool same = i % classes == j % classes;
    pairs.push_back({i, j, same ? Relation::at_most : Relation::at_least, same ? 2.0 : 20.0});
  }
  train.labels = {};
  const Fit fit = lego(train, pairs, {.steps = {.steps = 3000}});
  EXPECT_GT(mean_average_precision(fit.model, test), before);
  EXPECT_THAT(fit.message, HasSubstr("AUC of pairs, cross-validated"));
  Pairs measured = pairs;
  measured[3].relation = Relation::equal;
  EXPECT_THAT(error_message([&] { lego(train, measured); }), HasSubstr("pair 3: steps are made"));
  EXPECT_THAT(error_message([&] { lego(train, pairs, {.near = 1}); }),
              HasSubstr("pairs have bounds of their own"));
}

TEST(LabelLearners, RankTheLabelsOfNewSamples) {
  const Dataset train = several_labels(1), test = in_order_of(several_labels(2), train);
  const auto expect_good = [&](const char* name, const Fit& fit) {
    EXPECT_EQ(fit.model.kind, ModelKind::ranking) << name;
    EXPECT_GT(mean_average_precision(fit.model, test), 0.75) << name;  // of chance 0.5
  };
  const BilinearOptions rank{.rank = 4};
  for (const char* direction : {"paper", "exact"}) {
    expect_good("loreta-labels",
                loreta_labels(
                    train, Nothing{},
                    {.from = rank, .direction = *named<LabelDirection>(direction), .steps = few}));
    expect_good("perceptron",
                perceptron(train, Nothing{},
                           {.direction = *named<LabelDirection>(direction), .steps = few}));
    expect_good("group-perceptron",
                group_perceptron(train, Nothing{},
                                 {.direction = *named<LabelDirection>(direction), .steps = few}));
  }
  expect_good("zero start",
              loreta_labels(train, Nothing{},
                            {.from = {.rank = 4, .start = BilinearStart::zero}, .steps = few}));
  const StepOptions small{.steps = 6000, .step = 0.003};
  expect_good("squared", loreta_labels(train, Nothing{},
                                       {.from = rank, .loss = LabelLoss::squared, .steps = small}));
  expect_good("pa-labels", pa_labels(train, Nothing{}, {.from = rank, .steps = few}));
  BilinearOptions from_zero = rank;
  from_zero.start = BilinearStart::zero;
  expect_good("pa-labels from zero",
              pa_labels(train, Nothing{}, {.from = from_zero, .steps = few}));
  expect_good("warp", warp(train, Nothing{}, {.from = rank, .steps = few}));
  expect_good("wsabie", warp(train, Nothing{},
                             {.from = {.rank = 4, .start = BilinearStart::gaussian},
                              .method = WarpMethod::wsabie,
                              .steps = few}));
}

TEST(LabelLearners, LeaveTheZeroStartWhereOneLabelASampleCannotSpanTheRank) {
  const Dataset train = hidden_classes(1), test = in_order_of(hidden_classes(2), train);
  const Fit fit = loreta_labels(
      train, Nothing{}, {.from = {.rank = classes, .start = BilinearStart::zero}, .steps = few});
  EXPECT_EQ(fit.model.left.cols(), classes) << "still the perceptron";
  EXPECT_GT(mean_average_precision(fit.model, test), 0.9);
}

TEST(LabelLearners, HalveAStepThatIsTooLongAndSaySo) {
  const Fit fit = loreta_labels(
      several_labels(1), Nothing{},
      {.from = {.rank = 4}, .loss = LabelLoss::squared, .steps = {.steps = 6000, .step = 1}});
  EXPECT_EQ(fit.status, Status::budget_spent);
  EXPECT_NE(fit.message.find("halved"), std::string::npos) << fit.message;
  EXPECT_LT(fit.objective, 2);
}

TEST(LabelLearners, RefuseARankAboveTheNumberOfLabels) {
  EXPECT_THROW(loreta_labels(several_labels(1), Nothing{}, {.from = {.rank = 7}, .steps = few}),
               Error);
}

TEST(SimilarityLearners, TakeTheStepSizeOfAStreamFromItsOptionOrAsChosenForIt) {
  EXPECT_THROW(loreta_stream({.dim = 5}), Error);
  EXPECT_NO_THROW(loreta_stream({.dim = 5}, {.steps = {.step = 1}}));
  EXPECT_NO_THROW(loreta_stream({.dim = 5, .labels = {}, .step = 1}));
}

}  // namespace
}  // namespace mahala::test::similarity_learners_test
