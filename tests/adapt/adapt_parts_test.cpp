// The pieces that adapting is made of.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mahala/adapt/adapted_map.hpp"
#include "mahala/adapt/correlation.hpp"
#include "mahala/adapt/figures.hpp"
#include "mahala/adapt/gate.hpp"
#include "mahala/adapt/graded.hpp"
#include "mahala/adapt/learned_map.hpp"
#include "mahala/core/error.hpp"
#include "mahala/core/random.hpp"
#include "mahala/evaluate/retrieval.hpp"
#include "mahala/evaluate/significance.hpp"
#include "tests/support/error_message.hpp"

namespace mahala::test::adapt_parts_test {
namespace {

TEST(StudentQuantile, IsThatOfTables) {
  EXPECT_NEAR(student_quantile(0.95, 9), 1.833113, 1e-6);
  EXPECT_NEAR(student_quantile(0.95, 99), 1.660391, 1e-6);
  EXPECT_NEAR(student_quantile(0.975, 1), 12.706205, 1e-5);
}

TEST(Gate, WantsTenAndABoundAboveZero) {
  EXPECT_FALSE(pass_gate(std::vector<double>(9, 1.0), 0.95).passed);
  EXPECT_TRUE(pass_gate(std::vector<double>(10, 1.0), 0.95).passed);
  EXPECT_FALSE(pass_gate({1, -1, 1, -1, 1, -1, 1, -1, 1, -0.9}, 0.95).passed);
  EXPECT_FALSE(pass_gate({}, 0.95).passed);
}

/// m differences of mean 0: 5 % pass, give or take three standard errors.
TEST(Gate, LetsFiveInAHundredOfNothingPass) {
  for (const Index m : {10, 30, 100}) {
    Rng rng = make_rng(static_cast<std::uint64_t>(m));
    int passed = 0;
    for (int run = 0; run < 2000; ++run) {
      const Matrix draws = random_normal(m, 1, rng);
      passed += pass_gate({draws.data(), draws.data() + m}, 0.95).passed ? 1 : 0;
    }
    EXPECT_NEAR(passed, 100, 30) << m;
  }
}

/// Each number twice is no more evidence than once, whether its copies are known by their group or
/// by how many there are.
TEST(Gate, IsNotMovedByCopies) {
  Rng rng = make_rng(5);
  const Matrix draws = random_normal(40, 1, rng);
  std::vector<double> once, twice;
  std::vector<Index> groups;
  for (Index k = 0; k < 40; ++k) {
    once.push_back(draws(k, 0) + 0.3);
    for (int copy = 0; copy < 2; ++copy) twice.push_back(once.back()), groups.push_back(k);
  }
  const GateResult expected = pass_gate(once, 0.95);
  EXPECT_NEAR(pass_gate(twice, 0.95, groups).bound, expected.bound, 1e-12);
  EXPECT_NEAR(pass_gate(twice, 0.95, {}, 2).bound, expected.bound, 0.01);
  EXPECT_GT(pass_gate(twice, 0.95).bound, expected.bound + 0.03);
}

TEST(Candidates, ReadAsTheyAreWritten) {
  for (const AdaptCandidate& each : candidate_grid(AdaptSide::query)) {
    EXPECT_EQ(parse_candidate(describe_candidate(each), AdaptSide::query), each);
  }
  for (const AdaptCandidate& each : candidate_grid(AdaptSide::two, true)) {
    EXPECT_EQ(parse_candidate(describe_candidate(each), AdaptSide::two), each);
  }
  EXPECT_EQ(candidate_grid(AdaptSide::two).size(), 35U);
  for (const AdaptCandidate& each : candidate_grid(AdaptSide::two, false, true)) {
    EXPECT_EQ(parse_candidate(describe_candidate(each), AdaptSide::two), each);
  }
  EXPECT_TRUE(candidate_grid(AdaptSide::two).front().is_identity());
}

TEST(Candidates, HaveOneWhiteningAndOneMap) {
  EXPECT_THROW(parse_candidate("mixed:0.3 + rca:1", AdaptSide::two), Error);
  EXPECT_THROW(parse_candidate("ridge:1 + ridge:1", AdaptSide::two), Error);
}

/// All labels teach; only those tried know all that is of their class.
TEST(Collection, OfLabelsHoldsQueriesToLearnFromAlone) {
  Rng data_rng = make_rng(7);
  Dataset data;
  data.x = Samples(random_normal(4, 60, data_rng));
  Feedback feedback{.kind = FeedbackKind::labels, .own_queries = true};
  for (Index i = 0; i < 60; ++i) feedback.classes.push_back(i % 10 == 9 ? -1 : i % 3);
  const UnitColumns columns(data);
  const auto collected = [&](const CollectionLimits& limits) {
    Rng rng = make_rng(8);
    return collect(columns, columns, feedback, limits, rng);
  };
  const Collection all = collected({}), few = collected({.queries = 5});
  EXPECT_EQ(all.tried().size(), 54u);
  EXPECT_EQ(few.tried().size(), 5u);
  EXPECT_EQ(collected({.queries = 5, .items = 20}).tried().size(), 5u);
  ASSERT_EQ(few.size(), 54);
  for (std::size_t q = 0; q < 54; ++q) {
    const CollectedQuery &one = few.judged[q], &same = all.judged[q];
    EXPECT_EQ(one.positives, same.positives);
    EXPECT_EQ(one.relevant, one.tried ? same.relevant : std::vector<Index>());
    EXPECT_EQ(one.source, same.source);
    EXPECT_EQ(few.classes[static_cast<std::size_t>(one.self)],
              feedback.classes[static_cast<std::size_t>(one.source)]);
  }
}

TEST(MeasureQuery, AgreesWithRetrieval) {
  Rng rng = make_rng(1);
  const Matrix items = random_normal(5, 60, rng), queries = random_normal(5, 8, rng);
  for (const Index relevant : {3, 30}) {  // fewer and more than one pass each is worth
    const auto relevance = [&](Index q, std::vector<double>& grades) {
      for (Index k = 0; k < relevant; ++k) grades[static_cast<std::size_t>((7 * k + q) % 60)] = 1;
    };
    const Retrieval expected = retrieve(Samples(items), Samples(queries), relevance,
                                        {.rank = {.closeness = Closeness::inner_product}});
    const MatrixF scores = (items.transpose() * queries).cast<float>();
    for (Index q = 0; q < 8; ++q) {
      CollectedQuery judged;
      for (Index k = 0; k < relevant; ++k) judged.relevant.push_back((7 * k + q) % 60);
      judged.grades.assign(judged.relevant.size(), 1);
      const Figures found = measure_query(scores.col(q), judged);
      const auto at = static_cast<std::size_t>(q);
      EXPECT_NEAR(found[0], expected.average_precision[at], 1e-12);
      EXPECT_NEAR(found[1], expected.at[0].ndcg[at], 1e-12);
      EXPECT_NEAR(found[2], expected.reciprocal_rank[at], 1e-12);
      EXPECT_NEAR(found[3], expected.at[0].recall[at], 1e-12);
    }
  }
}

TEST(MeasureQuery, LeavesTheQueryItselfOut) {
  const Eigen::VectorXf scores = (Eigen::VectorXf(4) << 9, 5, 7, 1).finished();
  const Figures found = measure_query(scores, {.self = 0, .relevant = {1}, .grades = {1}});
  EXPECT_DOUBLE_EQ(found[2], 0.5);
}

TEST(MeasureQuery, CountsTheVotesOfTheFiveNearest) {
  const Eigen::VectorXf scores = (Eigen::VectorXf(8) << 9, 8, 7, 6, 5, 4, 3, 2).finished();
  const CollectedQuery first{.self = 0, .relevant = {2, 4}, .grades = {1, 1}};
  EXPECT_EQ(measure_query(scores, first)[4], 0);
  EXPECT_EQ(measure_query(scores, first, {1, 2, 1, 2, 1, 1, 2, 2})[4], 1);
  EXPECT_EQ(measure_query(scores, first, {1, 2, 1, 2, 2, 1, 1, 1})[4], 0);  // of 1 to 5 alone
  EXPECT_EQ(measure_query(scores, first, {1, 0, 1, 0, 1, 2, 2, 2})[4], 0);  // a tie: the smallest
}

/// Solved in the space of queries, of features, and by normal equations.
TEST(RidgeMap, IsTheSameInEveryForm) {
  Rng rng = make_rng(2);
  for (const Index queries : {4, 20}) {
    const QueryShifts shifts{random_normal(7, queries, rng), random_normal(7, queries, rng)};
    const MatrixF asked = random_normal(7, 5, rng).cast<float>();
    NormalEquations equations = NormalEquations::empty(7);
    equations.add(shifts);
    const Matrix expected =
        asked.cast<double>() + equations.solve(0.5).transpose() * asked.cast<double>();
    EXPECT_TRUE(RidgeMap(shifts).map(asked, 0.5, 1).cast<double>().isApprox(expected, 1e-5));
  }
}

TEST(NormalEquations, AreTheSameInAnyPortions) {
  Rng rng = make_rng(5);
  const QueryShifts all{random_normal(19, 33, rng), random_normal(19, 33, rng)};
  NormalEquations once = NormalEquations::empty(19), portions = once;
  once.add(all);
  for (const auto& [begin, count] : {std::pair<Index, Index>{0, 7}, {7, 1}, {8, 25}}) {
    portions.add({all.q.middleCols(begin, count), all.e.middleCols(begin, count)});
  }
  EXPECT_EQ(once.a, portions.a);
  EXPECT_EQ(once.b, portions.b);
  EXPECT_TRUE(once.a.isApprox(all.q * all.q.transpose(), 1e-12));
  EXPECT_TRUE(once.b.isApprox(all.q * all.e.transpose(), 1e-12));
}

TEST(WhitenedAlike, GivesAColumnTheSameBitsInAnyCompany) {
  Rng rng = make_rng(6);
  const Matrix t = random_normal(13, 13, rng);
  const Matrix symmetric = t + t.transpose();
  const MatrixF x = random_normal(13, 40, rng).cast<float>();
  const MatrixF all = whitened_alike(symmetric, x);
  for (const Index k : {0, 7, 39}) {
    EXPECT_EQ(all.col(k), whitened_alike(symmetric, x.col(k)).col(0));
  }
  EXPECT_TRUE(all.isApprox(whitened(symmetric, x), 1e-5F));
}

/// A hidden turn that queries went through is partly undone: positives gain on the nearest others.
TEST(LearnedShift, BringsPositivesNearer) {
  Rng rng = make_rng(7);
  MatrixF items = random_normal(10, 80, rng).cast<float>(), queries(10, 60);
  const MatrixF turn = (random_normal(10, 10, rng) / std::sqrt(10.0)).cast<float>();
  std::vector<Lesson> lessons;
  for (Index q = 0; q < 60; ++q) {
    queries.col(q) = 0.7F * items.col(q) + turn * items.col(q);
    lessons.push_back({q, {q}, {1}});
  }
  normalise_columns(items);
  normalise_columns(queries);
  const AdaptSpace space{items, queries};
  const auto mean_reciprocal = [&](const Matrix& d) {
    double sum = 0;
    for (Index q = 0; q < 60; ++q) {
      const Eigen::VectorXf asked = queries.col(q) + d.transpose().cast<float>() * queries.col(q);
      sum += measure_query(items.transpose() * asked, {.relevant = {q}, .grades = {1}})[2];
    }
    return sum / 60;
  };
  const double before = mean_reciprocal(Matrix::Zero(10, 10));
  for (const auto& [map, strength] : {std::pair{QueryMap::iplr, 1.0},
                                      {QueryMap::loreta, 0.003},
                                      {QueryMap::hinge, 1e-3},
                                      {QueryMap::pairs, 1e-3}}) {
    const Matrix d = learned_shift(map, strength, space, lessons, std::vector<Index>(60, -1));
    EXPECT_GT(mean_reciprocal(d), before) << static_cast<int>(map);
  }
}

TEST(SoftWhitening, MakesTheMomentRound) {
  Rng rng = make_rng(3);
  const MatrixF x =
      (Vector::LinSpaced(5, 1, 4).asDiagonal() * random_normal(5, 400, rng)).cast<float>();
  const Matrix moment = second_moment(x);
  EXPECT_NEAR(moment.trace(), 5, 1e-9);
  const Matrix t = soft_whitening(symmetric_eigen(moment), 1e-9);
  EXPECT_TRUE((t * moment * t).isApprox(Matrix::Identity(5, 5), 1e-6));
}

/// Against the formulas of candidate.hpp and whitening.hpp, summed positive by positive.
TEST(FeedbackMoment, IsMixedWithThatOfTheDocuments) {
  Rng rng = make_rng(8);
  Collection collection;
  collection.items = random_normal(4, 20, rng).cast<float>();
  collection.queries = random_normal(4, 3, rng).cast<float>();
  const std::vector<Lesson> lessons = {{0, {1, 5, 7}, {1, 1, 1}}, {2, {3, 4}, {1, 1}}};
  Matrix about_query = Matrix::Zero(4, 4), about_mean = about_query;
  for (const Lesson& lesson : lessons) {
    const auto share = 1 / static_cast<double>(lesson.positives.size());
    Vector mean = Vector::Zero(4);
    for (const Index i : lesson.positives) mean += share * collection.items.col(i).cast<double>();
    for (const Index i : lesson.positives) {
      const Vector x = collection.items.col(i).cast<double>();
      const Vector away = x - collection.queries.col(lesson.query).cast<double>();
      about_query += share * away * away.transpose();
      about_mean += share * (x - mean) * (x - mean).transpose();
    }
  }
  about_query *= 4 / about_query.trace();
  about_mean *= 4 / about_mean.trace();
  FeedbackMoment moment(4);
  moment.add(collection, lessons);
  const Matrix c = second_moment(collection.items);
  EXPECT_TRUE(moment.moment().isApprox((about_query + about_mean) / 2, 1e-12));
  EXPECT_TRUE(mixed_moment(moment.moment(), symmetric_eigen(c))
                  .isApprox((about_query + about_mean + c) / 3, 1e-12));
}

TEST(Graded, SolvesItsNormalEquations) {
  Rng rng = make_rng(4);
  const Index d = 4, n = 30;
  PairColumns pairs{random_normal(d, n, rng), random_normal(d, n, rng), {}};
  pairs.scores = 2 * cosines_of(pairs) + random_normal(n, 1, rng);
  const double lambda = 0.05;
  const Matrix found = fit_graded(pairs, lambda);
  EXPECT_TRUE(found.isApprox(found.transpose(), 1e-12));
  const auto line = fit_line(cosines_of(pairs), pairs.scores);
  ASSERT_TRUE(line);
  // The gradient of the penalised squares vanishes.
  Matrix gradient = static_cast<double>(n) * lambda * found;
  for (Index k = 0; k < n; ++k) {
    const Vector x = pairs.x.col(k), y = pairs.y.col(k);
    const double target = (pairs.scores[k] - line->a) / line->b - x.dot(y);
    const Matrix outer = x * y.transpose();
    gradient += (x.dot(found * y) - target) * (outer + outer.transpose()) / 2;
  }
  EXPECT_LT(gradient.norm(), 1e-3 * static_cast<double>(n) * lambda * found.norm());
}

TEST(Graded, HasNoLineWhereScoresFall) {
  const Vector c = Vector::LinSpaced(5, 0, 1);
  EXPECT_FALSE(fit_line(c, -c));
  EXPECT_FALSE(fit_line(Vector::Ones(5), c));
}

TEST(Correlations, AreThoseOfTheirDefinitions) {
  const Vector a = (Vector(5) << 1, 2, 2, 5, 9).finished();
  EXPECT_EQ(ranks_of(a), (Vector(5) << 1, 2.5, 2.5, 4, 5).finished());
  EXPECT_NEAR(spearman(a, a.array().exp().matrix()), 1, 1e-12);
  EXPECT_EQ(pearson(a, Vector::Ones(5)), 0);
  const Vector b = (Vector(5) << 2, 1, 4, 3, 7).finished();
  double sum = 0;
  for (const double part : correlation_parts(a, b)) sum += part;
  EXPECT_NEAR(sum / 5, pearson(a, b), 1e-12);
}

}  // namespace
}  // namespace mahala::test::adapt_parts_test
