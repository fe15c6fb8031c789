#include "mahala/optimize/neighbours/sparse_margins.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "mahala/core/error.hpp"
#include "mahala/optimize/neighbours/nonnegative_quadratic.hpp"
#include "mahala/optimize/neighbours/triplet_margins.hpp"
#include "mahala/optimize/run_record.hpp"

namespace mahala {
namespace {

constexpr double first_width = 2;   ///< of parabolas; above the residual of w = 0
constexpr double narrowing = 0.25;  ///< of the widths
constexpr double smallest_width = 1e-12;
constexpr Index fewest_joining = 20;     ///< bases at a time
constexpr double relative_ridge = 1e-9;  ///< keeps Newton's matrix definite

/// The rounded problem at one width, over the bases at work.
class RoundedMargins {
 public:
  RoundedMargins(const TripletMargins& triplets, const Matrix& z, double beta)
      : triplets_(triplets), z_(z), beta_(beta), w_(Vector::Zero(z.rows())) {
    residuals_ = Vector::Ones(triplets.size());
  }

  void keep(Archive& archive) {
    archive("w", w_);
    archive("at_work", at_work_);
    archive("residuals", residuals_);
    if (archive.reads()) z_at_work_ = z_(at_work_, Eigen::all);
  }

  const Vector& weights() const { return w_; }
  bool idle() const { return at_work_.empty(); }

  double objective() const {
    return triplets_.shares().dot(residuals_.cwiseMax(0)) + beta_ * w_.sum();
  }

  /// The slopes of the rounded hinges: u.
  Vector duals(double width) const {
    return triplets_.shares().cwiseProduct((residuals_ / width).cwiseMax(0).cwiseMin(1));
  }

  /// The slope by every weight.
  Vector slopes(double width) const {
    return (beta_ - triplets_.adjoint(z_, duals(width)).array()).matrix();
  }

  /// Lets the bases work that have a weight, and some of those that would help; false if none of
  /// these is missing.
  bool enlarge(const Vector& slopes, double small) {
    std::vector<Index> helpful, kept;
    for (Index b = 0; b < w_.size(); ++b) {
      if (w_[b] > 0) kept.push_back(b);
      if (w_[b] == 0 && slopes[b] < -small) helpful.push_back(b);
    }
    const auto joining = std::min(std::ssize(helpful), fewest_joining + std::ssize(kept) / 2);
    std::partial_sort(helpful.begin(), helpful.begin() + joining, helpful.end(),
                      [&](Index a, Index b) { return slopes[a] < slopes[b]; });
    kept.insert(kept.end(), helpful.begin(), helpful.begin() + joining);
    std::sort(kept.begin(), kept.end());
    at_work_ = std::move(kept);
    z_at_work_ = z_(at_work_, Eigen::all);
    residuals_ = (1 - triplets_.margins(z_at_work_, w_(at_work_)).array()).matrix();
    return joining > 0;
  }

  /// One Newton step over the bases at work; what the objective stood to gain along it, 0 if it
  /// was not made.
  double step(double width) {
    const Vector slope = (beta_ - triplets_.adjoint(z_at_work_, duals(width)).array()).matrix();
    const Vector at = w_(at_work_), direction = minimiser(slope, at, width) - at;
    const double promise = -slope.dot(direction);
    if (!(promise > 0)) return 0;
    const Vector change = -triplets_.margins(z_at_work_, direction);
    const double length = best_length(change, direction.sum(), width);
    w_(at_work_) = (at + length * direction).cwiseMax(0);
    residuals_ += length * change;
    return length > 0 ? promise : 0;
  }

 private:
  Vector minimiser(const Vector& slope, const Vector& at, double width) const {
    const Vector bends = triplets_.shares() / width;
    const Vector q = ((residuals_.array() > 0) && (residuals_.array() < width)).select(bends, 0);
    Matrix h = triplets_.square(z_at_work_, q);
    const double largest = h.diagonal().maxCoeff();
    h.diagonal().array() += largest > 0 ? relative_ridge * largest : relative_ridge;
    return nonnegative_minimiser(h, slope, at);
  }

  /// Where the rounded objective is least along a ray that is feasible up to 1.
  double best_length(const Vector& change, double growth, double width) const {
    const auto slope = [&](double t) {
      const auto bent = ((residuals_ + t * change) / width).cwiseMax(0).cwiseMin(1);
      return triplets_.shares().cwiseProduct(bent).dot(change) + beta_ * growth;
    };
    if (slope(1) <= 0) return 1;
    double low = 0, high = 1;
    for (int k = 0; k < 60; ++k) {
      const double middle = (low + high) / 2;
      (slope(middle) <= 0 ? low : high) = middle;
    }
    return low;
  }

