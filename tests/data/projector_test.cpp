#include "mahala/data/samples/projector.hpp"

#include <gtest/gtest.h>

#include "mahala/core/parallel.hpp"
#include "mahala/core/random.hpp"
#include "tests/support/storages.hpp"

namespace mahala::test::projector_test {

struct Stored {
  const char* name;
  Samples x;
};

/// The same numbers, which halves hold exactly, in several storages.
std::vector<Stored> storages(Index dim, Index n) {
  Rng rng(9);
  Matrix x = (4 * random_normal(dim, n, rng)).array().round();
  return {{"double", Samples(x)},
          {"float", Samples(Eigen::MatrixXf(x.cast<float>()))},
          {"half", Samples(mapped<Half>(x.cast<Half>()))},
          {"sparse", Samples(SparseMatrix(x.sparseView()))}};
}

TEST(Projector, KeepsItsMemoryThroughChangesOfSize) {
  Rng rng(2);
  for (const auto& [name, x] : storages(7, 700)) {
    Projector kept(x);
    const Matrix dense = x.block(0, x.size());
    for (const Index rank : {3, 1, 20, 3}) {
      const Matrix a = random_normal(7, rank, rng), c = random_normal(rank, 700, rng);
      Matrix z(rank, 700), d(7, rank);
      kept.project(a, z);
      kept.back_project(c, d);
      EXPECT_LT((z - a.transpose() * dense).norm(), 1e-12 * z.norm()) << name << rank;
      EXPECT_LT((d - dense * c.transpose()).norm(), 1e-12 * d.norm()) << name << rank;
    }
  }
}

TEST(Projector, ServesAnyNumberOfThreadsWithTheSameNumbers) {
  Rng rng(3);
  const int before = threads();
  for (const auto& [name, x] : storages(5, 3000)) {
    const Matrix a = random_normal(5, 4, rng), c = random_normal(4, 3000, rng);
    Projector kept(x);
    Matrix z[2] = {Matrix(4, 3000), Matrix(4, 3000)}, d[2] = {Matrix(5, 4), Matrix(5, 4)};
    for (const int count : {1, 3}) {
      set_threads(count);
      kept.project(a, z[count / 3]);
      kept.back_project(c, d[count / 3]);
    }
    EXPECT_EQ(z[0], z[1]) << name;
    EXPECT_EQ(d[0], d[1]) << name;
  }
  set_threads(before);
}

TEST(Projector, WorksInsideAPartWhoseThreadsAreMore) {
  Rng rng(4);
  const int before = threads();
  const Samples x(random_normal(5, 900, rng));
  const Matrix a = random_normal(5, 3, rng), expected = x.project(a);
  set_threads(4);
  std::vector<Matrix> found(8);
  parallel_for(8, [&](Index k) {
    set_threads(1);  // of this thread, whose number may be above it
    found[static_cast<std::size_t>(k)] = x.project(a);
  });
  set_threads(before);
  for (const Matrix& each : found) EXPECT_EQ(each, expected);
}

TEST(Projector, OfNoSamplesSumsToZero) {
  const Samples none(Matrix(4, 0));
  Matrix z(2, 0), d = Matrix::Ones(4, 2);
  Projector p(none);
  p.project(Matrix::Ones(4, 2), z);
  p.back_project(Matrix(2, 0), d);
  EXPECT_EQ(d, Matrix::Zero(4, 2));
}

}  // namespace mahala::test::projector_test
