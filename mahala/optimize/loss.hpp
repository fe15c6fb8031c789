/// @file
/// What a residual costs: the losses of regressions on pairs and of margins of triplets.
///
/// An observation that wants y and predicts yhat leaves the residual u = yhat - y. Two things,
/// apart from each other, decide what that costs:
///
///   the gate   which residuals count: e = u where yhat should be y, max(u, 0) where it should be
///              at most y, min(u, 0) where it should be at least y
///   the loss   phi(e), even and convex, phi(0) = 0
///
///              phi                              phi'                phi''
///   squared    e^2 / 2                          e                   1
///   huber      e^2 / 2, and from |e| = w on     e, kept in [-w, w]  1, and from |e| = w on 0
///              w |e| - w^2 / 2
///   logistic   w^2 log cosh(e / w)              w tanh(e / w)       1 - tanh^2(e / w)
///   absolute   |e|                              sign of e           0
///
/// Behind the gate of a bound, squared is the squared hinge and absolute the hinge. huber and
/// logistic grow like |e| in the end, so that a few wrong observations cannot outweigh the others;
/// logistic is the likelihood of noise with a logistic distribution. All but absolute are smooth,
/// with a curvature of at most 1.
///
/// A loss is a small struct (concept ResidualLoss). A new one is added to the variant Loss, to
/// LossKind with its name, to `make_loss` of loss.cpp, and to the instantiations at the end of
/// regression/pair_kernels.cpp; then it has every fast path:
///
///   gradients by the graph Laplacian, or in one pass    regression/pair_graph, fused_gradient
///   trials along a ray in O(m), eight at once           regression/pair_kernels
///   the Hessian, the preconditioner                     regression/pair_kernels, preconditioner
///   online steps that touch non-zeros alone             online/lazy_stepper
///
/// but for one: residuals along a ray are parabolas, which makes a sum of squares a quartic with a
/// best step in closed form. Only squared losses have that; others find the step by Newton's method
/// in a bracket, four to eight passes over the rays instead of one.
///
/// Reference: P. J. Huber, "Robust estimation of a location parameter", Ann. Math. Statist. 35
/// (1964).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <limits>
#include <numbers>
#include <string_view>
#include <variant>
#include <vector>

#include "mahala/core/option.hpp"
#include "mahala/data/constraints/constraints.hpp"

namespace mahala {

/// The part of yhat - y that counts.
inline double gated(Relation relation, double difference) {
  if (relation == Relation::at_most) return std::max(difference, 0.0);
  if (relation == Relation::at_least) return std::min(difference, 0.0);
  return difference;
}

/// twice(weight, e) is 2 weight phi(e), slope(e) = phi'(e), bend(e) = phi''(e); `quadratic` if phi
/// is a parabola. Twice, because sums over pairs are halved once, at their end.
template <class L>
concept ResidualLoss = requires(const L& loss, double e) {
  { loss.twice(e, e) } -> std::convertible_to<double>;
  { loss.slope(e) } -> std::convertible_to<double>;
  { loss.bend(e) } -> std::convertible_to<double>;
  { L::quadratic } -> std::convertible_to<bool>;
};

struct SquaredLoss {
  static constexpr bool quadratic = true;

  double twice(double weight, double e) const { return weight * e * e; }
  double slope(double e) const { return e; }
  double bend(double) const { return 1; }
};

struct HuberLoss {
  static constexpr bool quadratic = false;
  double width = 1;  ///< w > 0

  double twice(double weight, double e) const {
    const double size = std::abs(e), inside = std::min(size, width);
    return weight * inside * (2 * size - inside);
  }
  double slope(double e) const { return std::min(std::max(e, -width), width); }
  double bend(double e) const { return std::abs(e) < width ? 1 : 0; }
};

struct LogisticLoss {
  static constexpr bool quadratic = false;
  double width = 1;  ///< w > 0

  double twice(double weight, double e) const {
    const double a = std::abs(e) / width;
    return weight * 2 * width * width * (a < 1 ? near_zero(std::tanh(a)) : far_from_zero(a));
  }
  double slope(double e) const { return width * std::tanh(e / width); }
  double bend(double e) const {
    const double t = std::tanh(e / width);
    return 1 - t * t;
  }

 private:
  /// log cosh, without cancellation on either side.
  static double near_zero(double tanh) { return -std::log1p(-tanh * tanh) / 2; }
  static double far_from_zero(double a) {
    return a + std::log1p(std::exp(-2 * a)) - std::numbers::ln2;
  }
};

/// Of margins alone: its kink is no place for a line search.
struct AbsoluteLoss {
  static constexpr bool quadratic = false;

  double twice(double weight, double e) const { return 2 * weight * std::abs(e); }
  double slope(double e) const { return e > 0 ? 1 : e < 0 ? -1 : 0; }
  double bend(double) const { return 0; }
};

static_assert(ResidualLoss<SquaredLoss> && ResidualLoss<HuberLoss> && ResidualLoss<LogisticLoss> &&
              ResidualLoss<AbsoluteLoss>);

/// What regressions choose from when they run. Loops over pairs are compiled for each: visit it
/// outside of them.
using Loss = std::variant<SquaredLoss, HuberLoss, LogisticLoss>;

/// True if sums of the loss along a ray are quartics.
inline bool is_quadratic(const Loss& loss) {
  return std::visit([](const auto& each) { return each.quadratic; }, loss);
}

/// weight phi(e) of one observation. An infinite residual would pass the gate of a bound as zero.
inline double weighted_loss(const Loss& loss, Relation relation, double difference, double weight) {
  if (!std::isfinite(difference)) return std::numeric_limits<double>::infinity();
  const double e = gated(relation, difference);
  return std::visit([&](const auto& each) { return each.twice(weight, e) / 2; }, loss);
}

/// phi'(e) of one observation.
inline double loss_slope(const Loss& loss, Relation relation, double difference) {
  const double e = gated(relation, difference);
  return std::visit([&](const auto& each) { return each.slope(e); }, loss);
}

enum class LossKind { squared, huber, logistic };

template <>
inline constexpr std::array<std::string_view, 3> names_of<LossKind> = {"squared", "huber",
                                                                       "logistic"};

struct LossOptions {
  LossKind loss = LossKind::squared;
  double loss_width = 0;  ///< w of huber and logistic; 0 = typical_width
};

Options describe(LossOptions& options);

/// A tenth of the median of the values asked for that are not 0; 1 if there is none.
double typical_width(const Pairs& pairs);

Loss make_loss(const LossOptions& options, const Pairs& pairs);

}  // namespace mahala
