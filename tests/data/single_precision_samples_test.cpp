#include <gtest/gtest.h>

#include "mahala/core/error.hpp"
#include "mahala/core/random.hpp"
#include "mahala/data/samples/samples.hpp"
#include "tests/support/error_message.hpp"
#include "tests/support/storages.hpp"

namespace mahala::test::single_precision_samples_test {
namespace {

TEST(SinglePrecisionSamples, AreTheNearestFloats) {
  Rng rng = make_rng(1);
  const Matrix x = random_normal(5, 700, rng);
  for (const Samples& samples : {Samples(x), Samples(mapped<double>(x))}) {
    const Samples single = in_single_precision(samples);
    EXPECT_EQ(single.storage_name(), "float");
    EXPECT_EQ(single.block(0, 700), Matrix(x.cast<float>().cast<double>()));
  }
}

TEST(SinglePrecisionSamples, LeaveFloatsWhereTheyAre) {
  const Samples floats(mapped<float>(MatrixF::Ones(2, 3)));
  EXPECT_EQ(in_single_precision(floats).storage_name(), "mapped float");
}

TEST(SinglePrecisionSamples, RefuseWhatTheyCannotHold) {
  EXPECT_THROW(in_single_precision(Samples(SparseMatrix(2, 3))), Error);
  Matrix large = Matrix::Ones(2, 3);
  large(1, 2) = 1e300;
  EXPECT_THROW(in_single_precision(Samples(large)), Error);
}

/// The halves next to each other between which x lies, and x itself if it is one.
double nearest_half(double x) {
  double best = 0;
  for (std::uint32_t bits = 0; bits < 0x7c00; ++bits) {
    const double half =
        Half(Eigen::half_impl::raw_uint16_to_half(static_cast<std::uint16_t>(bits)));
    const double off = std::abs(half - std::abs(x)), before = std::abs(best - std::abs(x));
    if (off < before || (off == before && bits % 2 == 0)) best = half;
  }
  return std::copysign(best, x);
}

TEST(HalfPrecisionSamples, AreTheNearestHalves) {
  Rng rng = make_rng(2);
  Matrix x = random_normal(5, 40, rng);
  // In the middle of two halves, and beyond it by less than a float tells; subnormal halves.
  x.col(0) << 1 + 0x1p-11, 1 + 0x1p-11 + 0x1p-40, 1 + 3 * 0x1p-11 - 0x1p-40, 65519.999999, 0x1p-25;
  x.col(1) *= 1e-6;
  x.col(2) << -1 - 0x1p-11 - 0x1p-40, 0, 0x1p-25 + 0x1p-60, 1e-300, -5e-8;
  const Samples halves = in_half_precision(Samples(x));
  EXPECT_EQ(halves.storage_name(), "mapped half");
  EXPECT_EQ(halves.block(0, 40), Matrix(x.unaryExpr(&nearest_half)));
  EXPECT_EQ(in_single_precision(halves).storage_name(), "mapped half");
}

TEST(HalfPrecisionSamples, NameWhatIsBeyondTheirRange) {
  Matrix large = Matrix::Ones(2, 3);
  large(1, 2) = -65520;
  EXPECT_EQ(error_message([&] {
              in_half_precision(Samples(large), {"a.csv", 100});
            }),
            "a.csv: sample 102, feature 1: -65520 is beyond the range of half precision");
  EXPECT_THROW(in_half_precision(Samples(SparseMatrix(2, 3))), Error);
}

}  // namespace
}  // namespace mahala::test::single_precision_samples_test
