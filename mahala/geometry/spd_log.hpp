/// @file
/// Positive definite d x d matrices in logarithmic coordinates, W = exp(S), S symmetric.
///
/// Two metrics share the coordinates, and steps are straight lines in S for both:
///
///   log_euclidean   <a, b> = tr(a b);             gradient Dexp(S)[E]
///   von_neumann     <a, b> = tr(a Dexp(S)[b]);    gradient E
///
/// The second is mirror descent for the von Neumann divergence, also called the matrix
/// exponentiated gradient: what section 5.3 of the reference prints. It calls it
/// log-Euclidean, but the two directions agree only where S is a multiple of the identity.
///
/// Retraction  S + a.
/// Cost        O(d^3).
///
/// Reference   Meyer, Bonnabel, Sepulchre, JMLR 12 (2011), section 5.3.
#pragma once

#include "mahala/core/names.hpp"
#include "mahala/geometry/log_change.hpp"
#include "mahala/geometry/manifold.hpp"

namespace mahala {

enum class LogMetric { log_euclidean, von_neumann };

template <>
inline constexpr std::array<std::string_view, 2> names_of<LogMetric> = {"log-euclidean",
                                                                        "von-neumann"};

class SpdLog {
 public:
  using Point = Matrix;    ///< S = log W, d x d, symmetric
  using Tangent = Matrix;  ///< a change of S

  explicit SpdLog(Index dim, LogMetric metric = LogMetric::log_euclidean);  ///< Error if dim < 1

  Matrix factor(const Point& s) const;  ///< exp(S / 2)
  /// E itself: the columns of E exp(S / 2) vanish where eigenvalues of W do, E does not.
  Matrix probe(const Point& s) const { return Matrix::Identity(s.rows(), s.cols()); }
  Tangent gradient(const Point& s, const Matrix& e) const;
  double inner(const Point& s, const Tangent& a, const Tangent& b) const;
  Tangent project(const Point&, const Matrix& z) const;
  Point retract(const Point& s, const Tangent& a) const { return s + a; }
  Tangent transport(const Point&, const Point&, const Tangent& a) const { return a; }
  double distance_moved(const Point& s, const Point& to) const;  ///< of W
  double log_change(const Point&, const Tangent& a) const { return mahala::log_change(a); }

  Point random_point(Rng& rng) const;
  Tangent random_tangent(const Point& s, Rng& rng) const;  ///< unit length

 private:
  Index dim_;
  LogMetric metric_;
};

static_assert(Manifold<SpdLog>);

}  // namespace mahala
