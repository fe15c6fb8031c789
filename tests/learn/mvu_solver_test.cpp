// MVU beside a semidefinite solver of Debian (coinor-csdp), which is given the problem in other
// coordinates: the last sample stays at the origin instead of the mean, so that the K of
// learn/convex/mvu.hpp follows from G, the inner products of the others, by
//
//   maximise  tr G - 1^T G 1 / n   subject to  G >= 0,  distances of neighbours kept.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>

#include "mahala/core/random.hpp"
#include "mahala/learn/convex/mvu.hpp"
#include "tests/support/temporary.hpp"

namespace mahala::test::mvu_solver_test {
namespace {

bool there_is_csdp() { return std::system("command -v csdp > /dev/null 2>&1") == 0; }

Matrix squared_distances(const Matrix& x) {
  Matrix d(x.cols(), x.cols());
  for (Index i = 0; i < x.cols(); ++i) d.col(i) = (x.colwise() - x.col(i)).colwise().squaredNorm();
  return d;
}

/// The problem in SDPA's sparse format: matrix 0 is the objective, others are constraints.
void write_problem(const Matrix& d, const Edges& edges, const std::string& path) {
  const Index n = d.rows();
  std::ofstream file(path);
  file.precision(17);
  file << edges.size() << "\n1\n" << n - 1 << "\n";
  for (const auto& [a, b] : edges) file << d(a, b) << " ";
  file << "\n";
  for (Index i = 1; i < n; ++i) {
    for (Index j = i; j < n; ++j) {
      file << "0 1 " << i << " " << j << " " << (i == j) - 1.0 / static_cast<double>(n) << "\n";
    }
  }
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const auto [a, b] = edges[e];
    file << e + 1 << " 1 " << a + 1 << " " << a + 1 << " 1\n";
    if (b == n - 1) continue;
    file << e + 1 << " 1 " << b + 1 << " " << b + 1 << " 1\n";
    file << e + 1 << " 1 " << a + 1 << " " << b + 1 << " -1\n";
  }
}

/// The largest objective as csdp finds it; NaN unless it succeeds.
double solved_by_csdp(const Matrix& d, const Edges& edges) {
  const TemporaryDirectory folder;
  const std::string problem = folder.path("problem.dat-s").string(),
                    said = folder.path("said").string();
  write_problem(d, edges, problem);
  const std::string command = "OMP_NUM_THREADS=1 csdp " + problem + " > " + said + " 2>&1";
  if (std::system(command.c_str()) != 0) return std::nan("");
  std::ifstream file(said);
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("Primal objective value:")) return std::stod(line.substr(23));
  }
  return std::nan("");
}

struct Case {
  const char* name;
  Matrix x;
  Index neighbours;
  bool angles = false;
};

Matrix arc(Index n) {
  Matrix x(2, n);
  for (Index i = 0; i < n; ++i) {
    const double t = 2.5 * static_cast<double>(i) / static_cast<double>(n);
    x.col(i) << std::cos(t), std::sin(t);
  }
  return x;
}

Matrix far_apart(Matrix x) {
  x.leftCols(x.cols() / 2).array() += 20;
  return x;
}

std::vector<Case> cases() {
  Rng rng = make_rng(11);
  return {{"arc", arc(8), 2},
          {"few", random_normal(3, 6, rng), 2},
          {"more", random_normal(4, 15, rng), 3},
          {"angles", random_normal(6, 12, rng), 2, true},
          {"two groups", far_apart(random_normal(2, 10, rng)), 2}};
}

class MvuBesideSolver : public testing::TestWithParam<Case> {};

TEST_P(MvuBesideSolver, FindsTheSameVarianceAndKeepsTheDistances) {
  if (!there_is_csdp()) GTEST_SKIP() << "csdp (Debian's coinor-csdp) is not installed";
  const Matrix d = squared_distances(GetParam().x);
  const Edges edges = mvu_edges(d, GetParam().neighbours, GetParam().angles);
  const double expected = solved_by_csdp(d, edges);
  ASSERT_TRUE(std::isfinite(expected)) << "csdp did not solve it";
  Matrix k;
  const Descent found = unfold(d, edges, k, {.tolerance = 1e-8});
  EXPECT_EQ(found.status, Status::converged) << found.message;
  EXPECT_NEAR(k.trace(), expected, 1e-5 * expected);
  EXPECT_NEAR(-found.objective * static_cast<double>(d.rows()), expected, 1e-5 * expected);
  for (const auto& [a, b] : edges) {
    EXPECT_NEAR(k(a, a) + k(b, b) - 2 * k(a, b), d(a, b), 1e-6 * d.maxCoeff());
  }
  EXPECT_LT(k.rowwise().sum().norm(), 1e-9 * k.norm());
}

INSTANTIATE_TEST_SUITE_P(Small, MvuBesideSolver, testing::ValuesIn(cases()), [](const auto& test) {
  std::string name = test.param.name;
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
});

}  // namespace
}  // namespace mahala::test::mvu_solver_test
