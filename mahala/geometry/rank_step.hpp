/// @file
/// The small matrices of a second-order retraction along c G1 G2^T at W = A S B^T of rank k, for G1
/// and G2 of l columns: l x l and 2l x 2l, whatever n and k. l is known when compiling or dynamic.
///
/// With a = H_A A^T G1, b = H_B B^T G2, X = S^{-1} a, Y = S^{-T} b and R = c b^T X:
///
///   alpha = -I/2 + 3R/8,  gamma = I - R/2,  D = I + R alpha,
///   sigma = gamma D^{-1},  omega = 2 alpha + alpha R alpha,
///   A += c G1 sigma Y^T,  B += c G2 sigma^T X^T,
///   S += c a omega b^T,   S^{-1} -= c X omega D^{-2} Y^T.
///
/// For a positive semidefinite W = Y S Y^T and a step F C F^T, with h = H Y^T F, X = S^{-1} h and
/// N = h^T X:
///
///   phi = -C/2 + 3/8 C N C,  psi = C - C N C / 2,  D = I + N phi,
///   theta = psi D^{-1},  omega = 2 phi + phi N phi,
///   Y += F theta X^T,  S += h omega h^T,  S^{-1} -= X omega D^{-2} X^T.
///
/// I - R/2 + 3R^2/8 and D have no eigenvalue near zero while |R| <= 1.
///
/// Reference: Shalit, Weinshall, Chechik, JMLR 13 (2012), Theorems 3 and 6; the lazy form is exact.
#pragma once

#include <cmath>

#include "mahala/core/linalg/decompositions.hpp"

namespace mahala {

template <int L>
using Small = Eigen::Matrix<double, L, L>;

/// Matrices of a size known only at run time go through functions that are compiled once.
template <int L>
Small<L> small_inverse(const Small<L>& a) {
  if constexpr (L == Eigen::Dynamic) {
    return inverse(a);
  } else {
    return a.inverse();
  }
}

template <int L>
using SmallLu = std::conditional_t<L == Eigen::Dynamic, Lu, Eigen::PartialPivLU<Small<L>>>;

constexpr int twice(int l) { return l == Eigen::Dynamic ? l : 2 * l; }

/// How the inverse Gram matrix of a factor changes (geometry/gram_inverse.hpp):
/// H -= [a E] n [a E]^T with E = H Y before Y is multiplied by anything.
template <int L>
struct InverseChange {
  Small<twice(L)> n;
  double growth;  ///< det G' / det G
};

/// For factors that change by G (Y t)^T, with p = G^T G, ua = U^T a, ay = a^T Y t and ye = Y^T E.
template <int L>
InverseChange<L> inverse_change(const Small<L>& p, const Small<L>& ua, const Small<L>& ay,
                                const Small<L>& ye, const Small<L>& t) {
  const Index l = ua.rows();
  const Small<L> one = Small<L>::Identity(l, l);
  Small<twice(L)> k(2 * l, 2 * l), m = Small<twice(L)>::Identity(2 * l, 2 * l);
  Small<L> beyond = ua - p;  // never positive but for rounding
  beyond.diagonal() = beyond.diagonal().cwiseMin(0.0);
  k.template topLeftCorner<L, L>(l, l) = beyond;
  k.template topRightCorner<L, L>(l, l) = one + ay;
  k.template bottomLeftCorner<L, L>(l, l) = (one + ay).transpose();
  k.template bottomRightCorner<L, L>(l, l) = t.transpose() * ye * t;
  m.template bottomRightCorner<L, L>(l, l) = t;
  const SmallLu<twice(L)> lu(k);
  const Small<twice(L)> n = m * lu.solve(m.transpose().eval());
  return {(n + n.transpose()) / 2, std::abs(lu.determinant())};
}

/// sigma, omega and omega D^{-2}, each times c.
template <int L>
struct RankStep {
  Small<L> sigma, omega, inverse_omega;

  RankStep(double c, const Small<L>& r0) {
    const Index l = r0.rows();
    const Small<L> one = Small<L>::Identity(l, l), r = c * r0;
    const Small<L> alpha = -0.5 * one + 0.375 * r, d = one + r * alpha,
                   inverse = small_inverse<L>(d);
    sigma = c * (one - 0.5 * r) * inverse;
    omega = c * (2 * alpha + alpha * r * alpha);
    inverse_omega = omega * inverse * inverse;
  }
};

/// theta, omega and omega D^{-2}.
template <int L>
struct PsdRankStep {
  Small<L> theta, omega, inverse_omega;

  PsdRankStep(const Small<L>& c, const Small<L>& n) {
    const Index l = c.rows();
    const Small<L> cnc = c * n * c, phi = -0.5 * c + 0.375 * cnc;
    const Small<L> d = Small<L>::Identity(l, l) + n * phi, inverse = small_inverse<L>(d);
    theta = symmetric((c - 0.5 * cnc) * inverse);
    omega = symmetric(2 * phi + phi * n * phi);
    inverse_omega = symmetric(omega * inverse * inverse);
  }

 private:
  static Small<L> symmetric(const Small<L>& a) { return (a + a.transpose()) / 2; }
};

}  // namespace mahala
