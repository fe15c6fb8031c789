#include <gtest/gtest.h>

#include "mahala/core/error.hpp"
#include "mahala/core/random.hpp"
#include "mahala/data/samples/samples.hpp"
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

}  // namespace
}  // namespace mahala::test::single_precision_samples_test
