#include "mahala/learn/closed_form/one_vs_rest.hpp"

#include <gtest/gtest.h>

#include "mahala/evaluate/quality.hpp"
#include "mahala/model/scores.hpp"
#include "tests/support/blobs.hpp"

namespace mahala::test::one_vs_rest_test {
namespace {

double objective(const Matrix& w, const Matrix& x, const Matrix& y, double ridge) {
  const auto n = static_cast<double>(x.cols());
  const double mean_square = x.squaredNorm() / static_cast<double>(x.size());
  return (w * x - y).squaredNorm() / n + ridge * mean_square * w.squaredNorm();
}

TEST(OneVsRest, IsTheMinimumWhicheverMatrixIsSmaller) {
  for (const Index n : {40, 4}) {  // 6 features
    const Dataset data = blobs(n, 6, 2);
    const Matrix& x = std::get<Matrix>(data.x.storage());
    Matrix y = Matrix::Zero(2, n);
    for (Index i = 0; i < n; ++i) y(data.labels[i][0], i) = 1;
    const Matrix w = one_vs_rest(data, {.ridge = 0.3}).model.right.transpose();
    const double least = objective(w, x, y, 0.3);
    Rng rng = make_rng(2);
    for (int k = 0; k < 50; ++k) {
      const Matrix near = w + 1e-3 * random_normal(2, 6, rng);
      EXPECT_GT(objective(near, x, y, 0.3), least);
    }
  }
}

TEST(OneVsRest, RanksTheLabelsOfOtherSamples) {
  const Fit fit = one_vs_rest(blobs(300));
  EXPECT_EQ(fit.model.kind, ModelKind::ranking);
  EXPECT_GT(mean_average_precision(fit.model, blobs(100, 6, 3, 8)), 0.95);
}

TEST(OneVsRest, LeavesOutSamplesWithoutALabelAndTakesSeveral) {
  Dataset data = blobs(60);
  std::vector<std::vector<std::string>> names;
  for (Index i = 0; i < 60; ++i) {
    names.push_back(i % 3 == 0   ? std::vector<std::string>{}
                    : i % 3 == 1 ? std::vector<std::string>{"a", "b"}
                                 : std::vector<std::string>{"b"});
  }
  data.labels = Labels::from_names(names);
  const Model whole = one_vs_rest(data).model;
  std::vector<Index> labelled;
  for (Index i = 0; i < 60; ++i) {
    if (i % 3 != 0) labelled.push_back(i);
  }
  EXPECT_EQ(whole.right, one_vs_rest(data.select(labelled)).model.right);
}

}  // namespace
}  // namespace mahala::test::one_vs_rest_test
