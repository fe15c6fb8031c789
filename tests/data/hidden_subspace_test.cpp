// The generated problem: what it promises, and that learning solves it where nothing else does.

#include <gtest/gtest.h>

#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/data/generate.hpp"
#include "mahala/evaluate/cross_validate.hpp"
#include "mahala/train/registry.hpp"
#include "mahala/train/train.hpp"
#include "tests/support/error_message.hpp"

namespace mahala::test::hidden_subspace_test {
namespace {

TEST(HiddenSubspace, DependsOnOptionsAndSeedAlone) {
  const HiddenSubspaceOptions small{.samples = 50, .features = 12, .subspace = 3, .classes = 3};
  const Dataset one = hidden_subspace(small, 4);
  EXPECT_EQ(fingerprint(one), fingerprint(hidden_subspace(small, 4)));
  EXPECT_NE(fingerprint(one), fingerprint(hidden_subspace(small, 5)));
  EXPECT_EQ(one.size(), 50);
  EXPECT_EQ(one.dim(), 12);
  EXPECT_EQ(one.labels.label_count(), 3);
}

TEST(HiddenSubspace, HasTheMeansAndTheNoiseItWasAskedFor) {
  const HiddenSubspaceOptions options{.samples = 60'000,
                                      .features = 8,
                                      .subspace = 2,
                                      .classes = 2,
                                      .separation = 5,
                                      .least_noise = 0.1,
                                      .most_noise = 3};
  const Dataset data = hidden_subspace(options, 1);
  const Matrix x = data.x.block(0, data.size());
  Matrix means = Matrix::Zero(8, 2);
  for (Index i = 0; i < x.cols(); ++i) means.col(i % 2) += x.col(i) * 2 / 60'000.0;
  EXPECT_NEAR((means.col(0) - means.col(1)).norm(), 5, 0.1);
  Matrix within = Matrix::Zero(8, 8);
  for (Index i = 0; i < x.cols(); ++i) {
    const Vector off = x.col(i) - means.col(i % 2);
    within += off * off.transpose() / 60'000.0;
  }
  const Vector found = small_eigenvalues(within).cwiseSqrt();
  Vector expected(8);
  expected << 0.1, 0.1 * std::pow(30, 0.2), 0.1 * std::pow(30, 0.4), 0.1 * std::pow(30, 0.6), 1, 1,
      0.1 * std::pow(30, 0.8), 3;
  EXPECT_LT((found - expected).cwiseQuotient(expected).cwiseAbs().maxCoeff(), 0.03);
}

double error_of(const char* learner, const char* setting, const Dataset& data) {
  const LearnerEntry& entry = find_learner(learner);
  const auto configured = entry.make();
  if (*setting != '\0') set(configured->options(), setting);
  const Candidate candidate{learner, [&](const TrainingPart& part) {
                              return train(*configured, part.data, std::nullopt, {}).fit.model;
                            }};
  return cross_validate(data, {candidate}, {.folds = 2, .repeats = 1}).front().error_mean;
}

TEST(HiddenSubspace, IsSolvedAtRankTenWhereEuclideanFails) {
  const Dataset data = hidden_subspace({}, 0);
  EXPECT_GT(error_of("euclidean", "", data), 0.6);
  EXPECT_LT(error_of("rca", "rank=10", data), 0.03);
  EXPECT_LT(error_of("lda", "", data), 0.03);
}

TEST(HiddenSubspace, RefusesWhatDoesNotGoTogether) {
  const auto complaint = [](const HiddenSubspaceOptions& options) {
    return error_message([&] { hidden_subspace(options, 0); });
  };
  EXPECT_EQ(complaint({.subspace = 300}).substr(0, 16), "option subspace:");
  EXPECT_EQ(complaint({.classes = 11}).substr(0, 15), "option classes:");
  EXPECT_EQ(complaint({.samples = 9}).substr(0, 15), "option classes:");
  EXPECT_EQ(complaint({.least_noise = 4}).substr(0, 19), "option least_noise:");
}

}  // namespace
}  // namespace mahala::test::hidden_subspace_test
