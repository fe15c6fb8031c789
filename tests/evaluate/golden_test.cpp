// Percentiles, 5-NN, standardisation and principal axes against reference values.

#include "tests/support/golden.hpp"

#include <gtest/gtest.h>

#include "mahala/data/constraints/sample_constraints.hpp"
#include "mahala/data/prepare/prepare.hpp"
#include "mahala/evaluate/knn.hpp"

namespace mahala::test::golden_test {
namespace {

const nlohmann::json& reference() {
  static const nlohmann::json all = golden("geometry/evaluation.json");
  return all;
}

void expect_near(const Matrix& a, const Matrix& b) {
  ASSERT_EQ(a.rows(), b.rows());
  ASSERT_EQ(a.cols(), b.cols());
  EXPECT_LT((a - b).cwiseAbs().maxCoeff(), 1e-11);
}

TEST(Golden, Percentiles) {
  const auto& each = reference().at("percentile");
  const auto values = each.at("v").get<std::vector<double>>();
  EXPECT_NEAR(percentile(values, 5), each.at("p5").get<double>(), 1e-11);
  EXPECT_NEAR(percentile(values, 50), each.at("p50").get<double>(), 1e-11);
  EXPECT_NEAR(percentile(values, 95), each.at("p95").get<double>(), 1e-11);
}

TEST(Golden, FiveNearestNeighbours) {
  const auto& each = reference().at("knn5");
  const Matrix train = matrix(each.at("Ztrain")).transpose();
  const Matrix test = matrix(each.at("Ztest")).transpose();
  EXPECT_EQ(
      classify_knn(Samples(train), each.at("ltrain").get<std::vector<Index>>(), Samples(test), 5),
      each.at("pred").get<std::vector<Index>>());
}

TEST(Golden, Standardisation) {
  const auto& each = reference().at("standardize");
  Samples x(Matrix(matrix(each.at("X")).transpose()));
  fit_prepare("standardise", x);
  expect_near(x.block(0, x.size()), matrix(each.at("Z")).transpose());
}

TEST(Golden, ProjectorOnThePrincipalAxes) {
  const auto& each = reference().at("pca_projector_r2");
  const Matrix axes = principal_axes(Samples(Matrix(matrix(each.at("X")).transpose())), 2);
  expect_near(axes * axes.transpose(), matrix(each.at("W")));
}

}  // namespace
}  // namespace mahala::test::golden_test
