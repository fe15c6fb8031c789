// Online steps of full metrics and similarities beside the golden values.

#include <gtest/gtest.h>

#include "mahala/optimize/online/adaptive_filter.hpp"
#include "mahala/optimize/similarity/oasis.hpp"
#include "tests/support/golden.hpp"

namespace mahala::test::online_metric_golden_test {
namespace {

constexpr double near = 1e-10;

TEST(OasisGolden, StepsAndLosses) {
  for (const auto& golden : golden_files("logdet", "oasis")) {
    const auto& expected = golden.at("oasis");
    const Matrix q = matrix(expected.at("q")).transpose();
    const Matrix pos = matrix(expected.at("pos")).transpose();
    const Matrix neg = matrix(expected.at("neg")).transpose();
    Oasis oasis(q.rows(), {.c = expected.at("C")});
    const DenseViews view(q.rows());
    for (Index t = 0; t < q.cols(); ++t) {
      const auto& step = expected.at("steps")[static_cast<std::size_t>(t)];
      const Vector query = q.col(t), positive = pos.col(t), negative = neg.col(t);
      const double loss = oasis.update({view(query), view(positive), view(negative)});
      EXPECT_NEAR(loss, step.at("loss").get<double>(), near * (1 + loss)) << t;
      const Matrix w = matrix(step.at("W"));
      EXPECT_LT((oasis.matrix() - w).norm(), near * w.norm()) << t;
    }
  }
}

TEST(LegoGolden, StepsOfPairsThatMissTheirBounds) {
  for (const auto& golden : golden_files("logdet", "lego")) {
    const auto& expected = golden.at("lego");
    const Matrix v = matrix(golden.at("V")).transpose();
    Matrix a = Matrix::Identity(v.rows(), v.rows());
    for (Index t = 0; t < v.cols(); ++t) {
      const auto k = static_cast<std::size_t>(t);
      logdet_step(a, v.col(t), expected.at("targets")[k], expected.at("eta"));
      const Matrix wanted = matrix(expected.at("A")[k]);
      EXPECT_LT((a - wanted).norm(), near * wanted.norm()) << t;
    }
  }
}

}  // namespace
}  // namespace mahala::test::online_metric_golden_test
