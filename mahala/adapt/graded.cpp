#include "mahala/adapt/graded.hpp"

#include <cmath>

#include "mahala/core/function_ref.hpp"

namespace mahala {
namespace {

constexpr int graded_steps = 60;
constexpr double graded_tolerance = 1e-5;
/// Pairs beyond which their products are not formed: 200 MB.
constexpr Index most_products = 5000;

/// (A + shift I)^(-1) b by conjugate gradients.
Vector solve_shifted(FunctionRef<Vector(const Vector&)> multiply, double shift, const Vector& b) {
  Vector x = Vector::Zero(b.size()), residual = b, direction = b;
  double square = b.squaredNorm();
  const double enough = graded_tolerance * graded_tolerance * square;
  for (int step = 0; step < graded_steps && square > enough; ++step) {
    const Vector image = multiply(direction) + shift * direction;
    const double length = square / direction.dot(image);
    x += length * direction;
    residual -= length * image;
    const double next = residual.squaredNorm();
    direction = residual + (next / square) * direction;
    square = next;
  }
  return x;
}

/// sum_k alpha_k (x_k y_k^T + y_k x_k^T) / 2.
Matrix sum_of_pairs(const PairColumns& pairs, const Vector& alpha) {
  Matrix sum(pairs.x.rows(), pairs.x.rows());
  multiply_a_bt(pairs.x * alpha.asDiagonal(), pairs.y, sum);
  return (sum + sum.transpose()) / 2;
}

/// x_k^T D y_k.
Vector forms_of(const PairColumns& pairs, const Matrix& d) {
  Matrix image(d.rows(), pairs.size());
  multiply_at_b(d, pairs.y, image);
  return pairs.x.cwiseProduct(image).colwise().sum();
}

}  // namespace

Vector cosines_of(const PairColumns& pairs) {
  return pairs.x.cwiseProduct(pairs.y).colwise().sum();
}

std::optional<ScoreLine> fit_line(const Vector& cosines, const Vector& scores) {
  const Vector centred = cosines.array() - cosines.mean();
  const double spread = centred.squaredNorm();
  if (!(spread > 0)) return std::nullopt;
  const double b = centred.dot(scores) / spread;
  if (!(b > 0)) return std::nullopt;
  return ScoreLine{scores.mean() - b * cosines.mean(), b};
}

Matrix pair_products(const PairColumns& a, const PairColumns& b) {
  const auto products = [](const Matrix& u, const Matrix& v) {
    Matrix p(u.cols(), v.cols());
    multiply_at_b(u, v, p);
    return p;
  };
  Matrix total = products(a.x, b.x).cwiseProduct(products(a.y, b.y));
  total += products(a.x, b.y).cwiseProduct(products(a.y, b.x));
  return total / 2;
}

Vector pair_weights(const Matrix& products, const Vector& targets, double lambda) {
  const double shift = lambda * static_cast<double>(targets.size());
  return solve_shifted([&](const Vector& v) -> Vector { return products * v; }, shift, targets);
}

Matrix fit_graded(const PairColumns& pairs, double lambda) {
  const Vector cosines = cosines_of(pairs);
  const auto line = fit_line(cosines, pairs.scores);
  if (!line) return Matrix::Zero(pairs.x.rows(), pairs.x.rows());
  return fit_shifts(pairs, (pairs.scores.array() - line->a) / line->b - cosines.array(), lambda);
}

Matrix fit_shifts(const PairColumns& pairs, const Vector& targets, double lambda) {
  if (pairs.size() <= most_products) {
    return sum_of_pairs(pairs, pair_weights(pair_products(pairs, pairs), targets, lambda));
  }
  const auto multiply = [&](const Vector& v) -> Vector {
    return forms_of(pairs, sum_of_pairs(pairs, v));
  };
  const double shift = lambda * static_cast<double>(pairs.size());
  return sum_of_pairs(pairs, solve_shifted(multiply, shift, targets));
}

}  // namespace mahala
