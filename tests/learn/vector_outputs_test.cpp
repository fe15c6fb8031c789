// Filters of outputs that are vectors: the subspace and the tasks they come from are found.

#include <gtest/gtest.h>

#include "mahala/core/random.hpp"
#include "mahala/geometry/frame.hpp"
#include "mahala/learn/riemannian/lms.hpp"
#include "mahala/train/registry.hpp"
#include "mahala/train/train.hpp"
#include "tests/support/blobs.hpp"
#include "tests/support/error_message.hpp"

namespace mahala::test::vector_outputs_test {
namespace {

Dataset inputs(Index dim, Index n) {
  Rng rng = make_rng(5);
  return {.x = Samples(random_normal(dim, n, rng)), .source = "inputs"};
}

TEST(Lms, LearnsTheSubspaceThatOutputsLieIn) {
  Dataset data = inputs(8, 600);
  Rng rng = make_rng(6);
  const Matrix v = qf(random_normal(8, 3, rng));
  data.outputs = v * data.x.project(v);
  for (const bool normalised : {true, false}) {
    const Fit fit = normalised
                        ? nlms(data, {.space = FilterSpace::subspace, .rank = 3, .gain = 0.5})
                        : lms(data, {.space = FilterSpace::subspace, .rank = 3, .gain = 0.05});
    const Matrix& u = fit.model.left;
    EXPECT_LT((u * u.transpose() - v * v.transpose()).norm(), 1e-3) << fit.message;
    EXPECT_LT(fit.objective, 1e-5);
  }
}

TEST(Lms, LearnsTasksThatShareDirectionsFromDenseAndSparseSamples) {
  Dataset data = inputs(6, 800);
  Rng rng = make_rng(7);
  const Matrix w = random_normal(4, 2, rng) * random_normal(2, 6, rng);
  data.outputs = data.x.project(w.transpose());
  Dataset sparse = data;
  sparse.x = Samples(SparseMatrix(std::get<Matrix>(data.x.storage()).sparseView()));
  const NlmsOptions options{.space = FilterSpace::tasks, .rank = 2, .gain = 0.5, .passes = 3};
  const Fit fit = nlms(data, options);
  EXPECT_LT((fit.model.left - w.transpose()).norm(), 1e-3 * w.norm()) << fit.message;
  EXPECT_LT((nlms(sparse, options).model.left - fit.model.left).norm(), 1e-6 * w.norm());
}

TEST(Lms, SaysWhichOutputsItTakes) {
  Dataset data = inputs(5, 20);
  data.outputs = Matrix::Ones(2, 20);
  EXPECT_NE(error_message([&] {
              lms(data, {.space = FilterSpace::subspace});
            }).find("as many numbers as samples, 5, not 2"),
            std::string::npos);
  EXPECT_NE(error_message([&] { lms(data); }).find("one number a sample to learn, not 2"),
            std::string::npos);
  EXPECT_NE(error_message([&] {
              train(*find_learner("mlkr").make(), data, {}, {});
            }).find("learns from no outputs of several numbers"),
            std::string::npos);
  EXPECT_NE(error_message([&] {
              lms_stream({.dim = 5}, {.space = FilterSpace::tasks});
            }).find("which no stream carries"),
            std::string::npos);
}

TEST(Train, LeavesSamplesAsTheyAreWhereOutputsSpeakOfThem) {
  Dataset data = inputs(4, 50);
  data.outputs = data.x.block(0, 50);
  const auto learner = find_learner("nlms").make();
  set(learner->options(), "space=subspace");
  EXPECT_EQ(train(*learner, data, {}, {}).fit.model.prepare.plan(), "none");
}

}  // namespace
}  // namespace mahala::test::vector_outputs_test
