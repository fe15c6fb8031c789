// Products by strips, of every width and every rest of a tile, against the plain ones.

#include "mahala/core/linalg/strips.hpp"

#include <gtest/gtest.h>

#include "mahala/core/random.hpp"

namespace mahala::test::strips_test {
namespace {

struct Shape {
  Index rank, dim, count;
};

class StripsOf : public testing::TestWithParam<Shape> {
 protected:
  Shape shape = GetParam();
  Rng rng = make_rng(5);
  Matrix a = random_normal(shape.dim, shape.rank, rng);
  Matrix x = random_normal(shape.dim, shape.count, rng);
};

TEST_P(StripsOf, ProjectAsTheProductDoes) {
  Strips at(shape.rank, shape.dim), z(shape.rank, shape.count + 3);
  at.assign_transposed(a);
  multiply(at, x, z);
  Matrix out(shape.rank, shape.count);
  z.copy_to(out);
  const Matrix expected = a.transpose() * x;
  EXPECT_LE((out - expected).norm(), 1e-13 * expected.norm());
}

TEST_P(StripsOf, AddUpAsTheTransposedProductDoes) {
  const Matrix c = random_normal(shape.rank, shape.count, rng);
  Strips strips(shape.rank, shape.count), sum(shape.rank, shape.dim);
  strips.assign(c);
  add_transposed_product(strips, x, sum);
  add_transposed_product(strips, x, sum);
  Matrix out = a;
  sum.add_transposed_to(0.5, out);
  const Matrix expected = a + x * c.transpose();
  EXPECT_LE((out - expected).norm(), 1e-13 * (1 + expected.norm()));
}

TEST_P(StripsOf, TakeABlockOfAWiderMatrix) {
  Matrix wide = random_normal(shape.dim + 5, shape.count, rng);
  const auto inside = wide.topRows(shape.dim);
  Strips at(shape.rank, shape.dim), z(shape.rank, shape.count);
  at.assign_transposed(a);
  multiply(at, inside, z);
  Matrix out(shape.rank, shape.count);
  z.copy_to(out);
  const Matrix expected = a.transpose() * inside;
  EXPECT_LE((out - expected).norm(), 1e-13 * expected.norm());
}

TEST_P(StripsOf, MultiplyHalvesAsTheFloatsTheyEqual) {
  const MatrixH halves = x.cast<Half>();
  const MatrixF floats = halves.cast<float>();
  const Matrix c = random_normal(shape.rank, shape.count, rng);
  const auto both = [&]<class S>(S at, const auto& numbers, auto&& add) {
    at.assign_transposed(a);
    S z(shape.rank, shape.count), strips(shape.rank, shape.count), sum(shape.rank, shape.dim);
    strips.assign(c);
    multiply(at, numbers, z);
    add(strips, numbers, sum);
    Matrix out(shape.rank, shape.count + shape.dim);
    z.copy_to(out.leftCols(shape.count));
    sum.copy_to(out.rightCols(shape.dim));
    return out;
  };
  const auto add = [](auto&&... all) { add_transposed_product(all...); };
  const auto set = [](auto&&... all) { transposed_product(all...); };
  const Strips wide(shape.rank, shape.dim);
  const StripsF narrow(shape.rank, shape.dim);
  EXPECT_EQ(both(wide, halves, add), both(wide, floats, add));
  EXPECT_EQ(both(narrow, halves, set), both(narrow, floats, set));
}

INSTANTIATE_TEST_SUITE_P(Shapes, StripsOf,
                         testing::Values(Shape{1, 3, 5}, Shape{4, 8, 8}, Shape{5, 17, 9},
                                         Shape{10, 50, 31}, Shape{12, 7, 64}, Shape{16, 256, 15},
                                         Shape{17, 33, 12}, Shape{37, 29, 1}, Shape{3, 1, 7}));

TEST(Strips, OfNoRowsOrNoColumnsDoNothing) {
  Strips none(0, 4), z(0, 5), empty(3, 0), sum(3, 4);
  multiply(none, Matrix::Ones(4, 5), z);
  add_transposed_product(empty, Matrix(4, 0), sum);
  Matrix out = Matrix::Ones(4, 3);
  sum.add_transposed_to(1, out);
  EXPECT_EQ(out, Matrix::Ones(4, 3));
}

}  // namespace
}  // namespace mahala::test::strips_test
