// Exponentials beside the standard library's.

#include "mahala/core/linalg/exponential.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace mahala::test::exponential_test {
namespace {

TEST(Exponentials, AreThoseOfTheStandardLibraryToRounding) {
  std::vector<double> x;
  for (double v = -700; v <= 700; v += 0.37) x.push_back(v);
  for (const double v : {0.0, 1.0, -1e-300, 1e-17, 0.34657359, -0.34657360}) x.push_back(v);
  std::vector<double> e = x;
  exponentials(e);
  for (std::size_t k = 0; k < x.size(); ++k) {
    EXPECT_NEAR(e[k] / std::exp(x[k]), 1, 5e-16) << x[k];
  }
}

TEST(Exponentials, TakeWhatIsBeyondAsTheFarthest) {
  std::vector<double> e = {-1e300, -std::numeric_limits<double>::infinity(), 1e300};
  exponentials(e);
  EXPECT_LT(e[0], 1e-300);
  EXPECT_EQ(e[0], e[1]);
  EXPECT_NEAR(e[2] / std::exp(700.0), 1, 5e-16);
}

}  // namespace
}  // namespace mahala::test::exponential_test
