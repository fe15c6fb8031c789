#include "mahala/optimize/logdet/logdet_path.hpp"

#include <cmath>
#include <optional>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/optimize/run_record.hpp"

namespace mahala {
namespace {

constexpr double first_gamma = 0.1;
const double ratio = std::sqrt(10.0);
constexpr double loose = 1e-2;  ///< tolerance on the way
constexpr double sufficient = 1e-4;
constexpr double shortest_step = 1e-12;

/// v -> the entries of v v^T on and below the diagonal, scaled so that inner products are those
/// of the matrices.
void pack_outer(const Eigen::Ref<const Vector>& v, double scale, Eigen::Ref<Vector> out) {
  Index at = 0;
  for (Index j = 0; j < v.size(); ++j) {
    out[at++] = scale * v[j] * v[j];
    const double twice = scale * std::sqrt(2.0) * v[j];
    for (Index i = j + 1; i < v.size(); ++i) out[at++] = twice * v[i];
  }
}

Vector packed(const Matrix& m) {
  Vector out(m.rows() * (m.rows() + 1) / 2);
  Index at = 0;
  for (Index j = 0; j < m.cols(); ++j) {
    out[at++] = m(j, j);
    for (Index i = j + 1; i < m.rows(); ++i) out[at++] = std::sqrt(2.0) * m(i, j);
  }
  return out;
}

Matrix unpacked(const Vector& v, Index dim) {
  Matrix m(dim, dim);
  Index at = 0;
  for (Index j = 0; j < dim; ++j) {
    m(j, j) = v[at++];
    for (Index i = j + 1; i < dim; ++i) m(i, j) = m(j, i) = v[at++] / std::sqrt(2.0);
  }
  return m;
}

class Path {
 public:
  Path(const Differences& differences, const LogDetBounds& bounds, const SweepOptions& options,
       const Run& run)
      : differences_(differences), bounds_(bounds), run_(run), record_(run, options.max_sweeps) {
    root_ = Matrix::Identity(differences.dim(), differences.dim());
  }

  /// All solutions, each from the last.
  std::vector<PathPoint> follow(std::span<const double> scales, double tolerance) {
    const double largest = largest_gamma();
    double scale = std::min(first_gamma / largest, scales.front());
    std::vector<PathPoint> points;
    solve(scale, loose);
    for (const double goal : scales) {
      while (!stopped() && scale * ratio < 0.999 * goal) {
        scale *= ratio;
        solve(scale, loose);
      }
      scale = goal;
      solve(goal, tolerance);
      points.push_back(point());
    }
    return points;
  }

 private:
  /// Moves to the solution for gamma times `scale`, from the last one.
  void solve(double scale, double tolerance) {
    for (LogDetBound& bound : bounds_) bound.gamma *= scale / scale_;
    scale_ = scale;
    KeptLoop loop(run_, [this](Archive& archive) {
      archive("root", root_);
      archive("record", record_);
    });
    here_ = evaluated(root_);
    if (loop.ended()) return take_stock();
    do {
      loop.mark();
    } while (!finished(tolerance) && step());
    if (record_.status() != Status::stopped) loop.end();
  }

  PathPoint point() const {
    return {root_ * root_.transpose(),
            record_.into(LogDetOutcome{.weights = here_.weights, .standing = standing_})};
  }

  double largest_gamma() const {
    double largest = 0;
    for (const LogDetBound& bound : bounds_) largest = std::max(largest, bound.gamma);
    return largest;
  }
  bool stopped() const { return record_.status() != Status::converged; }

  /// A = L L^T and what follows from it.
  struct Point {
    Matrix y = {};          ///< L^T v, d x m
    Vector p = {};          ///< squared lengths of y
    Vector weights = {};    ///< those of the slack at A
    Vector stiffness = {};  ///< q, 0 where the bound holds
    double value = 0;       ///< F(A)
  };

  Point evaluated(const Matrix& root) const {
    Point at;
    Matrix projected(root.cols(), differences_.points.cols());
    multiply_at_b(root, differences_.points, projected);
    at.y = vectors_of({std::move(projected), differences_.ends});
    at.p = at.y.colwise().squaredNorm().transpose();
    at.weights = at.stiffness = Vector::Zero(at.p.size());
    at.value = root.squaredNorm() - 2 * root.diagonal().array().log().sum() -
               static_cast<double>(root.rows());
    for (Index k = 0; k < at.p.size(); ++k) {
      const LogDetBound& bound = bounds_[static_cast<std::size_t>(k)];
      if (!is_broken(bound, at.p[k])) continue;
      const double length = at.p[k] + bound.offset;
      at.value += penalty(bound, Slack::logdet, at.p[k]);
      at.weights[k] = bound.gamma * (1 / bound.bound - 1 / length);
      at.stiffness[k] = bound.gamma / (length * length);
    }
    return at;
  }

