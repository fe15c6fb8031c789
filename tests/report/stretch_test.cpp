#include <gtest/gtest.h>

#include <cmath>

#include "mahala/core/random.hpp"
#include "mahala/report/findings.hpp"
#include "mahala/report/metric_figures.hpp"
#include "tests/report/well_formed.hpp"

namespace mahala::test::stretch_test {
namespace {

Matrix uneven_samples(Index dim = 5, Index n = 80) {
  Rng rng = make_rng(8);
  Matrix x = random_normal(dim, n, rng);
  for (Index k = 0; k < dim; ++k) x.row(k) *= std::pow(10.0, static_cast<double>(k - 2));
  return x;
}

Model prepared_model(const Matrix& x, const std::string& plan, Index rank, double identity = 0) {
  Samples samples(x);
  Prepare prepare = fit_prepare(plan, samples);
  Rng rng = make_rng(9);
  return {.identity = identity,
          .left = random_normal(samples.dim(), rank, rng),
          .prepare = std::move(prepare)};
}

/// By its definition: embeds a sample before and after one feature changes by its deviation.
Vector stretch_by_moving(const Model& model, const Matrix& x) {
  const Samples samples(x);
  const Vector spread = standard_deviation(samples, mean(samples));
  Vector moved(x.rows());
  for (Index k = 0; k < x.rows(); ++k) {
    Matrix two(x.rows(), 2);
    two.col(0) = two.col(1) = x.col(0);
    two(k, 1) += spread[k];
    const Matrix at = embed(model, Samples(two));
    moved[k] = (at.col(1) - at.col(0)).norm();
  }
  return moved / std::sqrt(moved.squaredNorm() / static_cast<double>(moved.size()));
}

TEST(Stretch, IsHowFarAFeatureMovesASample) {
  const Matrix x = uneven_samples();
  for (const std::string plan : {"none", "standardise", "scale,pca:3", "pca:2,standardise"}) {
    for (const double identity : {0.0, 0.7}) {
      const Model model = prepared_model(x, plan, 2, identity);
      EXPECT_LT((stretch(model, Samples(x)) - stretch_by_moving(model, x)).norm(), 1e-8)
          << plan << " " << identity;
    }
  }
}

TEST(Stretch, IsZeroForFeaturesThatPreparationDrops) {
  Matrix x = uneven_samples().cwiseMax(0);
  x.row(0).tail(70).setZero();
  x.row(3).tail(60).setZero();
  const double kept = std::sqrt(5 / 3.0);  // the mean is over three features, not five
  for (const std::string plan : {"top-df:3,tfidf", "top-df:3,tfidf,pca:2", "scale,top-df:3"}) {
    const Model model = prepared_model(x, plan, 2);
    const Vector found = stretch(model, Samples(x));
    EXPECT_EQ(found[0], 0);
    EXPECT_EQ(found[3], 0);
    EXPECT_LT((kept * found - stretch_by_moving(model, x)).norm(), 1e-8) << plan;
  }
}

TEST(Stretch, FollowsFeaturesThatAreWeightedAndDroppedAfterMixing) {
  const Matrix x = uneven_samples().cwiseMax(0);
  Model model = prepared_model(x, "scale,pca:4,top-df:2", 2);
  model.prepare.steps.push_back({.name = "tfidf", .weight = Vector{{2, 0.5}}});
  EXPECT_LT((stretch(model, Samples(x)) - stretch_by_moving(model, x)).norm(), 1e-8);
}

TEST(Stretch, IsOneForThePlainDistanceOnStandardisedFeatures) {
  const Matrix x = uneven_samples();
  Samples samples(x);
  Model model = identity_model(5);
  model.prepare = fit_prepare("standardise", samples);
  EXPECT_LT((stretch(model, Samples(x)) - Vector::Ones(5)).norm(), 1e-12);
}

TEST(Stretch, IsTheSameForSparseSamples) {
  const Matrix x = uneven_samples().cwiseMax(0);
  const Model model = prepared_model(x, "scale", 2);
  EXPECT_LT(
      (stretch(model, Samples(x)) - stretch(model, Samples(SparseMatrix(x.sparseView())))).norm(),
      1e-12);
}

TEST(Stretch, IsZeroWhereNothingVaries) {
  const Matrix x = Matrix::Ones(3, 6);
  EXPECT_EQ(stretch(prepared_model(x, "standardise", 2), Samples(x)), Vector::Zero(3));
  EXPECT_FALSE(stretch_figure(Vector::Zero(3), {}));
}

TEST(StretchFigure, NamesTheTwentyLargestFeatures) {
  Vector values = Vector::LinSpaced(30, 1, 30);
  const std::string svg = stretch_figure(values, {})->svg;
  EXPECT_TRUE(contains(svg, "feature 29"));
  EXPECT_TRUE(contains(svg, "feature 10<"));
  EXPECT_FALSE(contains(svg, "feature 9<"));
  std::vector<std::string> names(30, "x");
  names[29] = "<flavour>";
  EXPECT_TRUE(contains(stretch_figure(values, names)->svg, "&lt;flavour>"));
}

TEST(SpectrumFigure, SaysWhatTheIdentityAddsAndIsAbsentWithoutAFactor) {
  EXPECT_FALSE(spectrum_figure(identity_model(4)));
  const Model model{.identity = 0.5, .left = Matrix::Identity(4, 2)};
  EXPECT_TRUE(contains(spectrum_figure(model)->caption, "counts 0.5 besides"));
  EXPECT_TRUE(contains(spectrum_figure(model)->caption, "2 of 2 carry 95 %"));
}

}  // namespace
}  // namespace mahala::test::stretch_test
