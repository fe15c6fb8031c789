// What descent in a geometry does not depend on (Meyer, Bonnabel, Sepulchre, JMLR 2011, section
// 7.2): the basis of the samples, the units of the distances, the representative of a point.

#include <gtest/gtest.h>

#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/geometry/psd_flat.hpp"
#include "mahala/geometry/psd_polar.hpp"
#include "mahala/geometry/psd_polar_log.hpp"
#include "mahala/geometry/psd_polar_symmetric.hpp"
#include "mahala/geometry/spd_affine.hpp"
#include "mahala/geometry/spd_log.hpp"
#include "mahala/optimize/regression/manifold_objective.hpp"
#include "mahala/optimize/regression/pair_problem.hpp"
#include "tests/support/random_pairs.hpp"

namespace mahala::test::invariance_test {
namespace {

constexpr Index dim = 5, rank = 2;

struct Setting {
  Matrix x;
  Pairs pairs;

  Setting() {
    Rng rng(31);
    x = random_normal(dim, 20, rng);
    pairs = random_pairs(20, 40, rng);
  }

  Setting in_basis(const Matrix& a) const {
    Setting other = *this;
    other.x = a * x;
    return other;
  }
  Setting in_units(double unit) const {
    Setting other = *this;
    for (Pair& pair : other.pairs) pair.value *= unit;
    return other;
  }
};

/// W after three iterations of descent with Armijo's rule.
template <Manifold M>
Matrix descended(const M& manifold, const typename M::Point& start, const Setting& setting) {
  const Samples x(setting.x);
  const PairProblem problem(x, setting.pairs);
  ManifoldObjective<M> f(manifold, problem, start);
  descend(f, {.tolerance = 0, .max_iterations = 3});
  return f.factor() * f.factor().transpose();
}

void expect_same(const Matrix& found, const Matrix& expected) {
  EXPECT_LT((found - expected).norm(), 1e-9 * expected.norm());
}

const Setting& setting() {
  static const Setting one;
  return one;
}

Matrix rotation() {
  Rng rng(32);
  return random_frame(dim, dim, rng);
}

FrameAndCore turned(const Matrix& o, const FrameAndCore& p) { return {o * p.u, p.r}; }

/// Calls visit with every polar geometry that turns with its representative, and how that turns.
template <class Visit>
void with_polar_geometries(const Visit& visit) {
  const auto turned_root = [](const Matrix& o, const Matrix& r) {
    return Matrix(o.transpose() * r);
  };
  const auto turned_log = [](const Matrix& o, const Matrix& s) {
    return Matrix(o.transpose() * s * o);
  };
  for (const auto retraction : {FrameRetraction::uf, FrameRetraction::exp}) {
    visit(PsdPolar(dim, rank, {.lambda = 0.4, .retraction = retraction}), turned_root);
    for (const LogMetric metric : {LogMetric::von_neumann, LogMetric::log_euclidean}) {
      visit(PsdPolarLog(dim, rank, 0.4, metric, retraction), turned_log);
    }
  }
}

TEST(Invariance, TurningTheSamplesTurnsTheMetric) {
  const Matrix o = rotation();
  const Setting other = setting().in_basis(o);
  const auto expect = [&](const auto& manifold, const auto& start, const auto& turned_start) {
    const Matrix w = descended(manifold, start, setting());
    expect_same(descended(manifold, turned_start, other), o * w * o.transpose());
  };
  Rng rng(33);
  const PsdFlat flat(dim, rank);
  const Matrix g = flat.random_point(rng);
  expect(flat, g, Matrix(o * g));
  with_polar_geometries([&](const auto& polar, const auto&) {
    const FrameAndCore p = polar.random_point(rng);
    expect(polar, p, turned(o, p));
  });
  const PsdPolarSymmetric symmetric(dim, rank);
  const FrameAndCore p = symmetric.random_point(rng);
  expect(symmetric, p, turned(o, p));
  const SpdAffine affine(dim);
  const Matrix w = affine.random_point(rng), s = log_symmetric(w);
  expect(affine, w, Matrix(o * w * o.transpose()));
  for (const LogMetric metric : {LogMetric::log_euclidean, LogMetric::von_neumann}) {
    expect(SpdLog(dim, metric), s, Matrix(o * s * o.transpose()));
  }
}

TEST(Invariance, UnitsOfTheDistancesAreUnitsOfTheMetricInPolarAndAffineGeometries) {
  const double unit = 7;
  const Setting other = setting().in_units(unit);
  const auto expect = [&](const auto& manifold, const auto& start, const auto& scaled_start) {
    const Matrix w = descended(manifold, start, setting());
    expect_same(descended(manifold, scaled_start, other) / unit, w);
  };
  Rng rng(34);
  const PsdPolar polar(dim, rank, {.lambda = 0.4});
  const FrameAndCore p = polar.random_point(rng);
  expect(polar, p, FrameAndCore{p.u, std::sqrt(unit) * p.r});
  const PsdPolarLog logarithmic(dim, rank, 0.4, LogMetric::log_euclidean);
  const FrameAndCore q = logarithmic.random_point(rng);
  expect(logarithmic, q, FrameAndCore{q.u, q.r + std::log(unit) * Matrix::Identity(rank, rank)});
  const SpdAffine affine(dim);
  const Matrix w = affine.random_point(rng);
  expect(affine, w, Matrix(unit * w));
}

TEST(Invariance, UnitsChangeTheRoadInTheFlatGeometry) {
  // So that the test above says something.
  Rng rng(35);
  const PsdFlat flat(dim, rank);
  const Matrix g = flat.random_point(rng);
  const Matrix w = descended(flat, g, setting());
  const Matrix v = descended(flat, std::sqrt(7.0) * g, setting().in_units(7)) / 7;
  EXPECT_GT((v - w).norm(), 1e-3 * w.norm());
}

TEST(Invariance, AnyChangeOfBasisIsAnIsometryOfTheAffineGeometry) {
  Rng rng(36);
  const Matrix a = random_normal(dim, dim, rng);
  const SpdAffine affine(dim);
  const Matrix w = affine.random_point(rng);
  const Matrix learned = descended(affine, w, setting());
  // d^2 is unchanged by x -> A^{-T} x, W -> A W A^T.
  const Setting other = setting().in_basis(inverse(a).transpose());
  expect_same(descended(affine, a * w * a.transpose(), other), a * learned * a.transpose());
}

TEST(Invariance, RepresentativesOfAPointGoTheSameRoad) {
  Rng rng(37);
  const Matrix o = random_frame(rank, rank, rng);
  const PsdFlat flat(dim, rank);
  const Matrix g = flat.random_point(rng);
  expect_same(descended(flat, g * o, setting()), descended(flat, g, setting()));
  with_polar_geometries([&](const auto& polar, const auto& turned_core) {
    const FrameAndCore p = polar.random_point(rng);
    expect_same(descended(polar, {p.u * o, turned_core(o, p.r)}, setting()),
                descended(polar, p, setting()));
  });
}

}  // namespace
}  // namespace mahala::test::invariance_test
