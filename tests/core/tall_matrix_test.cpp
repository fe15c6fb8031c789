// Sums and changes of rows, of every width a kernel of its own is made for,
// against dense products.

#include "mahala/core/linalg/tall_matrix.hpp"

#include <gtest/gtest.h>

#include "mahala/core/random.hpp"

namespace mahala::test::tall_matrix_test {
namespace {

/// A sparse vector of some entries of x.
SparseVector some_of(const Vector& x, Rng& rng) {
  SparseVector out;
  for (Index i = 0; i < x.size(); ++i) {
    if (random_unit(rng) < 0.3) out.push(i, x[i]);
  }
  return out;
}

template <class Scalar>
void expect_products_of_width(Index r, double tolerance) {
  SCOPED_TRACE(testing::Message() << "width " << r);
  constexpr Index d = 60;
  Rng rng = make_rng(static_cast<std::uint64_t>(r));
  Matrix a = random_normal(d, r, rng);
  TallMatrixOf<Scalar> tall(a);
  const SparseVector x = some_of(random_normal(d, 1, rng), rng);
  const Vector dense_x = dense(x.view(), d), w = random_normal(r, 1, rng);
  Vector seen(r), image;
  tall.gather(x.view(), seen);
  EXPECT_LT((seen - a.transpose() * dense_x).norm(), tolerance);
  tall.scatter(x.view(), w);
  a += dense_x * w.transpose();
  EXPECT_LT((tall.dense() - a).norm(), tolerance);
  tall.times(w, image);
  EXPECT_LT((image - a * w).norm(), tolerance * static_cast<double>(r));
  EXPECT_EQ(tall.times(w, 7), image[7]);
  const Matrix many = random_normal(d, 3, rng), c = random_normal(r, 3, rng);
  Matrix projected;
  tall.project(many, projected);
  EXPECT_LT((projected - a.transpose() * many).norm(), tolerance * static_cast<double>(r));
  tall.back_project(many, c);
  a += many * c.transpose();
  EXPECT_LT((tall.dense() - a).norm(), tolerance * static_cast<double>(r));
  EXPECT_LT((tall.gram() - a.transpose() * a).norm(), 100 * tolerance * static_cast<double>(r));
  EXPECT_NEAR(tall.squared_norm(), a.squaredNorm(), tolerance * a.squaredNorm());
}

TEST(TallMatrix, OfDoublesMultipliesAsADenseOne) {
  for (const Index r : {1, 4, 5, 8, 12, 15, 17, 21, 25, 32, 33, 100, 300}) {
    expect_products_of_width<double>(r, 1e-12);
  }
}

TEST(TallMatrix, OfFloatsMultipliesAsADenseOne) {
  for (const Index r : {1, 8, 10, 17, 30, 33, 41, 56, 64, 65, 100, 300}) {
    expect_products_of_width<float>(r, 2e-4);
  }
}

TEST(TallMatrix, IsMultipliedInPlace) {
  Rng rng = make_rng(2);
  const Matrix a = random_normal(5000, 6, rng), m = random_normal(6, 6, rng);
  TallMatrix tall(a);
  tall.multiply(m);
  EXPECT_LT((tall.dense() - a * m).norm(), 1e-10);
}

TEST(TallMatrix, CopiesAreTheirOwn) {
  TallMatrix tall(Matrix(Matrix::Ones(4, 3)));
  TallMatrix copy = tall;
  copy.row(2)[1] = 5;
  EXPECT_EQ(tall.dense(), Matrix::Ones(4, 3));
  EXPECT_EQ(copy.dense()(2, 1), 5);
  tall = copy;
  EXPECT_EQ(tall.dense(), copy.dense());
}

TEST(SparseView, DifferencesAndProductsAreThoseOfDenseVectors) {
  Rng rng = make_rng(3);
  for (int t = 0; t < 50; ++t) {
    const SparseVector x = some_of(random_normal(20, 1, rng), rng);
    SparseVector y = some_of(random_normal(20, 1, rng), rng);
    if (t % 2 == 0 && !x.at.empty()) y = {{x.at.front()}, {x.value.front()}};  // one vanishes
    const Vector dx = dense(x.view(), 20), dy = dense(y.view(), 20);
    SparseVector difference;
    assign_difference(x.view(), y.view(), difference);
    EXPECT_EQ(dense(difference.view(), 20), dx - dy);
    EXPECT_EQ(std::count(difference.value.begin(), difference.value.end(), 0.0), 0);
    EXPECT_TRUE(std::is_sorted(difference.at.begin(), difference.at.end()));
    EXPECT_NEAR(dot(x.view(), y.view()), dx.dot(dy), 1e-13);
    EXPECT_NEAR(x.view().squared_norm(), dx.squaredNorm(), 1e-13);
  }
}

}  // namespace
}  // namespace mahala::test::tall_matrix_test
