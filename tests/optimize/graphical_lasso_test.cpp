// The graphical lasso beside scikit-learn's, its optimality conditions and its dual.

#include "mahala/optimize/logdet/graphical_lasso.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/core/random.hpp"

namespace mahala::test::graphical_lasso_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// 5 x 5, by a formula, so that another program can make it too.
Matrix waves() {
  Matrix x(5, 12);
  for (Index i = 0; i < 5; ++i) {
    for (Index j = 0; j < 12; ++j) x(i, j) = std::sin(1.0 + static_cast<double>((i + 1) * (j + 1)));
  }
  const Matrix s = x * x.transpose() / 12 + 0.1 * Matrix::Identity(5, 5);
  return (s + s.transpose()) / 2;
}

Matrix random_covariance(Index dim, Index samples, double ridge) {
  Rng rng = make_rng(5);
  const Matrix x = random_normal(dim, samples, rng);
  const Matrix s = x * x.transpose() / static_cast<double>(samples);
  return (s + s.transpose()) / 2 + ridge * Matrix::Identity(dim, dim);
}

double objective(const Matrix& s, const Matrix& m, double lambda) {
  const double off = m.cwiseAbs().sum() - m.diagonal().cwiseAbs().sum();
  return s.cwiseProduct(m).sum() - std::log(Lu(m).determinant()) + lambda * off;
}

/// The largest violation of  (M^-1 - S)_ij = lambda sign(M_ij), or <= lambda where M_ij = 0.
double violation(const Matrix& s, const Matrix& m, double lambda) {
  const Matrix t = Lu(m).inverse() - s;
  double worst = t.diagonal().cwiseAbs().maxCoeff();
  for (Index i = 0; i < m.rows(); ++i) {
    for (Index j = 0; j < m.rows(); ++j) {
      if (i == j) continue;
      const double error = m(i, j) == 0 ? std::max(0.0, std::abs(t(i, j)) - lambda)
                                        : std::abs(t(i, j) - std::copysign(lambda, m(i, j)));
      worst = std::max(worst, error);
    }
  }
  return worst;
}

// sklearn.covariance.graphical_lasso(S, alpha, tol=1e-13, enet_tol=1e-13) of scikit-learn 1.2.1.
TEST(GraphicalLasso, AgreesWithScikitLearn) {
  Matrix dense(5, 5), sparse(5, 5);
  dense << 2.3721292288, 0.229839089, 0.266420071, 0.3345997496, 1.1211031537,  //
      0.229839089, 2.4558478482, 0.4040754187, 1.1269854687, -0.1506394042,     //
      0.266420071, 0.4040754187, 3.3647203275, -0.0873950551, 0,                //
      0.3345997496, 1.1269854687, -0.0873950551, 2.1413617095, 0.0162412708,    //
      1.1211031537, -0.1506394042, 0, 0.0162412708, 2.2082327008;
  sparse << 1.9882377591, 0, 0, 0, 0.7075689312,  //
      0, 2.0472462723, 0, 0.6873792425, 0,        //
      0, 0, 3.2166978979, 0, 0,                   //
      0, 0.6873792425, 0, 1.8054041109, 0,        //
      0.7075689312, 0, 0, 0, 1.8996408801;
  const GraphicalLasso little = graphical_lasso(waves(), 0.02, {.tolerance = 1e-13});
  EXPECT_LT((little.precision - dense).cwiseAbs().maxCoeff(), 1e-7);
  EXPECT_NEAR(little.objective, 1.106336358114484, 1e-10);
  const GraphicalLasso much = graphical_lasso(waves(), 0.1, {.tolerance = 1e-13});
  EXPECT_LT((much.precision - sparse).cwiseAbs().maxCoeff(), 1e-7);
  EXPECT_NEAR(much.objective, 1.4744309298861606, 1e-10);
  EXPECT_EQ((much.precision.array() == 0).count(), 16);
}

TEST(GraphicalLasso, IsTheInverseWithoutAPenalty) {
  const Matrix s = random_covariance(20, 60, 0.01);
  const GraphicalLasso fit = graphical_lasso(s, 0);
  EXPECT_LT((fit.precision * s - Matrix::Identity(20, 20)).norm(), 1e-9);
  EXPECT_EQ(fit.iterations, 0);
}

TEST(GraphicalLasso, MeetsTheConditionsOfOptimality) {
  for (const double lambda : {0.001, 0.05, 0.3}) {
    SCOPED_TRACE(lambda);
    const Matrix s = random_covariance(40, 60, 0.01);
    const GraphicalLasso fit = graphical_lasso(s, lambda, {.tolerance = 1e-12});
    EXPECT_EQ(fit.status, Status::converged);
    EXPECT_LT(violation(s, fit.precision, lambda), 1e-5);
    EXPECT_NEAR(fit.objective, objective(s, fit.precision, lambda), 1e-9);
    EXPECT_EQ(fit.precision, Matrix(fit.precision.transpose()));
  }
}

TEST(GraphicalLasso, CertifiesWhatItReached) {
  const Matrix s = random_covariance(30, 40, 0.01);
  const double best = graphical_lasso(s, 0.1, {.tolerance = 1e-13}).objective;
  for (const Index steps : {1, 2, 3, 4}) {
    const GraphicalLasso fit = graphical_lasso(s, 0.1, {.tolerance = 0, .max_iterations = steps});
    EXPECT_LE(fit.objective - best, fit.gap + 1e-9) << steps;
  }
}

TEST(GraphicalLasso, TakesASingularCovariance) {
  const Matrix s = random_covariance(30, 10, 0);
  const GraphicalLasso fit = graphical_lasso(s, 0.2, {.tolerance = 1e-10});
  EXPECT_EQ(fit.status, Status::converged) << fit.message;
  EXPECT_LT(violation(s, fit.precision, 0.2), 1e-4);
  EXPECT_LT(fit.gap, 1e-8);
}

TEST(GraphicalLasso, SaysThatThereIsNoBoundWhereThereIsNone) {
  Matrix s = Matrix::Identity(3, 3);
  s(0, 1) = s(1, 0) = 5;
  const GraphicalLasso fit = graphical_lasso(s, 0.1, {.max_iterations = 10});
  EXPECT_EQ(fit.gap, infinity);
  EXPECT_TRUE(fit.precision.allFinite());
  EXPECT_NE(fit.status, Status::converged);
}

TEST(GraphicalLasso, RefusesWhatIsNoCovariance) {
  EXPECT_THROW(graphical_lasso(-Matrix::Identity(2, 2), 0.1), Error);
  Matrix s = Matrix::Identity(2, 2);
  s(0, 1) = 0.5;
  EXPECT_THROW(graphical_lasso(s, 0.1), Error);
}

}  // namespace
}  // namespace mahala::test::graphical_lasso_test
