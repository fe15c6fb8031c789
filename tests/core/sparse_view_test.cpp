#include "mahala/core/linalg/sparse_view.hpp"

#include <gtest/gtest.h>

#include "mahala/core/random.hpp"

namespace mahala::test::sparse_view_test {
namespace {

TEST(Gram, OfFewAndOfManyVectorsIsThatOfDenseOnes) {
  Rng rng(2);
  for (const Index count : {1, 5, 24, 25, 60}) {
    Matrix x = random_normal(50, count, rng);
    x = (x.array().abs() > 1.3).select(x, 0);
    std::vector<SparseVector> kept(static_cast<std::size_t>(count));
    std::vector<SparseView> views;
    for (Index k = 0; k < count; ++k) {
      for (Index i = 0; i < 50; ++i) kept[static_cast<std::size_t>(k)].push(i, x(i, k));
      views.push_back(kept[static_cast<std::size_t>(k)].view());
    }
    EXPECT_LT((gram(views) - x.transpose() * x).norm(), 1e-12) << count;
  }
}

}  // namespace
}  // namespace mahala::test::sparse_view_test
