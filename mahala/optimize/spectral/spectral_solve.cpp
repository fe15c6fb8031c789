#include "mahala/optimize/spectral/spectral_solve.hpp"

#include <algorithm>
#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/optimize/descent/projected_gradient.hpp"
#include "mahala/optimize/run_record.hpp"

namespace mahala {
namespace {

constexpr double no_limit = std::numeric_limits<double>::infinity();
constexpr double rounding = 1e-14;         ///< of a dual value
constexpr double spectral_runaway = 1e12;  ///< weight times distance of a bound that cannot be met
constexpr Index most_products = 500;       ///< with the curvature, for one step
constexpr Index usual_newton_steps = 300;
constexpr double usual_newton_work = 1.5e11;  ///< in the unit of work_of_product: some seconds
constexpr Index many_spectral_bounds = 2000;
constexpr ProjectedOptions near_enough = {.tolerance = 1e-4, .max_iterations = 300};

class SpectralSolver {
 public:
  SpectralSolver(const SpectralProblem& problem, const SpectralFunction& f,
                 const SpectralOptions& options, const Run& run)
      : problem_(problem),
        options_(options),
        run_(run),
        dual_(problem, f),
        trial_(dual_),
        record_(run, options.max_iterations > 0 ? options.max_iterations : usual_newton_steps) {
    const auto m = std::ssize(problem.bounds);
    low_ = Vector::Constant(m, -no_limit);
    high_ = Vector::Constant(m, no_limit);
    hard_.resize(m);
    for (Index k = 0; k < m; ++k) {
      const LogDetBound& bound = problem.bounds[static_cast<std::size_t>(k)];
      const double most = problem.slack == Slack::hinge ? bound.gamma : no_limit;
      low_[k] = bound.relation == Relation::at_most ? 0 : -most;
      high_[k] = bound.relation == Relation::at_least ? 0 : most;
      hard_[k] = std::isinf(bound.gamma);
      size_ = std::max(size_, std::abs(bound.bound));
    }
  }

  SpectralSolution run(const Vector& start) {
    const Vector zero = Vector::Zero(low_.size());
    if (start.size() == 0 || !dual_.move_to(start.cwiseMax(low_).cwiseMin(high_))) {
      require(dual_.move_to(zero), "the points of a spectral problem are not finite");
    }
    record_.keeps([this](Archive& archive) {
      Vector weights = dual_.weights();
      archive("weights", weights);
      archive("damping", damping_);
      archive("work", work_);
      if (!archive.reads()) return;
      require(dual_.move_to(weights), "the weights of a checkpoint are outside the dual's domain");
      look();
    });
    record_.makes([&] {
      if (record_.resumed() || begin()) make_steps();
    });
    return solution();
  }

 private:
  /// False if told to stop.
  bool begin() {
    const bool goes_on = low_.size() < many_spectral_bounds || come_near();
    note_progress();
    return goes_on || !record_.stop();
  }

  /// Far from the solution a Newton step among many bounds is hundreds of products, each of which
  /// costs what a gradient costs: steps along projected gradients come near it sooner. False if
  /// told to stop.
  bool come_near() {
    const auto minus_dual = [this](const Matrix& weights, Matrix& gradient) {
      if (!trial_.move_to(weights)) return no_limit;
      gradient = -trial_.gradient();
      return -trial_.value();
    };
    const auto into_ranges = [this](Matrix& weights) {
      weights = weights.cwiseMax(low_).cwiseMin(high_);
    };
    Matrix weights = dual_.weights();
    Run own;
    own.monitor = run_.monitor;
    const Descent near = minimise_projected(minus_dual, into_ranges, weights, near_enough, own);
    if (trial_.move_to(weights) && trial_.value() > dual_.value()) std::swap(dual_, trial_);
    return near.status != Status::stopped;
  }

  void make_steps() {
    while (!record_.is_over() && !finished()) {
      if (!step()) {
        record_.end(slope_ <= 1e3 * options_.tolerance ? Status::converged : Status::budget_spent,
                    "no step improves the dual any more");
        return;
      }
      record_.next();
      note_progress();
    }
  }

  /// Takes out where a weight would have to leave its range.
  Vector followed(const Vector& gradient) const {
    const Vector& w = dual_.weights();
    Vector kept = gradient;
    for (Index k = 0; k < w.size(); ++k) {
      if ((w[k] <= low_[k] && kept[k] < 0) || (w[k] >= high_[k] && kept[k] > 0)) kept[k] = 0;
    }
    return kept;
  }

  /// What follows from the weights.
  void look() {
    gradient_ = dual_.gradient();
    free_ = followed(gradient_);
    slope_ = free_.size() > 0 ? free_.cwiseAbs().maxCoeff() / (1 + size_) : 0;
    standing_ = dual_.standing();
  }

