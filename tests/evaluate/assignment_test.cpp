#include "mahala/evaluate/assignment.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>

#include "mahala/core/error.hpp"
#include "mahala/core/random.hpp"

namespace mahala::test::assignment_test {
namespace {

double total(const Matrix& cost, const std::vector<Index>& column) {
  double sum = 0;
  for (Index i = 0; i < cost.rows(); ++i) {
    const Index j = column[static_cast<std::size_t>(i)];
    if (j >= 0) sum += cost(i, j);
  }
  return sum;
}

/// By trying all orders of the longer side.
double least_total(Matrix cost) {
  if (cost.rows() > cost.cols()) cost = Matrix(cost.transpose());
  std::vector<Index> order(static_cast<std::size_t>(cost.cols()));
  std::iota(order.begin(), order.end(), Index{0});
  double least = std::numeric_limits<double>::infinity();
  do {
    least = std::min(least, total(cost, order));
  } while (std::next_permutation(order.begin(), order.end()));
  return least;
}

TEST(CheapestAssignment, IsTheCheapestOfAll) {
  Rng rng = make_rng(4);
  for (const auto& [rows, columns] :
       {std::pair{1, 1}, {2, 2}, {4, 4}, {6, 6}, {2, 6}, {6, 2}, {5, 6}, {1, 4}, {4, 1}}) {
    for (int repeat = 0; repeat < 20; ++repeat) {
      Matrix cost = random_normal(rows, columns, rng);
      if (repeat % 2 == 1) cost = (2 * cost).array().round();  // many ties
      EXPECT_NEAR(total(cost, cheapest_assignment(cost)), least_total(cost), 1e-12);
    }
  }
}

TEST(CheapestAssignment, IsOneToOne) {
  Rng rng = make_rng(5);
  for (const auto& [rows, columns] : {std::pair{7, 7}, {3, 9}, {9, 3}}) {
    const auto column = cheapest_assignment(random_normal(rows, columns, rng));
    std::multiset<Index> used(column.begin(), column.end());
    EXPECT_EQ(used.count(-1), static_cast<std::size_t>(std::max(0, rows - columns)));
    for (Index j = 0; j < columns; ++j) EXPECT_LE(used.count(j), 1u);
  }
}

TEST(CheapestAssignment, OfNothingIsNothing) {
  EXPECT_TRUE(cheapest_assignment(Matrix(0, 3)).empty());
  EXPECT_EQ(cheapest_assignment(Matrix(2, 0)), (std::vector<Index>{-1, -1}));
}

TEST(CheapestAssignment, RefusesCostsThatAreNotFinite) {
  EXPECT_THROW(cheapest_assignment(Matrix::Constant(1, 1, std::nan(""))), Error);
}

}  // namespace
}  // namespace mahala::test::assignment_test
