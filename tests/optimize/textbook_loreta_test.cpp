#include "mahala/optimize/similarity/textbook_loreta.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/core/random.hpp"
#include "tests/support/error_message.hpp"
#include "tests/support/retract_psd.hpp"

namespace mahala::test::textbook_loreta_test {
namespace {

double apart(const Matrix& x, const Matrix& y) { return (x - y).norm() / y.norm(); }

struct Drawn {
  Rng rng = make_rng(5);
  FixedRankPoint at{random_normal(14, 4, rng), random_normal(11, 4, rng)};
  FixedRank manifold{14, 11, 4};
  Matrix z = random_normal(14, 11, rng);
};

TEST(TextbookLoreta, StepsAreRetractionsOfProjectedGradients) {
  Drawn drawn;
  for (const Index r : {1, 3}) {
    const Matrix g1 = 0.2 * random_normal(14, r, drawn.rng), g2 = random_normal(11, r, drawn.rng);
    const auto xi = drawn.manifold.project(drawn.at, g1 * g2.transpose());
    const Matrix wanted = drawn.manifold.retract(drawn.at, xi).w();
    EXPECT_LT(apart(loreta_step(drawn.at, g1, g2).w(), wanted), 1e-13);
    if (r > 1) continue;
    TextbookLoreta textbook(drawn.at.a, drawn.at.b);
    textbook.step(g1, g2);
    EXPECT_LT(apart(textbook.point().w(), wanted), 1e-13);
    EXPECT_LT(apart(textbook.left_inverse(), pseudo_inverse(textbook.point().a)), 1e-12);
    EXPECT_LT(apart(textbook.right_inverse(), pseudo_inverse(textbook.point().b)), 1e-12);
  }
}

TEST(TextbookLoreta, PsdStepsAreRetractionsOfProjectedGradients) {
  Rng rng = make_rng(7);
  const Matrix y = random_normal(13, 4, rng), f = 0.3 * random_normal(13, 3, rng);
  const Matrix g = random_normal(3, 3, rng), c = (g + g.transpose()) / 2;
  const auto square = [](const Matrix& factor) { return Matrix(factor * factor.transpose()); };
  EXPECT_LT(apart(square(loreta_psd_step(y, f, c)), square(retract_psd(y, f * c * f.transpose()))),
            1e-13);
  TextbookLoretaPsd textbook(y);
  textbook.step(f.col(0), f.col(1));
  EXPECT_LT(
      apart(square(textbook.factor()), square(retract_psd(y, f.col(0) * f.col(1).transpose()))),
      1e-13);
  EXPECT_LT(apart(textbook.inverse(), pseudo_inverse(textbook.factor())), 1e-12);
}

TEST(TextbookLoreta, RefusesTheStepThatWouldLoseARank) {
  Drawn drawn;
  // In the span of both factors with s = 2 - 2 sqrt(3): beta and w vanish.
  Vector p = drawn.at.a * random_normal(4, 1, drawn.rng);
  const Vector q = drawn.at.b * random_normal(4, 1, drawn.rng);
  TextbookLoreta textbook(drawn.at.a, drawn.at.b);
  const double s = (textbook.left_inverse() * p).dot(textbook.right_inverse() * q);
  p *= (2 - 2 * std::sqrt(3)) / s;
  EXPECT_NE(error_message([&] { textbook.step(p, q); }).find("would lose a rank"),
            std::string::npos);
  EXPECT_EQ(textbook.point().a, drawn.at.a);
  EXPECT_EQ(textbook.point().b, drawn.at.b);
}

}  // namespace
}  // namespace mahala::test::textbook_loreta_test