  void note_progress() {
    look();
    record_.note(standing_.primal(), slope_);
    const Vector sizes =
        hard_.select((dual_.weights().array() * dual_.distances().array()).abs(), 0);
    require(sizes.size() == 0 || sizes.maxCoeff() < spectral_runaway,
            "the bounds cannot all be met: let some be broken (another slack than none, or a "
            "finite gamma)");
  }

  bool finished() {
    const bool solved = std::max(standing_.residual(), slope_) <= options_.tolerance;
    return (solved &&
            record_.converged("the duality gap and the gradient are within the tolerance")) ||
           record_.stopped() || record_.spent("iteration limit reached") || too_long();
  }

  /// Where the number of steps is left open, among bounds so many that each takes seconds.
  bool too_long() {
    return options_.max_iterations == 0 && work_ > usual_newton_work &&
           record_.end(
               Status::budget_spent,
               "it has done the work it may; with max_iterations it goes on for so many steps");
  }

  /// Conjugate gradients for (curvature + damping diag) d = gradient on the free weights.
  Vector newton_direction(const Vector& diagonal) {
    const Vector mask = (free_.array() != 0).cast<double>();
    const Vector scale = (diagonal * (1 + damping_)).cwiseInverse().cwiseProduct(mask);
    const double enough = std::min(0.1, std::max(slope_, 1e-10)) * free_.norm() * 0.1;
    Vector d = Vector::Zero(free_.size()), rest = free_;
    Vector turned = scale.cwiseProduct(rest), along = turned;
    double power = rest.dot(turned);
    const Index most = std::min<Index>(most_products, 2 * free_.size() + 20);
    for (Index i = 0; i < most && rest.norm() > enough && power > 0; ++i) {
      check_watch();
      work_ += dual_.work_of_product();
      const Vector bent = (dual_.curvature_times(along) + damping_ * diagonal.cwiseProduct(along))
                              .cwiseProduct(mask);
      const double curve = along.dot(bent);
      if (!(curve > 0)) break;
      const double length = power / curve;
      d += length * along;
      rest -= length * bent;
      turned = scale.cwiseProduct(rest);
      const double next = rest.dot(turned);
      along = turned + (next / power) * along;
      power = next;
    }
    return d;
  }

  /// Halves the step until it gains what its slope promises.
  bool search(const Vector& d) {
    for (double t = 1; t > 1e-8; t /= 2) {
      const Vector next = (dual_.weights() + t * d).cwiseMax(low_).cwiseMin(high_);
      const double promised = gradient_.dot(next - dual_.weights());
      if (!trial_.move_to(next)) continue;
      const double allowed = rounding * (1 + std::abs(dual_.value()));
      if (trial_.value() < dual_.value() + 1e-4 * promised - allowed) continue;
      if (t == 1) damping_ = std::max(damping_ / 10, 1e-14);
      return next != dual_.weights();
    }
    return false;
  }

  bool step() {
    constexpr int most_tries = 12;
    dual_.prepare_curvature();
    Vector diagonal = dual_.curvature_diagonal();
    diagonal = diagonal.cwiseMax(std::max(1e-12, 1e-14 * diagonal.maxCoeff()));
    for (int attempt = 0; attempt < most_tries; ++attempt) {
      if (search(newton_direction(diagonal))) {
        std::swap(dual_, trial_);
        return true;
      }
      damping_ = std::max(100 * damping_, 1e-8);
    }
    return false;
  }

  SpectralSolution solution() {
    return record_.into(SpectralSolution{.w = dual_.matrix(),
                                         .threshold = dual_.threshold(),
                                         .weights = dual_.weights(),
                                         .standing = standing_,
                                         .gradient = slope_});
  }

  const SpectralProblem& problem_;
  const SpectralOptions& options_;
  const Run& run_;
  SpectralDual dual_, trial_;
  RunRecord record_;
  Vector low_, high_, gradient_, free_;
  Eigen::Array<bool, Eigen::Dynamic, 1> hard_;  ///< bounds that may not be broken
  double size_ = 0, slope_ = 0, damping_ = 1e-8, work_ = 0;
  LogDetStanding standing_;
};

}  // namespace

Options describe(SpectralOptions& o) {
  return {{"tolerance", &o.tolerance,
           "relative duality gap, and gradient relative to the bounds, to end at", positive()},
          {"max_iterations", &o.max_iterations,
           "the most Newton steps; 0 = 300, fewer where bounds are so many that they take minutes",
           at_least(0)}};
}

SpectralSolution solve_spectral(const SpectralProblem& problem, const SpectralFunction& f,
                                const SpectralOptions& options, const Run& run,
                                const Vector& start) {
  check(problem.bounds, problem.slack);
  require(problem.terms.size() == problem.bounds.size(), "{} bounds on {} distances",
          problem.bounds.size(), problem.terms.size());
  return SpectralSolver(problem, f, options, run).run(start);
}

}  // namespace mahala
