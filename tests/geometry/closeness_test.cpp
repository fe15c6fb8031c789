#include "tests/support/closeness.hpp"

#include <gtest/gtest.h>

#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/geometry/frame.hpp"
#include "mahala/geometry/psd_flat.hpp"
#include "mahala/geometry/psd_polar.hpp"
#include "tests/support/golden.hpp"

namespace mahala::test::closeness_test {
namespace {

void expect_near(const Matrix& found, const nlohmann::json& expected) {
  const Matrix m = matrix(expected);
  ASSERT_EQ(found.rows(), m.rows());
  EXPECT_LT((found - m).norm(), 1e-11 * (1 + m.norm()));
}

const nlohmann::json& reference() {
  static const nlohmann::json all = golden("geometry/closeness.json");
  return all;
}

TEST(Closeness, MatchesTheReference) {
  const auto& all = reference();
  const auto number = [&](const char* name) { return all.at(name).get<double>(); };
  const Matrix g = matrix(all.at("G")), h = matrix(all.at("Gt"));
  EXPECT_NEAR(flat_closeness(g, h), number("d_flat_procrustes"), 1e-10);
  const FrameAndCore p{matrix(all.at("U")), matrix(all.at("B"))};
  const FrameAndCore q{matrix(all.at("Ut")), matrix(all.at("Bt"))};
  EXPECT_NEAR(polar_closeness(p, q, 1 / 0.3, 1 / 0.7), number("d_pol_metric_lam0.3"), 1e-10);
  EXPECT_NEAR(polar_closeness(p, q, 0.3, 0.7), number("d_pol_paper_lam0.3"), 1e-10);
  const Matrix w = matrix(all.at("W")), v = matrix(all.at("Wt"));
  EXPECT_NEAR(affine_closeness(w, v), number("d_affine2"), 1e-10);
  EXPECT_NEAR(logdet_divergence(w, v), number("d_logdet"), 1e-10);
  EXPECT_NEAR(von_neumann_divergence(w, v), number("d_vN"), 1e-10);
  const auto angles = all.at("principal_angles").get<std::vector<double>>();
  const Vector found = principal_angles(p.u, q.u);
  for (std::size_t i = 0; i < angles.size(); ++i) {
    EXPECT_NEAR(found[static_cast<Index>(i)], angles[i], 1e-11);
  }
}

TEST(Closeness, OfAMatrixToItselfIsZeroWhateverTheRepresentative) {
  Rng rng(3);
  const Matrix g = random_normal(7, 3, rng), o = random_frame(3, 3, rng);
  EXPECT_NEAR(flat_closeness(g, g * o), 0, 1e-12);
  const FrameAndCore p = polar_from_factor(g);
  const Matrix b = p.r * p.r.transpose();
  EXPECT_NEAR(polar_closeness({p.u, b}, {p.u * o, o.transpose() * b * o}, 2, 3), 0, 1e-10);
}

TEST(SymmetricFunctions, MatchTheReference) {
  const auto& each = reference().at("dexp");
  expect_near(exp_derivative(matrix(each.at("S")), matrix(each.at("X"))), each.at("out"));
}

TEST(Frame, RetractionsMatchTheReference) {
  const auto& all = reference();
  expect_near(qf(matrix(all.at("qf").at("A"))), all.at("qf").at("Q"));
  expect_near(uf(matrix(all.at("uf").at("A"))), all.at("uf").at("Q"));
  const auto& each = all.at("grassmann_exp");
  expect_near(retract_frame(matrix(each.at("U")), matrix(each.at("xi")), FrameRetraction::exp),
              each.at("out"));
}

TEST(PsdFlat, HorizontalProjectionMatchesTheReference) {
  const auto& each = reference().at("flat_horizontal");
  const Matrix g = matrix(each.at("G"));
  expect_near(PsdFlat(g.rows(), g.cols()).project(g, matrix(each.at("D"))), each.at("out"));
}

TEST(PsdPolar, StartFromAFactorMatchesTheReference) {
  const auto& each = reference().at("polar_init_from_G");
  const FrameAndCore p = polar_from_factor(matrix(each.at("G")));
  expect_near(p.u, each.at("U"));
  expect_near(p.r, each.at("R"));
}

}  // namespace
}  // namespace mahala::test::closeness_test
