#include "mahala/adapt/adapt.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mahala/adapt/trials.hpp"
#include "mahala/adapt/update.hpp"
#include "mahala/model/scores.hpp"
#include "tests/adapt/hidden_feedback.hpp"
#include "tests/support/error_message.hpp"

namespace mahala::test::adapt_test {
namespace {

using testing::HasSubstr;

Adapted adapted(const HiddenFeedback& made, const AdaptOptions& options = {}) {
  return adapt(made.items, &made.queries, made.feedback, options);
}

TEST(Adapt, FindsAHiddenMap) {
  const HiddenFeedback made = hidden_feedback(16, 300, 120, 1);
  const Adapted found = adapted(made, {.control = true});
  EXPECT_TRUE(found.report.shipped) << found.report.verdict;
  ASSERT_EQ(found.report.rows.size(), 4U);
  EXPECT_GT(found.report.rows[2].values[0], found.report.rows[0].values[0] + 0.1);
  EXPECT_LT(found.report.rows[3].values[0], found.report.rows[2].values[0] - 0.1);
  EXPECT_EQ(found.model.kind, ModelKind::similarity);
}

TEST(Adapt, MapsQueriesAlone) {
  const HiddenFeedback made = hidden_feedback(16, 300, 120, 2);
  const Adapted found = adapted(made, {.side = "query"});
  ASSERT_TRUE(found.report.shipped) << found.report.verdict;
  const Matrix items = embed_side(found.model, made.items.x, Side::right).block(0, 3);
  Matrix plain = made.items.x.block(0, 3);
  plain.colwise().normalize();
  EXPECT_TRUE(items.isApprox(plain, 1e-12));
}

/// W of s-ridge maps queries and items alike, so a sample is nearest to itself on either side.
TEST(Adapt, MapsBothSidesAlikeBySRidge) {
  const HiddenFeedback made = hidden_feedback(8, 60, 40, 5);
  const Model model = adapted(made, {.map = "mixed:0.3 + s-ridge:1"}).model;
  const Matrix left = embed_side(model, made.items.x, Side::left).block(0, 60);
  EXPECT_TRUE(left.isApprox(embed_side(model, made.items.x, Side::right).block(0, 60), 1e-12));
  EXPECT_TRUE(left.colwise().norm().isApprox(Vector::Ones(60).transpose(), 1e-12));
  // The direction of (I + D^T) T x, against ridge:1, whose model has both in two parts.
  const Model parts = adapted(made, {.map = "mixed:0.3 + ridge:1"}).model;
  Matrix expected = embed_side(parts, made.items.x, Side::left).block(0, 60);
  expected.colwise().normalize();
  EXPECT_TRUE(left.isApprox(expected, 1e-9));
  const auto alone = [&] { adapted(made, {.map = "s-ridge:1"}); };
  EXPECT_THAT(error_message(alone), HasSubstr("needs side two, and a whitening"));
}

/// Classes differ in two features of six that others drown: the map turns them up.
TEST(Adapt, LearnsFromLabels) {
  Rng rng = make_rng(6);
  Dataset items;
  items.source = "items";
  Matrix x = random_normal(6, 120, rng);
  x.bottomRows(4) *= 6;
  Feedback feedback{.kind = FeedbackKind::labels, .own_queries = true};
  for (Index i = 0; i < 120; ++i) {
    feedback.classes.push_back(i % 3);
    x(0, i) += 3 * std::cos(2.1 * static_cast<double>(i % 3));
    x(1, i) += 3 * std::sin(2.1 * static_cast<double>(i % 3));
  }
  items.x = Samples(x);
  const Adapted found = adapt(items, nullptr, feedback, {});
  ASSERT_TRUE(found.report.shipped) << found.report.verdict;
  const Matrix y = embed_side(found.model, items.x, Side::right).block(0, 120);
  const Matrix q = embed_side(found.model, items.x, Side::left).block(0, 120);
  const auto nearest_right = [&](const Matrix& asked, const Matrix& known) {
    Matrix scores = known.transpose() * asked;
    scores.diagonal().setConstant(-10);
    int right = 0;
    for (Index i = 0, at = 0; i < 120; ++i) {
      scores.col(i).maxCoeff(&at);
      right += at % 3 == i % 3 ? 1 : 0;
    }
    return right;
  };
  const Matrix unit = x.colwise().normalized();
  EXPECT_GT(nearest_right(q, y), nearest_right(unit, unit) + 10);
}

TEST(Adapt, KeepsTheIdentityWhereThereIsTooLittle) {
  const HiddenFeedback made = hidden_feedback(8, 60, 9, 3);
  const Adapted found = adapted(made);
  EXPECT_FALSE(found.report.shipped);
  EXPECT_THAT(found.report.verdict, HasSubstr("below 10"));
  EXPECT_EQ(found.model.identity, 1);
  EXPECT_EQ(found.model.prepare.plan(), "unit");
}

/// 30 times feedback that says nothing: a gate of 95 % lets few pass.
TEST(Adapt, SeldomShipsWhatSaysNothing) {
  int shipped = 0;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    HiddenFeedback made = hidden_feedback(6, 80, 40, 10 + seed);
    Rng rng = make_rng(seed);
    for (JudgedQuery& each : made.feedback.queries) each.positives[0].item = random_index(80, rng);
    shipped += adapted(made, {.seed = seed}).report.shipped ? 1 : 0;
  }
  EXPECT_LE(shipped, 5);
}

TEST(Adapt, RefusesSamplesWithoutADirection) {
  HiddenFeedback made = hidden_feedback(4, 30, 12, 4);
  Matrix x = made.items.x.block(0, 30);
  x.col(7).setZero();
  made.items.x = Samples(x);
  EXPECT_THAT(error_message([&] { adapted(made); }), HasSubstr("sample 7 is zero"));
  x(2, 7) = std::numeric_limits<double>::quiet_NaN();
  made.items.x = Samples(x);
  EXPECT_THAT(error_message([&] { adapted(made); }), HasSubstr("not finite"));
}

TEST(Adapt, NamesOptionsOutOfRange) {
  const HiddenFeedback made = hidden_feedback(4, 30, 12, 5);
  EXPECT_THAT(error_message([&] { adapted(made, {.metric = "f1"}); }), HasSubstr("'f1'"));
  EXPECT_THAT(error_message([&] { adapted(made, {.map = "ridge"}); }),
              HasSubstr("lacks its number"));
  EXPECT_THAT(error_message([&] { adapted(made, {.folds = 1}); }), HasSubstr("folds is 1"));
  EXPECT_THAT(error_message([&] { adapted(made, {.confidence = 1}); }),
              HasSubstr("confidence is 1"));
}

TEST(Adapt, LearnsFromGradedPairs) {
  Rng rng = make_rng(6);
  Dataset items{.x = Samples(Matrix(random_normal(6, 200, rng)))};
  Feedback feedback{.kind = FeedbackKind::pairs, .own_queries = true};
  Matrix x = items.x.block(0, 200);
  x.colwise().normalize();
  for (Index k = 0; k < 100; ++k) {
    const Vector a = x.col(k), b = x.col(k + 100);
    feedback.pairs.push_back({k, k + 100, 3 * a.dot(b) + 4 * a[0] * b[0] + 1});
  }
  const Adapted found = adapt(items, nullptr, feedback, {});
  EXPECT_TRUE(found.report.shipped) << found.report.verdict;
  for (GradedPair& pair : feedback.pairs) pair.score = -pair.score;
  EXPECT_FALSE(adapt(items, nullptr, feedback, {}).report.shipped);
}

TEST(Adapt, JudgesByWhatIsHeldOut) {
  const HiddenFeedback made = hidden_feedback(16, 300, 120, 1);
  Feedback learned = made.feedback, apart = made.feedback;
  learned.queries.resize(80);
  apart.queries.erase(apart.queries.begin(), apart.queries.begin() + 80);
  const Feedback both = with_held_out(learned, apart, made.queries);
  EXPECT_EQ(both.held_out, 40);
  const Adapted found = adapt(made.items, &made.queries, both, {.control = true});
  EXPECT_TRUE(found.report.shipped) << found.report.verdict;
  EXPECT_EQ(found.report.gate.count, 40);
  // Nothing is learned from what is held out.
  const AdaptOptions fixed{.map = found.report.chosen};
  EXPECT_EQ(found.model.left, adapt(made.items, &made.queries, learned, fixed).model.left);
  EXPECT_THAT(error_message([&] { with_held_out(learned, learned, made.queries); }),
              HasSubstr("query '0' is learned from and held out"));
}

/// The halves of a list of queries.
std::pair<Feedback, Feedback> halves(const Feedback& all) {
  std::pair<Feedback, Feedback> parts{all, all};
  const auto middle = all.queries.begin() + 60;
  parts.first.queries.assign(all.queries.begin(), middle);
  parts.second.queries.assign(middle, all.queries.end());
  return parts;
}

TEST(UpdateAdapted, GivesTheBitsOfLearningFromAllAtOnce) {
  HiddenFeedback made = hidden_feedback(12, 200, 120, 7);
  for (const char* side : {"two", "query"}) {
    const AdaptOptions options{.side = side, .map = "documents:0.3 + ridge:1"};
    const Model all = adapted(made, options).model;
    const auto [first, second] = halves(made.feedback);
    const Model begun = adapt(made.items, &made.queries, first, options).model;
    const Updated updated = update_adapted(begun, made.items, &made.queries, second, {});
    EXPECT_EQ(updated.model.left, all.left);
    EXPECT_EQ(updated.model.state.numbers, all.state.numbers);
    EXPECT_EQ(updated.report.learned_from, 120);
    const Updated forgetful =
        update_adapted(begun, made.items, &made.queries, second, {.forget = 0.5});
    EXPECT_NE(forgetful.model.left, all.left);
    EXPECT_EQ(forgetful.report.weight, 90);
  }
}

TEST(UpdateAdapted, RefusesAModelWithoutState) {
  const HiddenFeedback made = hidden_feedback(4, 30, 12, 8);
  const Model plain = identity_model(4);
  EXPECT_THAT(
      error_message([&] { update_adapted(plain, made.items, &made.queries, made.feedback, {}); }),
      HasSubstr("nothing to learn on from"));
}

}  // namespace
}  // namespace mahala::test::adapt_test
