// Forms of edges by gathered entries beside dense products with the vectors e_i - e_j.

#include "mahala/optimize/descent/edge_forms.hpp"

#include <gtest/gtest.h>

#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/core/random.hpp"

namespace mahala::test::edge_forms_test {
namespace {

/// More edges and samples than are done at once.
struct Graph {
  Edges edges = {};
  Matrix v, a, b;
  Vector y;
};

Graph graph() {
  constexpr Index n = 300, m = 150;
  Rng rng = make_rng(5);
  Graph g{.v = Matrix::Zero(m, n),
          .a = symmetric_part(random_normal(n, n, rng)),
          .b = symmetric_part(random_normal(n, n, rng)),
          .y = random_normal(m, 1, rng)};
  for (Index e = 0; e < m; ++e) {
    const Index i = e, j = i + 1 + (7 * e) % (n - i - 1);
    g.edges.emplace_back(i, j);
    g.v(e, i) = 1;
    g.v(e, j) = -1;
  }
  return g;
}

TEST(EdgeForms, AreThoseOfTheVectors) {
  const Graph g = graph();
  const Vector forms = (g.v * g.a * g.v.transpose()).diagonal();
  EXPECT_LT((edge_forms(g.edges, g.a) - forms).norm(), 1e-12 * forms.norm());
  Rng rng = make_rng(6);
  const Matrix any = random_normal(300, 300, rng);
  const Vector crossed = (g.v * any.transpose() * g.b * g.v.transpose()).diagonal();
  EXPECT_LT((edge_forms(g.edges, any, g.b) - crossed).norm(), 1e-12 * crossed.norm());
}

TEST(EdgeForms, SchurMatrixIsTheProductOfBoth) {
  const Graph g = graph();
  Matrix schur;
  edge_schur(g.edges, g.a, g.b, schur);
  const Matrix dense = (g.v * g.a * g.v.transpose()).cwiseProduct(g.v * g.b * g.v.transpose());
  const Matrix lower = (schur - dense).triangularView<Eigen::Lower>();
  EXPECT_LT(lower.norm(), 1e-12 * dense.norm());
}

TEST(EdgeForms, LaplacianIsTheWeightedSumOfSquares) {
  const Graph g = graph();
  const Matrix dense = g.v.transpose() * g.y.asDiagonal() * g.v;
  Matrix sum = g.a;
  add_laplacian(g.edges, g.y, -2, sum);
  EXPECT_LT((sum - (g.a - 2 * dense)).norm(), 1e-12 * sum.norm());
  const Vector x = g.b.col(3);
  EXPECT_LT((laplacian_times(g.edges, g.y, x) - dense * x).norm(), 1e-12 * (dense * x).norm());
  const Matrix product = g.b * dense;
  EXPECT_LT((times_laplacian(g.b, g.edges, g.y) - product).norm(), 1e-12 * product.norm());
}

}  // namespace
}  // namespace mahala::test::edge_forms_test
