#include "mahala/learn/riemannian/rounds.hpp"

#include <gtest/gtest.h>

#include "tests/support/error_message.hpp"

namespace mahala::test::rounds_test {
namespace {

/// A solver that makes all the steps it may and doubles the metric.
struct Doubling {
  std::vector<Index> steps = {};
  std::vector<std::size_t> pairs = {};

  RoundSolver solver() {
    return [this](const Samples&, const Pairs& from, const Matrix& start, const StartPull&,
                  Index most, const Run&) {
      steps.push_back(most);
      pairs.push_back(from.size());
      return Fit{.model = {.left = 2 * start}, .iterations = most};
    };
  }
};

const Samples plane(Matrix(Matrix::Identity(2, 3)));
const Matrix start = Matrix::Identity(2, 2);

/// Draws one pair at first, two after that and so on, and keeps what it saw.
Run redrawing(std::vector<Matrix>& seen) {
  mahala::Run run;
  run.redraw = [&seen](const Samples& embedded) {
    seen.push_back(std::get<Matrix>(embedded.storage()));
    return Pairs(1 + seen.size(), Pair{.i = 0, .j = 1});
  };
  return run;
}

TEST(Rounds, DrawPairsAnewInTheMetricSoFar) {
  std::vector<Matrix> seen;
  Doubling doubling;
  const Fit fit = learn_in_rounds(plane, Pairs(1), start, {.refresh = 2}, 1000, redrawing(seen),
                                  doubling.solver());
  EXPECT_EQ(doubling.pairs, (std::vector<std::size_t>{1, 2, 3}));
  EXPECT_EQ(doubling.steps, (std::vector<Index>{10, 10, 10}));
  ASSERT_EQ(seen.size(), 2u);
  EXPECT_EQ(seen[0], 2 * Matrix::Identity(2, 3));
  EXPECT_EQ(seen[1], 4 * Matrix::Identity(2, 3));
  EXPECT_EQ(fit.model.left, 8 * start);
  EXPECT_EQ(fit.iterations, 30);
}

TEST(Rounds, MakeNoMoreStepsThanAskedFor) {
  std::vector<Matrix> seen;
  Doubling doubling;
  const Fit fit = learn_in_rounds(plane, Pairs(1), start, {.refresh = 2}, 14, redrawing(seen),
                                  doubling.solver());
  EXPECT_EQ(doubling.steps, (std::vector<Index>{10, 4, 0}));
  EXPECT_EQ(fit.iterations, 14);
}

TEST(Rounds, AreOneWherePairsCannotBeDrawnAnew) {
  Doubling doubling;
  mahala::Run run;
  run.in_units = true;
  learn_in_rounds(plane, Pairs(4), start, {}, 1000, run, doubling.solver());
  EXPECT_EQ(doubling.steps, (std::vector<Index>{1000}));
}

TEST(Rounds, PullAsStronglyAsTheSupervisionDeserves) {
  std::vector<Matrix> seen;
  mahala::Run units;
  units.in_units = true;
  EXPECT_EQ(lambda_of({}, redrawing(seen)), 0.2);
  EXPECT_EQ(lambda_of({}, units), 0.1);
  EXPECT_EQ(lambda_of({}, {}), 0);
  EXPECT_EQ(lambda_of({.lambda = "3"}, {}), 3);
  EXPECT_NE(error_message([] { lambda_of({.lambda = "-1"}, {}); }).find("-1"), std::string::npos);
}

TEST(Rounds, RefuseToRefreshWhatIsNotDrawn) {
  EXPECT_NE(error_message([] { pull_to(start, {.refresh = 5}, {}); }).find("refresh"),
            std::string::npos);
  EXPECT_NO_THROW(pull_to(start, {.refresh = 0}, {}));
}

}  // namespace
}  // namespace mahala::test::rounds_test
