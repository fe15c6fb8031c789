#include "mahala/optimize/logdet/logdet_sweeps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "mahala/core/error.hpp"
#include "mahala/core/random.hpp"
#include "mahala/optimize/run_record.hpp"

namespace mahala {
namespace {

constexpr Index refresh_every = 50;
constexpr double runaway = 1e12;       ///< w p0 of a hard bound that cannot be met
constexpr Index first_milestone = 64;  ///< passes; each later one comes after twice as many

class Sweeps {
 public:
  Sweeps(LogDetSpace& space, const LogDetBounds& bounds, Slack slack, Vector weights,
         const SweepOptions& options, const Run& run)
      : space_(space),
        bounds_(bounds),
        slack_(slack),
        options_(options),
        record_(run, options.max_sweeps),
        rng_(make_rng(run.seed, RandomStream::projection_order)) {
    result_.weights =
        weights.size() > 0 ? std::move(weights) : Vector(Vector::Zero(std::ssize(bounds)));
    order_.resize(bounds.size());
    std::iota(order_.begin(), order_.end(), Index{0});
    first_ = space.distances();
    hard_ = std::any_of(bounds.begin(), bounds.end(), [](const auto& b) { return b.hard(); });
  }

  LogDetOutcome run() {
    log_det_ = result_.weights.isZero(0) ? 0 : space_.refresh(result_.weights);
    require(std::isfinite(log_det_), "the weights to start from are outside the dual's domain");
    record_.keeps([this](Archive& archive) { keep(archive); });
    if (!record_.resumed() && !look()) return finished();
    while (!record_.is_over() && record_.steps() < options_.max_sweeps) {
      if (!one_pass()) break;
    }
    return finished();
  }

 private:
  void keep(Archive& archive) {
    archive("space", space_);
    archive("weights", result_.weights);
    archive("standing", result_.standing);
    archive("projections", result_.projections);
    archive("skipped", result_.skipped);
    archive("extreme", result_.extreme);
    archive("rng", rng_);
    archive("log_det", log_det_);
    archive("last_violation", last_violation_);
    archive("last_size", last_size_);
    archive("milestone", milestone_);
    archive("last_look", last_look_);
  }

  /// Takes stock; false if there is nothing left to do.
  bool look() {
    result_.standing = standing(bounds_, slack_, result_.weights, space_.distances(), log_det_);
    record_.note(result_.standing.primal());
    if (record_.stopped()) return false;
    if (gets_nowhere()) return infeasible();
    if (options_.stop == SweepStop::gap && result_.standing.residual() <= options_.tolerance) {
      return !record_.converged(
          fmt::format("the relative duality gap fell below {:g}", options_.tolerance));
    }
    return true;
  }

  /// False if it was the last one.
  bool one_pass() {
    if (options_.order == SweepOrder::shuffle) order_ = random_order(std::ssize(bounds_), rng_);
    const Vector before = options_.stop == SweepStop::dual ? result_.weights : Vector();
    PassTally tally;
    const bool whole =
        record_.makes([&] { space_.pass(order_, bounds_, slack_, result_.weights, tally); });
    record_.next();
    if (!whole) return false;
    log_det_ += tally.log_det;
    result_.projections += tally.projections;
    result_.skipped = tally.skipped;
    result_.extreme = tally.extreme;
    if (tally.infeasible || ran_away()) return infeasible();
    if (record_.steps() % refresh_every == 0) refresh();
    if (options_.stop == SweepStop::dual && settled(before)) {
      return !record_.converged(fmt::format(
          "the multipliers changed by less than {:g} of themselves", options_.tolerance));
    }
    return is_due(tally) ? look() : !record_.stopped();
  }

  bool infeasible() {
    return !record_.end(Status::diverged,
                        "no metric satisfies the hard bounds: give them slack (a finite gamma)");
  }

  /// Since half as many passes the multipliers have grown and hard bounds are broken as before.
  bool gets_nowhere() {
    if (!hard_ || record_.steps() < milestone_) return false;
    milestone_ = 2 * record_.steps();
    const double violation = result_.standing.violation, size = result_.weights.norm();
    const bool nowhere = violation > options_.tolerance && violation > 0.9 * last_violation_ &&
                         last_size_ > 0 && size > 1.5 * last_size_;
    last_violation_ = violation;
    last_size_ = size;
    return nowhere;
  }

  bool ran_away() const {
    if (!hard_) return false;
    return (result_.weights.array() * first_.array()).abs().maxCoeff() > runaway;
  }

  bool settled(const Vector& before) const {
    const double size = before.norm() + result_.weights.norm();
    return (result_.weights - before).lpNorm<1>() < options_.tolerance * size || size == 0;
  }

  /// The gap is worth taking only once passes gain little; now and then for the record.
  bool is_due(const PassTally& tally) {
    const Index since = record_.steps() - last_look_;
    const bool gains_little =
        tally.gain <= options_.tolerance * (1 + std::abs(result_.standing.dual));
    if (since < (gains_little ? last_look_ / 10 : last_look_)) return false;
    last_look_ = record_.steps();
    return true;
  }

  void refresh() {
    const double exact = space_.refresh(result_.weights);
    if (std::isfinite(exact)) log_det_ = exact;
  }

  /// Rounding is removed before anything is certified.
  LogDetOutcome finished() {
    if (record_.steps() > 0 && record_.status() != Status::diverged) {
      refresh();
      result_.standing = standing(bounds_, slack_, result_.weights, space_.distances(), log_det_);
    }
    if (record_.status() == Status::budget_spent) {
      record_.end(Status::budget_spent, fmt::format("{} passes are spent", options_.max_sweeps));
    }
    return record_.into(std::move(result_));
  }

  LogDetSpace& space_;
  const LogDetBounds& bounds_;
  Slack slack_;
  const SweepOptions& options_;
  RunRecord record_;
  Rng rng_;
  std::vector<Index> order_;
  Vector first_;
  bool hard_ = false;
  double log_det_ = 0, last_violation_ = 0, last_size_ = 0;
  Index milestone_ = first_milestone;
  Index last_look_ = 1;
  LogDetOutcome result_;
};

}  // namespace

Options describe(SweepOptions& o) {
  return {
      {"order", &o.order,
       "of the bounds in a pass: drawn anew each time, or as given (slow, for comparison)"},
      {"stop", &o.stop,
       "rule that ends passes: duality gap, or change of the multipliers (may be far off)"},
      {"tolerance", &o.tolerance, "of that rule", at_least(0)},
      {"max_sweeps", &o.max_sweeps, "passes over the bounds, or Newton steps, at most",
       at_least(1)},
  };
}

LogDetOutcome sweep(LogDetSpace& space, const LogDetBounds& bounds, Slack slack, Vector weights,
                    const SweepOptions& options, const Run& run) {
  return Sweeps(space, bounds, slack, std::move(weights), options, run).run();
}

}  // namespace mahala
