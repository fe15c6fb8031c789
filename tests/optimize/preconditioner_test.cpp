#include "mahala/optimize/regression/preconditioner.hpp"

#include <gtest/gtest.h>

#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/random.hpp"
#include "mahala/optimize/regression/pair_regression.hpp"
#include "tests/support/random_pairs.hpp"

namespace mahala::test::preconditioner_test {

constexpr const char* kind_names[] = {"none", "scaled", "gauss"};

Matrix applied(Preconditioner& p, const Matrix& d) {
  Matrix out;
  p.apply(d, out);
  return out;
}

class PreconditionerOf : public testing::TestWithParam<Preconditioning> {
 protected:
  Rng rng{8};
  Samples x{random_normal(6, 40, rng)};
  Pairs pairs = random_pairs(40, 90, rng);
  Matrix g = random_normal(6, 3, rng);
  Preconditioner p = placed();

  Preconditioner placed() const {
    Preconditioner made(GetParam(), x, pairs, 3);
    made.place(g, x.project(g));
    return made;
  }
};

TEST_P(PreconditionerOf, IsSymmetricAndPositiveDefinite) {
  const Index size = g.size();
  Matrix all(size, size);
  for (Index k = 0; k < size; ++k) {
    Matrix unit = Matrix::Zero(6, 3);
    unit(k) = 1;
    all.col(k) = applied(p, unit).reshaped();
  }
  EXPECT_LT((all - all.transpose()).norm(), 1e-12 * all.norm());
  EXPECT_GT(symmetric_eigen(all).values.minCoeff(), 0);
}

TEST_P(PreconditionerOf, TurnsWithTheFactor) {
  // P at G Q of D Q is P(D) Q: iterates depend on W alone.
  const Matrix q = (Matrix(3, 3) << 0, -1, 0, 0.6, 0, -0.8, 0.8, 0, 0.6).finished();
  const Matrix d = random_normal(6, 3, rng);
  Preconditioner turned(GetParam(), x, pairs, 3);
  const Matrix gq = g * q;
  turned.place(gq, x.project(gq));
  const Matrix found = applied(p, d);
  EXPECT_LT((applied(turned, d * q) - found * q).norm(), 1e-12 * d.norm() * found.norm());
}

INSTANTIATE_TEST_SUITE_P(EveryKind, PreconditionerOf,
                         testing::Values(Preconditioning::none, Preconditioning::scaled,
                                         Preconditioning::gauss),
                         [](const auto& test) {
                           return std::string(kind_names[static_cast<int>(test.param)]);
                         });

TEST(Preconditioner, InvertsTheHessianOfGaussianSamplesWithoutResiduals) {
  Rng rng(2);
  const Matrix g = random_normal(4, 2, rng);
  const Index n = 40'000;
  const Matrix scales = Vector{{1, 2, 0.5, 3}}.asDiagonal();
  const Samples x(Matrix(scales * random_normal(4, n, rng)));
  Pairs pairs;
  const Matrix z = x.project(g);
  for (Index i = 0; i < n; ++i) {
    pairs.push_back({.i = i, .j = origin, .value = z.col(i).squaredNorm()});
  }
  PairRegression f(x, pairs, g, Preconditioning::gauss);
  f.gradient_norm();
  f.settle();
  const Matrix any = random_normal(4, 2, rng);
  Matrix curved, preconditioned, back, again;
  f.curvature(any, true, curved);  // horizontal, as every product with the Hessian
  f.precondition(curved, preconditioned);
  f.curvature(preconditioned, true, back);
  // C is known from 80 samples only.
  EXPECT_LT((back - curved).norm(), 0.4 * curved.norm());
  f.curvature(curved, true, again);
  EXPECT_GT((again - curved).norm(), curved.norm());
}

TEST(Preconditioner, TakesADiagonalAboveItsLargestDimension) {
  Rng rng(3);
  const Index dim = Preconditioner::largest_full + 1;
  SparseMatrix sparse(dim, 50);
  for (Index i = 0; i < 50; ++i) sparse.insert(random_index(dim, rng), i) = 1 + random_unit(rng);
  const Samples x(std::move(sparse));
  const Pairs pairs = random_pairs(50, 80, rng);
  const Matrix g = random_normal(dim, 2, rng);
  Preconditioner p(Preconditioning::gauss, x, pairs, 2);
  p.place(g, x.project(g));
  const Matrix d = random_normal(dim, 2, rng);
  const Matrix found = applied(p, d);
  EXPECT_TRUE(found.allFinite());
  EXPECT_GT(d.cwiseProduct(found).sum(), 0);
}

}  // namespace mahala::test::preconditioner_test
