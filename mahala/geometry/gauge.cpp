#include "mahala/geometry/gauge.hpp"

#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/linalg/symmetric.hpp"

namespace mahala {
namespace {

constexpr double least_ratio = 1e-15;

/// R with R^T R = gram, and its inverse.
struct GramRoot {
  Matrix r, inverse;
};

Vector floored(const Vector& values) { return values.cwiseMax(least_ratio * values.maxCoeff()); }

GramRoot gram_root(const Matrix& gram) {
  const auto [values, vectors] = symmetric_eigen(symmetric_part(gram));
  const Vector roots = floored(values).cwiseSqrt();
  return {roots.asDiagonal() * vectors.transpose(), vectors * roots.cwiseInverse().asDiagonal()};
}

}  // namespace

Gauge balanced_gauge(const Matrix& left_gram, const MatrixView& s, const Matrix& right_gram) {
  const GramRoot a = gram_root(left_gram), b = gram_root(right_gram);
  const auto [u, values, v] = divided_svd(a.r * s * b.r.transpose());
  const Vector sigma = floored(values).cwiseSqrt();
  return {a.inverse * u * sigma.asDiagonal(), b.inverse * v * sigma.asDiagonal()};
}

Matrix balanced_gauge(const Matrix& gram, const MatrixView& s) {
  const GramRoot y = gram_root(gram);
  const auto [values, vectors] = symmetric_eigen(symmetric_part(y.r * s * y.r.transpose()));
  return y.inverse * vectors * floored(values).cwiseSqrt().asDiagonal();
}

}  // namespace mahala