  const TripletMargins& triplets_;
  const Matrix& z_;
  double beta_;
  Vector w_;
  std::vector<Index> at_work_;
  Matrix z_at_work_;
  Vector residuals_;  ///< 1 - A w
};

/// The lowest objective with its weights, and the highest dual.
struct MarginBracket {
  double upper = std::numeric_limits<double>::infinity(), lower = 0;
  Vector weights = {};

  void lower_to(const RoundedMargins& at) {
    const double value = at.objective();
    if (!(value < upper)) return;
    upper = value;
    weights = at.weights();
  }

  /// u scaled into (2), which has the slopes >= 0.
  void raise_to(const Vector& u, const Vector& slopes, double beta) {
    const double beyond = std::max(0.0, -slopes.minCoeff());
    lower = std::max(lower, u.sum() * beta / (beta + beyond));
  }

  double gap() const { return upper > 0 ? std::max(0.0, upper - lower) / upper : 0; }

  void keep(Archive& archive) {
    archive("upper", upper);
    archive("lower", lower);
    archive("weights", weights);
  }
};

/// Steps at one width until there is next to nothing to gain, so that the slopes satisfy (2) to a
/// part of beta; false if the run has ended.
bool settle_width(RoundedMargins& at, double width, double small, MarginBracket& bracket,
                  RunRecord& record) {
  double gain = std::numeric_limits<double>::infinity();
  while (gain > small * small * bracket.upper) {
    if (record.spent()) return false;
    if (!record.makes([&] { gain = at.step(width); })) return false;
    bracket.lower_to(at);
    record.next();
    record.note(bracket.upper);
    if (record.stopped()) return false;
  }
  return true;
}

/// Solves the problem of one width; false if the run has ended.
bool solve_width(RoundedMargins& at, double width, double beta, double small,
                 MarginBracket& bracket, RunRecord& record) {
  for (bool settled = false;; settled = true) {
    bool helped = false;
    const auto look = [&] {
      const Vector slopes = at.slopes(width);
      bracket.raise_to(at.duals(width), slopes, beta);
      helped = at.enlarge(slopes, small * beta);
    };
    if (!record.makes(look)) return false;
    if (at.idle() || (settled && !helped)) return true;
    if (!settle_width(at, width, small, bracket, record)) return false;
  }
}

}  // namespace

double sparse_margin_objective(const Matrix& z, const std::vector<MarginGroup>& groups, double beta,
                               const Vector& w) {
  const TripletMargins triplets(groups);
  const Vector residuals = (1 - triplets.margins(z, w).array()).cwiseMax(0).matrix();
  return triplets.shares().dot(residuals) + beta * w.sum();
}

SparseMargins solve_sparse_margins(const Matrix& z, const std::vector<MarginGroup>& groups,
                                   double beta, const SparseMarginOptions& options,
                                   const Run& run) {
  const TripletMargins triplets(groups);
  const double unit = triplets.mean_square(z);
  require(std::isfinite(unit),
          "the squares of the samples are beyond the range of double; scale them (option "
          "prepare=scale)");
  RunRecord record(run, options.max_iterations);
  if (!(unit > 0)) {
    record.end(Status::converged, "the bases tell no two samples apart");
    return record.into(
        SparseMargins{.weights = Vector::Zero(z.rows()), .objective = triplets.shares().sum()});
  }
  // Squares of about 1, so that their products stay in range: w is in units of 1 / unit.
  const Matrix scaled = z / std::sqrt(unit);
  const double price = beta / unit, small = 0.1 * std::min(options.tolerance, 0.1);
  RoundedMargins at(triplets, scaled, price);
  MarginBracket bracket;
  bracket.lower_to(at);
  record.note(bracket.upper);
  bool goes_on = !record.stopped();
  double width = first_width;
  record.keeps([&](Archive& archive) {
    archive("at", at);
    archive("bracket", bracket);
    archive("width", width);
  });
  for (; goes_on && !record.is_over(); width *= narrowing) {
    goes_on = solve_width(at, width, price, small, bracket, record);
    if (!goes_on) break;
    if (bracket.gap() <= options.tolerance) {
      record.end(Status::converged, fmt::format("the duality gap fell below {:g} of the objective",
                                                options.tolerance));
      break;
    }
    if (width < smallest_width && record.converged("no step lowers the objective any further")) {
      break;
    }
  }
  return record.into(SparseMargins{
      .weights = bracket.weights / unit, .objective = bracket.upper, .gap = bracket.gap()});
}

}  // namespace mahala
