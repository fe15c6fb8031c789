#include "mahala/geometry/lazy_bilinear_psd.hpp"

#include <array>
#include <vector>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/geometry/gauge.hpp"

namespace mahala {
namespace {

/// The spectral radius of C N for two columns, a bound of it for more; its eigenvalues are real.
template <int L>
double length(const Small<L>& c, const Small<L>& n) {
  const Small<L> m = c * n;
  if constexpr (L == 2) {
    const double half = m.trace() / 2;
    return std::abs(half) + std::sqrt(std::max(half * half - m.determinant(), 0.0));
  } else {
    return std::sqrt(std::max((m * m).trace(), 0.0));
  }
}

template <int L>
Small<L> symmetric_inner(const Panel& x, Index first_x, const Panel& y, Index l) {
  const Small<L> out = inner<L>(x, first_x, y, 0, l);
  return (out + out.transpose()) / 2;
}

}  // namespace

template <class Scalar>
LazyBilinearPsd<Scalar>::LazyBilinearPsd(const Matrix& y, double most_s) : most_s_(most_s) {
  y_.start(y, "factor");
  core_.reset(rank());
}

template <class Scalar>
void LazyBilinearPsd<Scalar>::see(std::span<const SparseView> f, Seen& seen) const {
  y_.see(f, seen.u);
}

template <class Scalar>
void LazyBilinearPsd<Scalar>::see(const SparseView& x, const SparseView& z, Seen& seen) const {
  see(std::array{x, z}, seen);
}

template <class Scalar>
double LazyBilinearPsd<Scalar>::score(const Seen& seen) const {
  seen.image.resize(rank(), 1);
  multiply(core_.s, seen.u, 1, seen.image, 0);
  return seen.u.view().col(0).dot(seen.image.view().col(0));
}

template <class Scalar>
double LazyBilinearPsd<Scalar>::score(const SparseView& x, const SparseView& z) const {
  Seen seen;
  see(x, z, seen);
  return score(seen);
}

template <class Scalar>
void LazyBilinearPsd<Scalar>::look(const Seen& seen) {
  const Index l = seen.u.cols();
  work_.h.resize(rank(), 2 * l);
  work_.x.resize(rank(), l);
  y_.gram().image(seen.u, work_.h, 0);
  for (Index i = 0; i < l; ++i) multiply(core_.q, work_.h, i, work_.x, i);
  y_.gram().image(work_.x, work_.h, l);
}

template <class Scalar>
template <int L>
void LazyBilinearPsd<Scalar>::move(const Seen& seen, const Small<L>& ff, const Small<L>& wanted) {
  look(seen);
  const Index l = ff.rows();
  const Small<L> n = symmetric_inner<L>(work_.h, 0, work_.x, l);
  const Small<L> uh = symmetric_inner<L>(work_.h, 0, seen.u, l);
  const Small<L> xe = symmetric_inner<L>(work_.h, l, work_.x, l);
  Small<L> c = wanted;
  const double mu = length<L>(c, n);
  if (most_s_ > 0 && mu > most_s_) c *= most_s_ / mu;
  for (;; c /= 2) {
    const PsdRankStep<L> step(c, n);
    const auto [inverse, growth] = inverse_change<L>(ff, uh, n * step.theta, xe, step.theta);
    require(std::isfinite(growth), "a step of the similarity is not finite");
    if (growth < least_growth && c.norm() > 0) continue;
    upkeep_.saw(growth, growth);
    return change<L>(seen, step, inverse, ff);
  }
}

template <class Scalar>
template <int L>
void LazyBilinearPsd<Scalar>::change(const Seen& seen, const PsdRankStep<L>& step,
                                     const MatrixView& n, const Small<L>& ff) {
  combine<L>(work_.x, step.theta, work_.c);
  core_.change<L>(work_.h, step.omega, work_.h, work_.x, step.inverse_omega, work_.x, work_.more);
  y_.template foresee<L>(work_.h, n, seen.u, ff, work_.c, work_.more);
}

template <class Scalar>
void LazyBilinearPsd<Scalar>::step(const SparseView& x, const SparseView& z, const Seen& seen,
                                   double eta) {
  Small<2> ff, c;
  const double xz = dot(x, z);
  ff << x.squared_norm(), xz, xz, z.squared_norm();
  c << 0, eta / 2, eta / 2, 0;
  move<2>(seen, ff, c);
  y_.add(std::array{x, z}, work_.c);
  maintain();
}

template <class Scalar>
void LazyBilinearPsd<Scalar>::step(const SparseView& x, const SparseView& z, double eta) {
  see(x, z, own_);
  step(x, z, own_, eta);
}

template <class Scalar>
void LazyBilinearPsd<Scalar>::step(std::span<const SparseView> x, std::span<const SparseView> z,
                                   double eta) {
  require(x.size() == z.size(), "a step of {} left and {} right vectors", x.size(), z.size());
  const Index r = std::ssize(x);
  std::vector<SparseView> f(x.begin(), x.end());
  f.insert(f.end(), z.begin(), z.end());
  Matrix c = Matrix::Zero(2 * r, 2 * r);
  c.topRightCorner(r, r).diagonal().setConstant(eta / 2);
  c.bottomLeftCorner(r, r).diagonal().setConstant(eta / 2);
  step(f, c);
}

template <class Scalar>
void LazyBilinearPsd<Scalar>::step(std::span<const SparseView> f, const Matrix& c) {
  require(c.rows() == std::ssize(f) && c.cols() == c.rows(),
          "a step of {} vectors and a {} x {} core", f.size(), c.rows(), c.cols());
  see(f, own_);
  move<Eigen::Dynamic>(own_, gram(f), symmetric_part(c));
  y_.add(f, work_.c);
  maintain();
}

template <class Scalar>
void LazyBilinearPsd<Scalar>::maintain() {
  switch (upkeep_.due()) {
    case Upkeep<Scalar>::Due::nothing:
      return;
    case Upkeep<Scalar>::Due::grams:
      return y_.sum_gram();
    case Upkeep<Scalar>::Due::inverses:
      core_.s.view() = symmetric_part(core_.s.view());
      core_.q.view() = symmetric_part(inverse(core_.s.view()));
      if (!y_.gram().refresh() || Upkeep<Scalar>::too_ill(core_.kappa(), y_.gram().kappa())) fold();
  }
}

template <class Scalar>
void LazyBilinearPsd<Scalar>::fold() {
  y_.multiply(balanced_gauge(y_.tall().gram(), Matrix(core_.s.view())));
  core_.reset(rank());
  ++folds_;
}

template <class Scalar>
Matrix LazyBilinearPsd<Scalar>::factor() const {
  return y_.tall().dense() * balanced_gauge(y_.tall().gram(), Matrix(core_.s.view()));
}

template class LazyBilinearPsd<double>;
template class LazyBilinearPsd<float>;

}  // namespace mahala
