/// @file
/// The golden cases of LogDet problems: their bounds and points, and comparison of what came out.
#pragma once

#include <gtest/gtest.h>

#include <limits>

#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/optimize/logdet/logdet_solve.hpp"
#include "tests/support/golden.hpp"

namespace mahala::test {

inline Vector vector(const nlohmann::json& list) {
  Vector v(static_cast<Index>(list.size()));
  for (std::size_t k = 0; k < list.size(); ++k) v[static_cast<Index>(k)] = list[k].get<double>();
  return v;
}

/// A number, or "inf".
inline double number_or_inf(const nlohmann::json& value) {
  return value.is_string() ? std::numeric_limits<double>::infinity() : value.get<double>();
}

inline std::vector<Ends> golden_ends(const nlohmann::json& pairs) {
  std::vector<Ends> ends;
  for (const auto& pair : pairs) ends.push_back({pair[0].get<int>(), pair[1].get<int>()});
  return ends;
}

/// `gamma` is one number for all or a list.
inline LogDetBounds golden_bounds(const nlohmann::json& delta, const nlohmann::json& bounds,
                                  const nlohmann::json& gamma) {
  LogDetBounds all;
  for (std::size_t k = 0; k < delta.size(); ++k) {
    all.push_back({.relation = delta[k] > 0 ? Relation::at_most : Relation::at_least,
                   .bound = bounds[k],
                   .gamma = number_or_inf(gamma.is_array() ? gamma[k] : gamma)});
  }
  return all;
}

/// Multipliers without sign.
inline Vector multipliers(const LogDetBounds& bounds, const Vector& weights) {
  Vector lambda(weights.size());
  for (Index k = 0; k < lambda.size(); ++k) {
    lambda[k] = bounds[static_cast<std::size_t>(k)].sign() * weights[k];
  }
  return lambda;
}

inline void expect_close(const Matrix& found, const Matrix& expected, double tolerance,
                         const char* what) {
  ASSERT_EQ(found.rows(), expected.rows()) << what;
  ASSERT_EQ(found.cols(), expected.cols()) << what;
  EXPECT_LE((found - expected).norm(), tolerance * (1e-300 + expected.norm())) << what;
}

/// The stages of a golden run: after 1 and 10 passes in fixed order, and at the end.
struct Stage {
  const char* name;
  SweepOptions options;
  double tolerance;  ///< of comparisons, relative
};

inline std::vector<Stage> golden_stages() {
  return {{"sweep1", {SweepOrder::fixed, SweepStop::gap, 0, 1}, 1e-10},
          {"sweep10", {SweepOrder::fixed, SweepStop::gap, 0, 10}, 1e-10},
          {"converged", {SweepOrder::shuffle, SweepStop::dual, 1e-15, 100'000}, 1e-8}};
}

}  // namespace mahala::test
