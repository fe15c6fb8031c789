// Similarities and rankings measured as they are.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mahala/core/error.hpp"
#include "mahala/core/random.hpp"
#include "mahala/evaluate/quality.hpp"
#include "mahala/evaluate/ranked.hpp"
#include "mahala/evaluate/trial.hpp"
#include "mahala/model/scores.hpp"
#include "tests/support/blobs.hpp"

namespace mahala::test::kinds_test {
namespace {

Model some_similarity() {
  Rng rng = make_rng(1);
  return {.kind = ModelKind::similarity,
          .left = random_normal(6, 3, rng),
          .right = random_normal(6, 3, rng)};
}

double number(const Measurement& measurement, std::string_view name) {
  const auto at = std::ranges::find(measurement.names, name);
  EXPECT_NE(at, measurement.names.end()) << name;
  return values(measurement)[static_cast<std::size_t>(at - measurement.names.begin())];
}

/// Section 7.1.3 of Shalit et al. by its definition, from W itself.
double map_by_definition(const Model& model, const Dataset& data) {
  const Matrix& x = std::get<Matrix>(data.x.storage());
  const Matrix scores = x.transpose() * model.left * model.right.transpose() * x;
  double sum = 0;
  for (Index q = 0; q < data.size(); ++q) {
    std::vector<Index> order;
    for (Index i = 0; i < data.size(); ++i) {
      if (i != q) order.push_back(i);
    }
    std::ranges::stable_sort(order, [&](Index a, Index b) { return scores(q, a) > scores(q, b); });
    std::vector<double> grades;
    for (const Index i : order) grades.push_back(data.labels.share(q, i) ? 1 : 0);
    sum += average_precision(grades);
  }
  return sum / static_cast<double>(data.size());
}

TEST(TrialOfASimilarity, RanksOtherSamplesByScore) {
  const Dataset data = blobs(50);
  const Model model = some_similarity();
  const Trial trial{.queries = data, .measures = {Measure::retrieval}, .cuts = {1, 3}};
  const auto found = measure(model, trial);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(number(found[0], "map"), map_by_definition(model, data), 1e-12);
  EXPECT_NEAR(number(found[0], "map"), mean_average_precision(model, data), 1e-12);
  const Model plain{.kind = ModelKind::similarity,
                    .left = Matrix::Identity(6, 6),
                    .right = Matrix::Identity(6, 6)};
  EXPECT_NEAR(number(measure_baseline(model, trial)[0], "map"), map_by_definition(plain, data),
              1e-12);
}

TEST(TrialOfASimilarity, SearchesABaseOnTheRight) {
  const Dataset queries = blobs(20), base = blobs(30, 6, 3, 9);
  const Model model = some_similarity();
  const Trial trial{
      .queries = queries, .base = base, .measures = {Measure::retrieval}, .cuts = {1}};
  double hits = 0;
  const Matrix scores = queries.x.project(model.left).transpose() * base.x.project(model.right);
  for (Index q = 0; q < 20; ++q) {
    Index best = 0;
    scores.row(q).maxCoeff(&best);
    hits += queries.labels.names()[std::size_t(queries.labels[q][0])] ==
            base.labels.names()[std::size_t(base.labels[best][0])];
  }
  EXPECT_NEAR(number(measure(model, trial)[0], "precision_at_1"), hits / 20, 1e-12);
}

TEST(TrialOfASimilarity, ChecksTripletsByScoreWithTiesOneHalf) {
  const Model model = some_similarity();
  Matrix x = std::get<Matrix>(blobs(4).x.storage());
  x.col(3) = x.col(2);
  const Dataset data{.x = Samples(x)};
  const Matrix scores = x.transpose() * model.left * model.right.transpose() * x;
  const Trial trial{.queries = data, .triplets = {{0, 1, 2}, {0, 2, 3}}};
  const double expected = (scores(0, 1) > scores(0, 2) ? 1 : 0) + 0.5;
  EXPECT_NEAR(number(measure(model, trial)[0], "triplet_accuracy"), expected / 2, 1e-12);
}

/// Scores of feature k are those of label k.
Model identity_ranking() {
  return {.kind = ModelKind::ranking, .right = Matrix::Identity(3, 3), .labels = {"a", "b", "c"}};
}

TEST(TrialOfARanking, MeasuresTheOrderOfLabels) {
  Matrix x(3, 3);
  x << 3, 1, 0,  //
      2, 2, 0,   //
      1, 3, 0;
  const Dataset data{
      .x = Samples(x),
      .labels = Labels::from_names(std::vector<std::vector<std::string>>{{"a", "c"}, {"b"}, {}})};
  const auto found =
      measure(identity_ranking(), {.queries = data, .measures = {Measure::labels}, .cuts = {1, 2}});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].units, 2);
  EXPECT_NEAR(number(found[0], "map"), ((1 + 2.0 / 3) / 2 + 0.5) / 2, 1e-12);
  EXPECT_NEAR(number(found[0], "one_error"), 0.5, 1e-12);
  EXPECT_NEAR(number(found[0], "mrr"), 0.75, 1e-12);
  EXPECT_NEAR(number(found[0], "precision_at_2"), 0.5, 1e-12);
}

TEST(TrialOfARanking, PutsLabelsItDoesNotKnowLast) {
  const Dataset data{.x = Samples(Matrix(Matrix::Constant(3, 1, -5))),
                     .labels = Labels::from_names(std::vector<std::string>{"unheard of"})};
  const auto found =
      measure(identity_ranking(), {.queries = data, .measures = {Measure::labels}, .cuts = {1}});
  EXPECT_EQ(number(found[0], "map"), 0.25);
}

TEST(TrialOfARanking, StandsBesideTheFrequenciesOfLabels) {
  const Dataset data{.x = Samples(Matrix(Matrix::Zero(3, 4))),
                     .labels = Labels::from_names(std::vector<std::string>{"c", "c", "c", "b"})};
  const Trial trial{.queries = data, .measures = {Measure::labels}, .cuts = {1}};
  EXPECT_NEAR(number(measure_baseline(identity_ranking(), trial)[0], "map"), (3 + 0.5) / 4, 1e-12);
}

TEST(Trial, VerifiesASimilarityByItsScores) {
  Model product = identity_model(1);
  product.kind = ModelKind::similarity;
  const Dataset data{.x = Samples(Matrix{{3, 2, 1, -1}})};
  // Scores 6, 2 and -3, -1: every same pair scores above every different one.
  const Trial trial{.queries = data,
                    .measures = {Measure::verification},
                    .pairs = {{0, 1, true}, {1, 2, true}, {0, 3, false}, {2, 3, false}}};
  EXPECT_EQ(number(measure(product, trial)[0], "auc"), 1);
  EXPECT_EQ(number(measure(product, trial)[0], "threshold"), -0.5);  // of the negative score
}

TEST(Trial, RefusesWhatAKindCannotBeAsked) {
  const Dataset data = blobs(20);
  for (const Measure each : {Measure::knn, Measure::clustering}) {
    EXPECT_THROW(measure(some_similarity(), {.queries = data, .measures = {each}}), Error);
  }
  for (const Measure each : {Measure::knn, Measure::clustering, Measure::verification}) {
    EXPECT_THROW(measure(identity_ranking(), {.queries = data, .measures = {each}}), Error);
  }
  EXPECT_THROW(measure(identity_model(6), {.queries = data, .measures = {Measure::labels}}), Error);
  EXPECT_THROW(measure(identity_ranking(), {.queries = data, .triplets = {{0, 1, 2}}}), Error);
}

}  // namespace
}  // namespace mahala::test::kinds_test
