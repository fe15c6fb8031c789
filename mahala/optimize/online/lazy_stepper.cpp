#include "mahala/optimize/online/lazy_stepper.hpp"

#include <cmath>

#include "mahala/core/linalg/entries_by_place.hpp"
#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/optimize/regression/manifold_gradient.hpp"

namespace mahala {
namespace {

constexpr Index steps_between_norms = 1000000;

/// |sum_k x_k c_k^T|^2, c_k the columns of c: O(nnz (r + log nnz)).
double squared_norm_of_sum(std::span<const SparseView> x, const Matrix& c) {
  double sum = 0;
  Vector row(c.rows());
  const std::vector<PlacedEntry> entries = entries_by_place(x);
  for_each_place(entries, [&](Index, std::span<const PlacedEntry> met) {
    row.setZero();
    for (const PlacedEntry& entry : met) row += entry.value * c.col(entry.of);
    sum += row.squaredNorm();
  });
  return sum;
}

double clipped(double s, double clip, double length) {
  return clip > 0 && s * length > clip ? clip / length : s;
}

}  // namespace

void SparseBatch::take(std::span<const Index> which) {
  if (differences_.size() < which.size()) differences_.resize(which.size());
  views_.clear();
  wanted_.clear();
  for (std::size_t k = 0; k < which.size(); ++k) {
    const Pair& pair = (*pairs_)[static_cast<std::size_t>(which[k])];
    wanted_.push_back(&pair);
    if (pair.j == origin) {
      views_.push_back(sparse_column(*x_, pair.i));
    } else {
      assign_difference(*x_, pair.i, pair.j, differences_[k]);
      views_.push_back(differences_[k].view());
    }
  }
}

double SparseBatch::slope(Index k, double yhat) const {
  const Pair& wanted = pair(k);
  return wanted.weight * loss_slope(loss_, wanted.relation, yhat - wanted.value) /
         static_cast<double>(size());
}

double SparseBatch::mean_cost(const Vector& yhat) const {
  double sum = 0;
  for (Index k = 0; k < size(); ++k) {
    sum += weighted_loss(loss_, pair(k).relation, yhat[k] - pair(k).value, pair(k).weight);
  }
  return sum / static_cast<double>(size());
}

Matrix SparseBatch::gram() const { return mahala::gram(views_); }

LazyFlat::LazyFlat(const SparseMatrix& x, const Pairs& pairs, const Matrix& start, Loss loss)
    : g_(start), squared_norm_(start.squaredNorm()), batch_(x, pairs, loss) {}

void LazyFlat::look(std::span<const Index> which) const {
  batch_.take(which);
  z_.resize(g_.cols(), batch_.size());
  slope_.resize(batch_.size());
  for (Index k = 0; k < batch_.size(); ++k) {
    g_.gather(batch_.view(k), z_.col(k));
    slope_[k] = batch_.slope(k, z_.col(k).squaredNorm());
  }
}

double LazyFlat::cost(std::span<const Index> which) const {
  look(which);
  return batch_.mean_cost(z_.colwise().squaredNorm());
}

double LazyFlat::gradient_norm_of_batch() const {
  if (batch_.size() == 1) {
    return 2 * std::abs(slope_[0]) * std::sqrt(batch_.view(0).squared_norm()) * z_.col(0).norm();
  }
  return 2 * std::sqrt(squared_norm_of_sum(batch_.views(), z_ * slope_.asDiagonal()));
}

double LazyFlat::gradient_norm(std::span<const Index> which) const {
  look(which);
  return gradient_norm_of_batch();
}

double LazyFlat::gradient_norm(const Problem& problem) const {
  return 2 * problem.slope(factor()).norm();
}

void LazyFlat::step(std::span<const Index> which, double s, double clip) {
  look(which);
  if (slope_.isZero(0)) return;
  const Matrix c = 2 * z_ * slope_.asDiagonal();  // the gradient is sum_k x_k c_k^T
  if (clip > 0) s = clipped(s, clip, gradient_norm_of_batch());
  double change = 0;  // of |G|^2
  for (Index k = 0; k < batch_.size(); ++k) {
    if (slope_[k] == 0) continue;
    // |G + x w^T|^2 = |G|^2 + 2 (G^T x).w + |x|^2 |w|^2, at the G that those before have left.
    if (k > 0) g_.gather(batch_.view(k), z_.col(k));
    const Vector w = -s * c.col(k);
    change += 2 * z_.col(k).dot(w) + batch_.view(k).squared_norm() * w.squaredNorm();
    g_.scatter(batch_.view(k), w);
  }
  squared_norm_ = ++steps_ % steps_between_norms == 0 ? g_.squared_norm() : squared_norm_ + change;
}

template <class M>
LazyPolar<M>::LazyPolar(const SparseMatrix& x, const Pairs& pairs, const FrameAndCore& start,
                        M manifold, Loss loss)
    : manifold_(std::move(manifold)),
      frame_(start.u, manifold_.retraction()),
      core_(start.r),
      batch_(x, pairs, loss) {
  if constexpr (logarithmic) root_ = M::root(core_);
}

template <class M>
void LazyPolar<M>::look(std::span<const Index> which) const {
  batch_.take(which);
  const Index r = frame_.rank(), p = batch_.size();
  z_.resize(r, p);
  q_.resize(r, p);
  slope_.resize(p);
  for (Index k = 0; k < p; ++k) {
    frame_.see(batch_.view(k), seen_);
    z_.col(k) = seen_.z;
    q_.col(k) = seen_.q;
  }
  v_.noalias() = root().transpose() * q_;
  b_.noalias() = root() * v_;
  for (Index k = 0; k < p; ++k) slope_[k] = batch_.slope(k, v_.col(k).squaredNorm());
}

template <class M>
double LazyPolar<M>::cost(std::span<const Index> which) const {
  look(which);
  return batch_.mean_cost(v_.colwise().squaredNorm());
}

template <class M>
Matrix LazyPolar<M>::core_slope() const {
  // U^T E U for logarithms, G^T E G for roots.
  const Matrix& seen = logarithmic ? q_ : v_;
  return seen * slope_.asDiagonal() * seen.transpose();
}

template <class M>
double LazyPolar<M>::gradient_norm_of_batch() const {
  // |2 sum_k a_k c_k^T|^2 with a_k = x_k - U q_k, and the metric's length of the core part.
  const Matrix c = b_ * slope_.asDiagonal();
  const double turning =
      squared_norm_of_sum(batch_.views(), c) - (q_ * c.transpose()).squaredNorm();
  const FrameAndCore core{Matrix::Zero(frame_.rank(), frame_.rank()),
                          manifold_.core_gradient(core_, core_slope())};
  const double stretching = manifold_.inner({core.u, core_}, core, core);
  return std::sqrt(std::max(4 * manifold_.lambda() * turning + stretching, 0.0));
}

template <class M>
double LazyPolar<M>::gradient_norm(std::span<const Index> which) const {
  look(which);
  return gradient_norm_of_batch();
}

template <class M>
double LazyPolar<M>::gradient_norm(const Problem& problem) const {
  const FrameAndCore here = point();
  return length(manifold_, here, gradient_of(problem, manifold_, here));
}

template <class M>
void LazyPolar<M>::step(std::span<const Index> which, double s, double clip) {
  look(which);
  if (slope_.isZero(0)) return;
  if (clip > 0) s = clipped(s, clip, gradient_norm_of_batch());
  batch_.size() == 1 ? step_one(s) : step_many(s);
}

template <class M>
void LazyPolar<M>::step_one(double s) {
  const double lambda = manifold_.lambda();
  const double e = slope_[0];
  if (lambda > 0) {
    frame_.turn(batch_.view(0), seen_, b_.col(0), -2 * lambda * s * e);
  }
  if constexpr (std::is_same_v<M, PsdPolar>) {
    if (manifold_.has_rank_one_step()) {
      // R exp(c v v^T / 2) in closed form.
      const double c = -(1 - lambda) * s * e;
      core_.noalias() += expm1_over(v_.squaredNorm(), c / 2) * b_.col(0) * v_.col(0).transpose();
      return;
    }
  }
  move_core(s);
}

template <class M>
void LazyPolar<M>::step_many(double s) {
  const double lambda = manifold_.lambda();
  if (lambda > 0) {
    frame_.turn(batch_.views(), z_, q_, b_ * (-2 * lambda * s * slope_).asDiagonal(),
                batch_.gram());
  }
  move_core(s);
}

template <class M>
void LazyPolar<M>::move_core(double s) {
  if (manifold_.lambda() == 1) return;
  core_ = manifold_.retract_core(core_, -s * manifold_.core_gradient(core_, core_slope()));
  if constexpr (logarithmic) root_ = M::root(core_);
}

template class LazyPolar<PsdPolar>;
template class LazyPolar<PsdPolarSymmetric>;
template class LazyPolar<PsdPolarLog>;

LazySubspace::LazySubspace(const SparseMatrix& x, const Matrix& start, FrameRetraction retraction)
    : x_(&x), frame_(start, retraction) {}

void LazySubspace::look(std::span<const Index> which) const {
  const Index r = frame_.rank(), p = std::ssize(which);
  z_.resize(r, p);
  q_.resize(r, p);
  views_.clear();
  for (Index k = 0; k < p; ++k) {
    views_.push_back(sparse_column(*x_, which[static_cast<std::size_t>(k)]));
    frame_.see(views_.back(), seen_);
    z_.col(k) = seen_.z;
    q_.col(k) = seen_.q;
  }
}

double LazySubspace::cost(std::span<const Index> which) const {
  look(which);
  double sum = 0;
  for (Index k = 0; k < q_.cols(); ++k) {
    sum += views_[static_cast<std::size_t>(k)].squared_norm() - q_.col(k).squaredNorm();
  }
  return sum / (2 * static_cast<double>(which.size()));
}

double LazySubspace::gradient_norm_of_batch() const {
  const double sum = squared_norm_of_sum(views_, q_) - (q_ * q_.transpose()).squaredNorm();
  return std::sqrt(std::max(sum, 0.0)) / static_cast<double>(q_.cols());
}

double LazySubspace::gradient_norm(std::span<const Index> which) const {
  look(which);
  return gradient_norm_of_batch();
}

double LazySubspace::gradient_norm(const Problem& problem) const {
  const Matrix u = frame_.frame();
  return 2 * normal_part(u, problem.slope(u)).norm();
}

void LazySubspace::step(std::span<const Index> which, double s, double clip) {
  look(which);
  if (clip > 0) s = clipped(s, clip, gradient_norm_of_batch());
  if (which.size() == 1) {
    frame_.turn(views_.front(), seen_, seen_.q, s);
  } else {
    frame_.turn(views_, z_, q_, q_ * (s / static_cast<double>(which.size())), gram(views_));
  }
}

}  // namespace mahala
