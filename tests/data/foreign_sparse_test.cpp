#include <gtest/gtest.h>

#include "mahala/data/prepare/prepare.hpp"
#include "mahala/data/samples/samples.hpp"

namespace mahala::test::foreign_sparse_test {
namespace {

const std::vector<Index> starts = {0, 1, 3}, rows = {0, 0, 2};
std::vector<double> numbers = {1, 2, 3};

SparseMatrix foreign(const std::shared_ptr<int>& keeper = std::make_shared<int>(0)) {
  return SparseMatrix::referring(3, 2, starts.data(), rows.data(), numbers.data(), keeper);
}

TEST(ForeignSparse, RefersToTheArraysAndKeepsThemAlive) {
  const auto keeper = std::make_shared<int>(0);
  {
    const SparseMatrix matrix = foreign(keeper);
    EXPECT_TRUE(matrix.is_foreign());
    EXPECT_EQ(matrix.valuePtr(), numbers.data());
    EXPECT_EQ(matrix.coeff(2, 1), 3);
    EXPECT_EQ(keeper.use_count(), 2);
  }
  EXPECT_EQ(keeper.use_count(), 1);
}

TEST(ForeignSparse, CopiesOwnTheirNumbersAndMovesDoNot) {
  SparseMatrix matrix = foreign();
  const SparseMatrix copy = matrix;
  EXPECT_FALSE(copy.is_foreign());
  EXPECT_EQ(copy.sum(), 6);
  const SparseMatrix moved = std::move(matrix);
  EXPECT_EQ(moved.valuePtr(), numbers.data());
}

TEST(ForeignSparse, AssigningWritesNothingIntoTheArrays) {
  SparseMatrix matrix = foreign();
  const SparseMatrix own = foreign();
  matrix = own * 2.0;
  EXPECT_FALSE(matrix.is_foreign());
  EXPECT_EQ(matrix.sum(), 12);
  EXPECT_EQ(numbers, (std::vector<double>{1, 2, 3}));
}

TEST(ForeignSparse, PreparingCopiesFirst) {
  Samples x{Samples::Storage(std::in_place_type<SparseMatrix>, foreign())};
  fit_prepare("unit", x);
  EXPECT_NEAR(x.column(1).norm(), 1, 1e-15);
  EXPECT_EQ(numbers, (std::vector<double>{1, 2, 3}));
}

}  // namespace
}  // namespace mahala::test::foreign_sparse_test
