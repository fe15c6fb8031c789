/// @file
/// Adaptive filters: models that follow a stream of inputs x and outputs y, one small step a
/// pair. Each is a value with an `update`.
///
///   space      model            LMS field, e = yhat - y          NLMS field, E = log(yhat / y)
///   vector     y = w^T x        -gain e x                        -gain e x / |x|^2
///   subspace   y = V V^T x      +gain P(x y^T + y x^T - x x^T)U  the same / |x|^2
///                               (P projects off U)
///   flat       y = x^T G G^T x  -gain e x x^T G                  -gain E x x^T G / |x|^2
///   affine     y = x^T W x      -gain e W x x^T W                -gain E W x x^T W / yhat
///   polar      y = x^T U B U^T x   U: -2 lambda gain e P x x^T U B, B: -(1 - lambda) gain e
///                                  B U^T x x^T U B; divided by |x|^2 |B|, with E, for NLMS
///
/// The normalised fields do not change under x -> c x or W -> c W: a gain is a pure number
/// (flat: stable in (0, 1), dead-beat at 1/2 on the current sample; affine: (0, 2) and 1).
/// E is clamped to [-limit, limit]; outputs y <= 0, whose logarithm does not exist, count as
/// the largest error if yhat > 0 and as none otherwise, and are counted.
///
/// Steps are made along the field's own geodesic (`retraction`), or by Euler's rule, with U made
/// a frame again or left to drift.
///
/// Reference: Bonnabel, Meyer, Sepulchre, "Adaptive filtering for estimation of a low-rank
/// positive semidefinite matrix", MTNS 2010.
/// Differs: (9) has the wrong sign; (30) and (31) divide by |B|^2, which is not scale-invariant
/// (a run with W scaled by 1000 strays by 85 %); |B| is.
#pragma once

#include <string_view>
#include <vector>

#include "mahala/core/linalg/archive.hpp"
#include "mahala/geometry/frame.hpp"
#include "mahala/geometry/frame_and_core.hpp"

namespace mahala {

/// log(yhat / y) clamped to [-limit, limit]; for y <= 0 the limit if yhat > 0, else 0.
double log_error(double yhat, double y, double limit);

enum class Discretisation { retraction, euler, euler_frame };
enum class CoreNorm { frobenius, spectral, trace };

struct FilterSettings {
  bool normalised = true;
  double gain = 0.5;         ///< > 0
  double lambda = 0.5;       ///< polar: in [0, 1]
  double log_limit = 5;      ///< > 0
  double clip_margin = 0.1;  ///< affine, Euler: how far from singular a step stays
  FrameRetraction retraction = FrameRetraction::uf;
  Discretisation discretisation = Discretisation::retraction;
  CoreNorm core_norm = CoreNorm::frobenius;
};

/// The c of w += c x, yhat = w^T x.
double vector_rate(double yhat, double y, double x_squared, const FilterSettings& settings);

/// The c of G += c x z^T, z = G^T x, yhat = |z|^2.
double flat_rate(double yhat, double y, double x_squared, const FilterSettings& settings);

/// The k of the polar flow: U turns by -2 lambda k P x (B q)^T, B by -(1 - lambda) k B q (B q)^T.
double polar_rate(double yhat, double y, double x_squared, const Matrix& core,
                  const FilterSettings& settings);

class VectorFilter {
 public:
  VectorFilter(Vector w, const FilterSettings& settings) : w_(std::move(w)), settings_(settings) {}
  double update(const Vector& x, double y);  ///< returns the prediction before it learned
  double predict(const Vector& x) const { return w_.dot(x); }
  Matrix factor() const { return w_; }  ///< d x 1: embedding is prediction
  void keep(Archive& archive) { archive("w", w_); }

 private:
  Vector w_;
  FilterSettings settings_;
};

class SubspaceFilter {
 public:
  SubspaceFilter(Matrix u, const FilterSettings& settings)
      : u_(std::move(u)), settings_(settings) {}
  void update(const Vector& x, const Vector& y);  ///< y = x: Oja's rule
  Vector predict(const Vector& x) const { return u_ * (u_.transpose() * x); }
  Matrix factor() const { return u_; }
  void keep(Archive& archive) { archive("u", u_); }

 private:
  Matrix u_;
  FilterSettings settings_;
};

class FlatFilter {
 public:
  FlatFilter(Matrix g, const FilterSettings& settings) : g_(std::move(g)), settings_(settings) {}
  double update(const Vector& x, double y);  ///< returns the prediction before it learned
  double predict(const Vector& x) const { return (g_.transpose() * x).squaredNorm(); }
  Matrix factor() const { return g_; }
  void keep(Archive& archive) { archive("g", g_); }

 private:
  Matrix g_;
  FilterSettings settings_;
};

class AffineFilter {
 public:
  AffineFilter(Matrix w, const FilterSettings& settings) : w_(std::move(w)), settings_(settings) {}
  double update(const Vector& x, double y);  ///< returns the prediction before it learned
  double predict(const Vector& x) const { return x.dot(w_ * x); }
  const Matrix& metric() const { return w_; }
  Matrix factor() const;
  void keep(Archive& archive) { archive("w", w_); }

 private:
  Matrix w_;
  FilterSettings settings_;
};

class PolarFilter {
 public:
  /// `start.r` is B itself.
  PolarFilter(FrameAndCore start, const FilterSettings& settings)
      : u_(std::move(start.u)), b_(std::move(start.r)), settings_(settings) {}
  double update(const Vector& x, double y);  ///< returns the prediction before it learned
  double predict(const Vector& x) const;
  const Matrix& frame() const { return u_; }
  const Matrix& core() const { return b_; }
  Matrix factor() const;
  void keep(Archive& archive) {
    archive("u", u_);
    archive("b", b_);
  }

 private:
  Matrix u_, b_;
  FilterSettings settings_;
};

/// The exact minimiser of the LogDet divergence to W plus s/2 (x^T W x - y)^2; W stays positive
/// definite for every s >= 0 and y >= 0. The step of LEGO. O(d^2).
void logdet_step(Matrix& w, const Vector& x, double y, double s);

}  // namespace mahala
