/// @file
/// Orthonormal frames: d x r matrices U with U^T U = I, and the three ways to stay one.
///
/// Every tangent vector xi met here is normal to the frame, U^T xi = 0.
///
///   qf   U + xi times the inverse of its Cholesky factor: the Q of a QR decomposition whose
///        triangle has a positive diagonal. The sign matters: without it qf(U) is not U.
///        The result depends on the representative U of its subspace at second order.
///   uf   (U + xi)(I + xi^T xi)^{-1/2}, the nearest frame to U + xi
///   exp  the geodesic:  U V cos(S) V^T + xi V (sin(S)/S) V^T,  xi^T xi = V S^2 V^T
///
/// qf and uf span the same subspace; uf and exp turn with U -> U O, qf does not.
/// Cost O(d r^2 + r^3).
///
/// Reference: Meyer, Bonnabel, Sepulchre, JMLR 12 (2011), equations (6), (8) and (18).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mahala/core/names.hpp"
#include "mahala/core/random.hpp"

namespace mahala {

enum class FrameRetraction { uf, qf, exp };

template <>
inline constexpr std::array<std::string_view, 3> names_of<FrameRetraction> = {"uf", "qf", "exp"};

/// The Q of a = Q T with T upper triangular of positive diagonal.
Matrix qf(const Matrix& a);

/// a (a^T a)^{-1/2}.
Matrix uf(const Matrix& a);

Matrix retract_frame(const Matrix& u, const Matrix& xi, FrameRetraction retraction);

/// U+ = U a + xi c, known from xi^T xi alone: what lets a step be tried, or made lazily,
/// without touching d numbers.
struct FrameTurn {
  Matrix a, c;  ///< r x r
};
FrameTurn frame_turn(const Matrix& gram_of_xi, FrameRetraction retraction);

/// The same for s xi, any s, from one decomposition of xi^T xi: O(r^3) in products alone (qf
/// takes a Cholesky factor each time).
class FrameRay {
 public:
  FrameRay() = default;
  FrameRay(Matrix gram_of_xi, FrameRetraction retraction);

  FrameTurn turn(double s) const;

 private:
  FrameRetraction retraction_ = FrameRetraction::uf;
  Matrix gram_;
  Vector values_;  ///< of the gram, with its vectors
  Matrix vectors_;
};

/// z - U (U^T z).
Matrix normal_part(const Matrix& u, const Matrix& z);

/// A frame whose subspace is uniformly distributed.
Matrix random_frame(Index dim, Index rank, Rng& rng);

}  // namespace mahala
