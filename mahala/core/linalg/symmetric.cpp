#include "mahala/core/linalg/symmetric.hpp"

#include <cmath>
#include <limits>

#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/core/linalg/linalg.hpp"

namespace mahala {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Matrix all_nan(const Matrix& like) { return Matrix::Constant(like.rows(), like.cols(), nan); }

/// (e^a - e^b) / (a - b), which is e^a at b = a: keeps its digits where a and b are close, and
/// does not overflow where they are far apart.
double exp_quotient(double a, double b) {
  const double h = std::abs(a - b);
  return std::exp(std::max(a, b)) * (h == 0 ? 1 : -std::expm1(-h) / h);
}

}  // namespace

Matrix without_mean(Matrix gram) {
  const Vector means = gram.rowwise().mean();
  gram.colwise() -= means;
  gram.rowwise() -= (means.array() - means.mean()).matrix().transpose();
  return symmetric_part(gram);
}

Matrix map_spectrum(const Matrix& a, const std::function<double(double)>& f) {
  if (!a.allFinite()) return all_nan(a);
  const auto [values, vectors] = symmetric_eigen(symmetric_part(a));
  const Vector mapped = values.unaryExpr(f);
  return vectors * mapped.asDiagonal() * vectors.transpose();
}

Matrix exp_symmetric(const Matrix& a) {
  return map_spectrum(a, [](double l) { return std::exp(l); });
}

Matrix log_symmetric(const Matrix& a) {
  return map_spectrum(a, [](double l) { return l > 0 ? std::log(l) : nan; });
}

Matrix sqrt_symmetric(const Matrix& a) {
  return map_spectrum(a, [](double l) { return std::sqrt(std::max(l, 0.0)); });
}

Matrix inverse_sqrt_symmetric(const Matrix& a) {
  return map_spectrum(a, [](double l) { return l > 0 ? 1 / std::sqrt(l) : nan; });
}

Matrix exp_derivative(const Matrix& s, const Matrix& x) {
  if (!s.allFinite()) return all_nan(s);
  const auto [l, q] = symmetric_eigen(symmetric_part(s));
  Matrix c = q.transpose() * symmetric_part(x) * q;
  for (Index j = 0; j < c.cols(); ++j) {
    for (Index i = 0; i < c.rows(); ++i) {
      c(i, j) *= exp_quotient(l[i], l[j]);
    }
  }
  return q * c * q.transpose();
}

Matrix cholesky_factor(const Matrix& a) {
  const Cholesky cholesky(a);
  if (!a.allFinite() || !cholesky.definite()) return all_nan(a);
  return cholesky.lower().triangularView<Eigen::Lower>();
}

double expm1_over(double z, double c) { return z == 0 ? c : std::expm1(c * z) / z; }

}  // namespace mahala
