#include "mahala/optimize/logdet/logdet_polish.hpp"

#include <fmt/format.h>

#include <cmath>

#include "mahala/core/linalg/decompositions.hpp"

namespace mahala {
namespace {

constexpr int most_steps = 50;
constexpr double ridge = 1e-12;  ///< relative to the mean of the diagonal
constexpr double sufficient_gain = 1e-4, shortest = 1e-10;

double on_its_side(const LogDetBound& bound, double weight) {
  if (bound.relation == Relation::at_most) return std::max(weight, 0.0);
  if (bound.relation == Relation::at_least) return std::min(weight, 0.0);
  return weight;
}

/// Bounds that have a weight or are broken: the others stay as they are.
std::vector<Index> free_bounds(const LogDetBounds& bounds, const Vector& weights,
                               const Vector& gradient) {
  std::vector<Index> free;
  for (Index k = 0; k < weights.size(); ++k) {
    const LogDetBound& bound = bounds[static_cast<std::size_t>(k)];
    const bool broken = bound.relation == Relation::equal || bound.sign() * gradient[k] > 0;
    if (weights[k] != 0 || broken) free.push_back(k);
  }
  return free;
}

template <class Space>
class Polish {
 public:
  Polish(Space& space, const LogDetBounds& bounds, LogDetOutcome& outcome)
      : space_(space), bounds_(bounds), outcome_(outcome) {}

  void run(double tolerance) {
    look_at(outcome_.weights);
    for (int step = 0; step < most_steps && outcome_.standing.residual() > tolerance; ++step) {
      if (!one_step()) break;
      ++outcome_.iterations;
    }
    look_at(outcome_.weights);
    if (outcome_.standing.residual() > tolerance) return;
    outcome_.status = Status::converged;
    outcome_.message = fmt::format(
        "the relative duality gap fell below {:g} by Newton steps on the dual", tolerance);
  }

 private:
  /// A(w) and where it stands; false outside the dual's domain.
  bool look_at(const Vector& weights) {
    const double log_det = space_.refresh(weights);
    if (!std::isfinite(log_det)) return false;
    distances_ = space_.distances();
    outcome_.standing = standing(bounds_, Slack::logdet, weights, distances_, log_det);
    return std::isfinite(outcome_.standing.dual);
  }

  bool one_step() {
    const Vector before = outcome_.weights;
    const double dual = outcome_.standing.dual;
    const Vector gradient = dual_gradient(bounds_, Slack::logdet, before, distances_);
    const Vector direction = newton_direction(gradient);
    for (double t = 1; t > shortest; t /= 2) {
      Vector there = before;
      for (Index k = 0; k < there.size(); ++k) {
        there[k] = on_its_side(bounds_[static_cast<std::size_t>(k)], before[k] + t * direction[k]);
      }
      const double wanted = sufficient_gain * gradient.dot(there - before);
      if (look_at(there) && outcome_.standing.dual >= dual + wanted && there != before) {
        outcome_.weights = there;
        return true;
      }
    }
    return false;
  }

  Vector newton_direction(const Vector& gradient) const {
    const Matrix hessian = dual_hessian(bounds_, Slack::logdet, outcome_.weights, space_.gram());
    const auto free = free_bounds(bounds_, outcome_.weights, gradient);
    Matrix system = hessian(free, free);
    system.diagonal().array() += ridge * system.diagonal().mean();
    Vector direction = Vector::Zero(gradient.size());
    const Vector right = gradient(free);
    const Vector solution = solve_symmetric(system, right);
    direction(free) = solution;
    return direction;
  }

  Space& space_;
  const LogDetBounds& bounds_;
  LogDetOutcome& outcome_;
  Vector distances_;
};

}  // namespace

void polish(CoordinateSpace& space, const LogDetBounds& bounds, double tolerance,
            LogDetOutcome& outcome) {
  Polish(space, bounds, outcome).run(tolerance);
}

void polish(KernelSpace& space, const LogDetBounds& bounds, double tolerance,
            LogDetOutcome& outcome) {
  Polish(space, bounds, outcome).run(tolerance);
}

}  // namespace mahala
