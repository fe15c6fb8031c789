/// @file
/// What a learned matrix pays for its eigenvalues: f(W) = sum f_s(eigenvalues), f_s convex on
/// [0, inf).
///
///   name          f_s(x)             alpha   h(s)              f_s^*(s)
///   logdet        x - log x - 1      1       1 / (1 - s)       -log(1 - s)       s < 1
///   von-neumann   x log x - x + 1    1       e^s               e^s - 1
///   squared       (x - c)^2 / 2      c       max(s + c, 0)     (h^2 - c^2) / 2   c >= 0
///   trace         tau x + x^2 / 2    0       max(s - tau, 0)   h^2 / 2
///
/// alpha is the minimiser: what eigenvalues are where nothing is asked of them. h = (f_s^*)'
/// turns those of minus the constraints into those of W.
///
/// Reference   Jain, Kulis, Davis, Dhillon, JMLR 13 (2012), section 4.
#pragma once

#include <limits>
#include <memory>

namespace mahala {

class SpectralFunction {
 public:
  virtual ~SpectralFunction() = default;
  virtual double alpha() const = 0;
  virtual double value(double x) const = 0;       ///< f_s; x >= 0
  virtual double conjugate(double s) const = 0;   ///< f_s^*
  virtual double eigenvalue(double s) const = 0;  ///< h

  /// (h(s) - h(t)) / (s - t), h'(s) where they are equal.
  virtual double slope(double s, double t) const = 0;

  /// s has to stay below this.
  virtual double limit() const { return std::numeric_limits<double>::infinity(); }
};

std::unique_ptr<SpectralFunction> logdet_function();
std::unique_ptr<SpectralFunction> von_neumann_function();
std::unique_ptr<SpectralFunction> squared_function(double centre);
std::unique_ptr<SpectralFunction> trace_function(double tau);

}  // namespace mahala