  /// The gap of F(A) and the dual at the weights of A; infinite outside the dual's domain.
  void take_stock() {
    Matrix inverse = curvature_of(differences_, here_.weights);
    inverse.diagonal().array() += 1;
    const Cholesky cholesky(inverse);
    double dual = -std::numeric_limits<double>::infinity();
    if (cholesky.definite()) {
      dual = cholesky.log_determinant();
      for (Index k = 0; k < here_.weights.size(); ++k) {
        dual += dual_term(bounds_[static_cast<std::size_t>(k)], Slack::logdet, here_.weights[k]);
      }
    }
    standing_ = {.dual = dual, .gap = here_.value - dual};
  }

  bool finished(double tolerance) {
    take_stock();
    record_.note(here_.value);
    const bool closed = standing_.gap <= tolerance * (1 + std::abs(here_.value));
    return record_.stopped() ||
           (closed && record_.converged(
                          fmt::format("the relative duality gap fell below {:g}", tolerance))) ||
           record_.spent(fmt::format("{} Newton steps are spent", record_.steps()));
  }

  /// False if no step lowers F.
  bool step() {
    const Index d = root_.rows();
    Matrix slope = Matrix::Zero(d, d);
    multiply_at_b(root_, root_, slope);
    multiply_a_bt(here_.y * here_.weights.asDiagonal(), here_.y, slope, true);
    slope.diagonal().array() -= 1;
    slope = symmetric_part(slope);
    const Matrix along = direction(slope);
    const double decrease = slope.cwiseProduct(along).sum();
    for (double t = 1; t > shortest_step; t /= 2) {
      const Matrix factor = cholesky_factor(Matrix::Identity(d, d) + t * along);
      if (!factor.allFinite()) continue;
      const Matrix next = root_ * factor;
      Point there = evaluated(next);
      // A rise within rounding is let through: close to the optimum F no longer tells.
      if (there.value > here_.value + sufficient * t * decrease + 1e-13 * std::abs(here_.value)) {
        continue;
      }
      root_ = next;
      here_ = std::move(there);
      record_.next();
      return true;
    }
    record_.end(Status::budget_spent, "no Newton step lowers the objective further");
    return false;
  }

  Matrix direction(const Matrix& slope) const {
    std::vector<Index> broken;
    for (Index k = 0; k < here_.p.size(); ++k) {
      if (here_.stiffness[k] > 0) broken.push_back(k);
    }
    const Index d = slope.rows(), packed_size = d * (d + 1) / 2;
    return std::ssize(broken) <= packed_size ? by_bounds(slope, broken) : by_entries(slope, broken);
  }

  /// (diag(1/q) + (Y^T Y)^2) tau = -diag(Y^T G Y), E = -G - Y diag(tau) Y^T.
  Matrix by_bounds(const Matrix& slope, const std::vector<Index>& broken) const {
    const Matrix y = here_.y(Eigen::all, broken);
    Matrix system(y.cols(), y.cols()), sloped(y.rows(), y.cols());
    multiply_at_b(y, y, system);
    system = system.array().square();
    system.diagonal() += here_.stiffness(broken).cwiseInverse();
    multiply_at_b(slope, y, sloped);
    const Vector right = -sloped.cwiseProduct(y).colwise().sum().transpose();
    const Vector tau = Cholesky(system).solve(right);
    Matrix along = -slope;
    multiply_a_bt(y * (-tau).asDiagonal(), y, along, true);
    return symmetric_part(along);
  }

  /// (I + Phi diag(q) Phi^T) e = -g over the packed entries, columns of Phi those of y y^T.
  Matrix by_entries(const Matrix& slope, const std::vector<Index>& broken) const {
    const Index d = slope.rows(), size = d * (d + 1) / 2;
    Matrix outer(size, std::ssize(broken)), system = Matrix::Identity(size, size);
    for (Index k = 0; k < outer.cols(); ++k) {
      const Index bound = broken[static_cast<std::size_t>(k)];
      pack_outer(here_.y.col(bound), std::sqrt(here_.stiffness[bound]), outer.col(k));
    }
    multiply_a_bt(outer, outer, system, true);
    return -unpacked(Cholesky(system).solve(packed(slope)), d);
  }

  const Differences& differences_;
  LogDetBounds bounds_;
  const Run& run_;
  RunRecord record_;
  double scale_ = 1;
  Matrix root_;  ///< L, lower triangular
  Point here_;
  LogDetStanding standing_;
};

}  // namespace

std::vector<PathPoint> follow_path(const Differences& differences, const LogDetBounds& bounds,
                                   std::span<const double> scales, const SweepOptions& options,
                                   const Run& run) {
  for (const LogDetBound& bound : bounds) {
    require(!bound.hard(), "the path of gamma needs finite ones: use projections");
  }
  return Path(differences, bounds, options, run).follow(scales, options.tolerance);
}

}  // namespace mahala
