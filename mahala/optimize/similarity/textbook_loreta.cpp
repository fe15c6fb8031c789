#include "mahala/optimize/similarity/textbook_loreta.hpp"

#include "mahala/core/linalg/decompositions.hpp"

namespace mahala {

TextbookLoreta::TextbookLoreta(const Matrix& a, const Matrix& b)
    : point_{a, b}, a_inverse_(pseudo_inverse(a)), b_inverse_(pseudo_inverse(b)) {}

void TextbookLoreta::step(const Vector& p, const Vector& q) {
  auto& [a, b] = point_;
  const Vector left = a_inverse_ * p, right = b_inverse_ * q;
  const double s = left.dot(right), alpha = -0.5 + 0.375 * s, gamma = 1 - 0.5 * s;
  const Vector c = alpha * (a * left) + gamma * p, d = alpha * (b * right) + gamma * q;
  const Matrix a_inverse = changed_pseudo_inverse(a, a_inverse_, c, right);
  b_inverse_ = changed_pseudo_inverse(b, b_inverse_, d, left);
  a_inverse_ = a_inverse;
  a += c * right.transpose();
  b += d * left.transpose();
}

void TextbookLoreta::multiply(const Matrix& left, const Matrix& right) {
  point_.a = (point_.a * left).eval();
  point_.b = (point_.b * right).eval();
  a_inverse_ = (pseudo_inverse(left) * a_inverse_).eval();
  b_inverse_ = (pseudo_inverse(right) * b_inverse_).eval();
}

TextbookLoretaPsd::TextbookLoretaPsd(const Matrix& y) : y_(y), inverse_(pseudo_inverse(y)) {}

void TextbookLoretaPsd::step(const Vector& p, const Vector& q) {
  const Vector h1 = inverse_ * p, h2 = inverse_ * q, y1 = y_ * h1, y2 = y_ * h2;
  const double n1 = h1.squaredNorm(), n2 = h2.squaredNorm(), s = h1.dot(h2);
  const double in = -0.25 + 3 * s / 32, out = 0.5 - s / 8;
  const Vector l1 = in * y1 + out * p + 3 * n1 / 32 * y2 - n1 / 8 * q;
  const Vector l2 = in * y2 + out * q + 3 * n2 / 32 * y1 - n2 / 8 * p;
  const Matrix between = y_ + l1 * h2.transpose();
  const Matrix inverse = changed_pseudo_inverse(y_, inverse_, l1, h2);
  inverse_ = changed_pseudo_inverse(between, inverse, l2, h1);
  y_ = between + l2 * h1.transpose();
}

FixedRankPoint loreta_step(const FixedRankPoint& at, const Matrix& g1, const Matrix& g2) {
  const Matrix a = pseudo_inverse(at.a) * g1, b = pseudo_inverse(at.b) * g2, r = b.transpose() * a;
  const Matrix one = Matrix::Identity(r.rows(), r.cols());
  const Matrix alpha = -0.5 * one + 0.375 * r, gamma = one - 0.5 * r;
  return {at.a + (at.a * a * alpha + g1 * gamma) * b.transpose(),
          at.b + (at.b * b * alpha.transpose() + g2 * gamma.transpose()) * a.transpose()};
}

Matrix loreta_psd_step(const Matrix& y, const Matrix& f, const Matrix& c) {
  const Matrix h = pseudo_inverse(y) * f, cnc = c * (h.transpose() * h) * c;
  return y + (y * h * (-0.5 * c + 0.375 * cnc) + f * (c - 0.5 * cnc)) * h.transpose();
}

}  // namespace mahala
