/// @file
/// The golden cases of the geometries: data sets, starts and the problem each case poses.
#pragma once

#include <memory>
#include <variant>

#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/geometry/grassmann.hpp"
#include "mahala/geometry/psd_flat.hpp"
#include "mahala/geometry/psd_polar.hpp"
#include "mahala/geometry/psd_polar_log.hpp"
#include "mahala/geometry/psd_polar_symmetric.hpp"
#include "mahala/geometry/spd_affine.hpp"
#include "mahala/geometry/spd_log.hpp"
#include "mahala/optimize/regression/matrix_problem.hpp"
#include "mahala/optimize/regression/pair_problem.hpp"
#include "mahala/optimize/regression/subspace_problem.hpp"
#include "tests/support/golden.hpp"

namespace mahala::test {

/// A problem with what it refers to.
struct GoldenProblem {
  Samples x = {};
  Pairs pairs = {};
  std::unique_ptr<Problem> problem = {};
};

/// `name` is that of a data set with "_eq" or "_ineq" after it; `weight` multiplies the loss.
inline std::unique_ptr<GoldenProblem> golden_problem(const nlohmann::json& all,
                                                     const std::string& name, double weight,
                                                     bool subspace = false) {
  auto result = std::make_unique<GoldenProblem>();
  const bool inequalities = name.ends_with("_ineq");
  const auto& data = all.at("data").at(name.substr(0, name.find('_')));
  const Index n = data.at("n"), d = data.at("d");
  const auto relation = [&](std::size_t k) {
    const int rho = inequalities ? data.at("rho_ineq")[k].get<int>() : 0;
    return rho == 0 ? Relation::equal : rho > 0 ? Relation::at_most : Relation::at_least;
  };
  if (data.contains("X")) {
    std::vector<MatrixObservation> seen;
    for (std::size_t k = 0; k < static_cast<std::size_t>(n); ++k) {
      seen.push_back({matrix(data.at("X")[k]), relation(k), data.at("y")[k], weight});
    }
    result->problem = std::make_unique<MatrixProblem>(std::move(seen));
    return result;
  }
  const bool rank_one = data.contains("x");
  if (rank_one) {
    const Matrix x = matrix(data.at("x")).transpose();
    result->x = name.starts_with("sparse") ? Samples(SparseMatrix(x.sparseView())) : Samples(x);
  } else if (data.contains("P")) {
    result->x = Samples(Matrix(matrix(data.at("P")).transpose()));
  } else {
    const Matrix identity = Matrix::Identity(d, d);
    result->x = Samples(SparseMatrix(identity.sparseView()));
  }
  for (std::size_t k = 0; k < static_cast<std::size_t>(n); ++k) {
    result->pairs.push_back({.i = rank_one ? static_cast<Index>(k) : data.at("I")[k].get<Index>(),
                             .j = rank_one ? origin : data.at("J")[k].get<Index>(),
                             .relation = relation(k),
                             .value = data.at("y")[k],
                             .weight = weight});
  }
  if (subspace) {
    result->problem = std::make_unique<SubspaceProblem>(result->x);
  } else {
    result->problem = std::make_unique<PairProblem>(result->x, result->pairs);
  }
  return result;
}

/// Calls visit(manifold, start) for the geometry a case names.
template <class Visit>
void with_geometry(const nlohmann::json& all, const nlohmann::json& each, const Visit& visit) {
  const std::string geometry = each.at("geometry");
  const auto& params = each.at("params");
  const auto init = [&](const char* name) { return matrix(all.at("init").at(name)); };
  const auto retraction = [&] {
    return named<FrameRetraction>(params.at("retr").get<std::string>()).value();
  };
  if (geometry == "flat") {
    const Matrix g = init("G0");
    return visit(PsdFlat(g.rows(), g.cols()), g);
  }
  if (geometry == "spd_affine") {
    const Matrix w = init("W0");
    const std::string guard = params.at("guard");
    const AffineRetraction how = params.at("retr") == "exp" ? AffineRetraction::exp
                                 : guard == "clip"          ? AffineRetraction::first_clipped
                                 : guard == "exp"           ? AffineRetraction::first_or_exp
                                                            : AffineRetraction::first;
    return visit(SpdAffine(w.rows(), how, params.at("delta")), w);
  }
  if (geometry == "spd_log") {
    const Matrix w = init("W0");
    const LogMetric metric =
        params.at("variant") == "vN" ? LogMetric::von_neumann : LogMetric::log_euclidean;
    return visit(SpdLog(w.rows(), metric), log_symmetric(w));
  }
  const Matrix u = init("U0");
  if (geometry == "grassmann") return visit(Grassmann(u.rows(), u.cols(), retraction()), u);
  const double lambda = params.at("lam");
  if (geometry == "polarSym") {
    return visit(PsdPolarSymmetric(u.rows(), u.cols(), lambda, retraction()),
                 FrameAndCore{u, init("Rs0")});
  }
  const std::string step = params.at("bstep");
  const bool symmetric_root = geometry == "polarUB";
  const Matrix r = symmetric_root ? sqrt_symmetric(init("B0")) : init("R0");
  if (step == "vN" || step == "logE") {
    const LogMetric metric = step == "vN" ? LogMetric::von_neumann : LogMetric::log_euclidean;
    return visit(PsdPolarLog(u.rows(), u.cols(), lambda, metric, retraction()),
                 FrameAndCore{u, log_symmetric(r * r.transpose())});
  }
  const PolarCore core = step == "exp" ? PolarCore::exp : PolarCore::first;
  visit(PsdPolar(u.rows(), u.cols(), {lambda, retraction(), core, symmetric_root}),
        FrameAndCore{u, r});
}

inline double relative_error(const Matrix& found, const Matrix& expected) {
  return (found - expected).norm() / expected.norm();
}

/// Compares a state with what a case expects, in all the coordinates it lists.
inline void expect_state(const Matrix& point, const Matrix& factor, const nlohmann::json& expected,
                         double tolerance) {
  EXPECT_LT(relative_error(factor * factor.transpose(), matrix(expected.at("W"))), tolerance);
  for (const char* name : {"G", "U", "S"}) {
    if (expected.contains(name)) {
      EXPECT_LT(relative_error(point, matrix(expected.at(name))), tolerance) << name;
    }
  }
}

inline void expect_state(const FrameAndCore& point, const Matrix& factor,
                         const nlohmann::json& expected, double tolerance) {
  expect_state(point.u, factor, expected, tolerance);
  const Matrix r = point.u.transpose() * factor;
  if (expected.contains("R")) {
    EXPECT_LT(relative_error(r, matrix(expected.at("R"))), tolerance);
  }
  if (expected.contains("B")) {
    EXPECT_LT(relative_error(r * r.transpose(), matrix(expected.at("B"))), tolerance);
  }
}

}  // namespace mahala::test
