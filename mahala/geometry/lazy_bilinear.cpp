#include "mahala/geometry/lazy_bilinear.hpp"

#include <algorithm>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/geometry/gauge.hpp"

namespace mahala {

template <class Scalar>
LazyBilinear<Scalar>::LazyBilinear(const Matrix& a, const Matrix& b, double most_s)
    : most_s_(most_s) {
  require(a.cols() == b.cols(), "factors of {} and {} columns have no product", a.cols(), b.cols());
  a_.start(a, "left factor");
  b_.start(b, "right factor");
  core_.reset(rank());
}

template <class Scalar>
void LazyBilinear<Scalar>::see_left(const SparseView& x, Seen& seen) const {
  a_.see(x, seen.u);
}

template <class Scalar>
void LazyBilinear<Scalar>::see_right(const SparseView& z, Seen& seen) const {
  b_.see(z, seen.v);
}

template <class Scalar>
void LazyBilinear<Scalar>::see(std::span<const SparseView> x, std::span<const SparseView> z,
                               Seen& seen) const {
  a_.see(x, seen.u);
  b_.see(z, seen.v);
}

template <class Scalar>
void LazyBilinear<Scalar>::see(const SparseView& x, const SparseView& z, Seen& seen) const {
  see_left(x, seen);
  see_right(z, seen);
}

template <class Scalar>
double LazyBilinear<Scalar>::score(const Seen& seen) const {
  seen.image.resize(rank(), 1);
  multiply(core_.s, seen.v, 0, seen.image, 0);
  return seen.u.view().col(0).dot(seen.image.view().col(0));
}

template <class Scalar>
double LazyBilinear<Scalar>::score(const SparseView& x, const SparseView& z) const {
  Seen seen;
  see(x, z, seen);
  return score(seen);
}

template <class Scalar>
void LazyBilinear<Scalar>::image(const Seen& seen, Vector& w) const {
  seen.image.resize(rank(), 1);
  multiply(core_.s, seen.v, 0, seen.image, 0);
  w = seen.image.view().col(0);
}

template <class Scalar>
void LazyBilinear<Scalar>::look(const Seen& seen) {
  const Index k = rank(), l = seen.u.cols();
  for (Panel* panel : {&work_.a, &work_.b}) panel->resize(k, 2 * l);
  for (Panel* panel : {&work_.x, &work_.y}) panel->resize(k, l);
  a_.gram().image(seen.u, work_.a, 0);
  b_.gram().image(seen.v, work_.b, 0);
  for (Index i = 0; i < l; ++i) {
    multiply_both(core_.q, work_.a.col(i), work_.b.col(i), work_.x.col(i), work_.y.col(i));
  }
  a_.gram().image(work_.y, work_.a, l);
  b_.gram().image(work_.x, work_.b, l);
}

template <class Scalar>
template <int L>
void LazyBilinear<Scalar>::move(const Seen& seen, const Small<L>& xx, const Small<L>& zz,
                                double eta) {
  look(seen);
  const Index l = xx.rows();
  const Small<L> r = inner<L>(work_.b, 0, work_.x, 0, l);
  const Small<L> ua = inner<L>(seen.u, 0, work_.a, 0, l), vb = inner<L>(seen.v, 0, work_.b, 0, l);
  const Small<L> ye = inner<L>(work_.y, 0, work_.a, l, l);
  const Small<L> xe = inner<L>(work_.x, 0, work_.b, l, l);
  double c = eta;
  if (most_s_ > 0 && std::abs(c) * r.norm() > most_s_) c = std::copysign(most_s_ / r.norm(), c);
  for (;; c /= 2) {
    const RankStep<L> step(c, r);
    const auto left =
        inverse_change<L>(xx, ua, (step.sigma * r).transpose(), ye, step.sigma.transpose());
    const auto right = inverse_change<L>(zz, vb, r * step.sigma, xe, step.sigma);
    const auto [least, most] = std::minmax(left.growth, right.growth);
    require(std::isfinite(least + most), "a step of the similarity is not finite");
    if (least < least_growth && c != 0) continue;
    upkeep_.saw(least, most);
    return change<L>(seen, step, left.n, right.n, xx, zz);
  }
}

template <class Scalar>
template <int L>
void LazyBilinear<Scalar>::change(const Seen& seen, const RankStep<L>& step, const MatrixView& na,
                                  const MatrixView& nb, const Small<L>& xx, const Small<L>& zz) {
  combine<L>(work_.y, step.sigma.transpose(), work_.ca);
  combine<L>(work_.x, step.sigma, work_.cb);
  core_.change<L>(work_.a, step.omega, work_.b, work_.x, step.inverse_omega, work_.y, work_.more);
  a_.template foresee<L>(work_.a, na, seen.u, xx, work_.ca, work_.more);
  b_.template foresee<L>(work_.b, nb, seen.v, zz, work_.cb, work_.more);
}

template <class Scalar>
void LazyBilinear<Scalar>::step(const SparseView& x, const SparseView& z, const Seen& seen,
                                double eta) {
  move<1>(seen, Small<1>(x.squared_norm()), Small<1>(z.squared_norm()), eta);
  a_.add(x, work_.ca);
  b_.add(z, work_.cb);
  maintain();
}

template <class Scalar>
void LazyBilinear<Scalar>::step(const SparseView& x, const SparseView& z, double eta) {
  see(x, z, own_);
  step(x, z, own_, eta);
}

template <class Scalar>
void LazyBilinear<Scalar>::step(std::span<const SparseView> x, std::span<const SparseView> z,
                                double eta) {
  require(x.size() == z.size(), "a step of {} left and {} right vectors", x.size(), z.size());
  see(x, z, own_);
  move<Eigen::Dynamic>(own_, gram(x), gram(z), eta);
  a_.add(x, work_.ca);
  b_.add(z, work_.cb);
  maintain();
}

template <class Scalar>
void LazyBilinear<Scalar>::step_owing_right(const SparseView& x, const Seen& seen,
                                            double squared_norm_z, double eta, Vector& row) {
  move<1>(seen, Small<1>(x.squared_norm()), Small<1>(squared_norm_z), eta);
  a_.add(x, work_.ca);
  row = work_.cb.view().col(0);
}

template <class Scalar>
void LazyBilinear<Scalar>::pay_right(const MatrixView& z, const MatrixView& rows) {
  b_.tall().back_project(z, rows);
  maintain();
}

template <class Scalar>
void LazyBilinear<Scalar>::maintain() {
  switch (upkeep_.due()) {
    case Upkeep<Scalar>::Due::nothing:
      return;
    case Upkeep<Scalar>::Due::grams:
      a_.sum_gram();
      return b_.sum_gram();
    case Upkeep<Scalar>::Due::inverses:
      const bool definite = a_.gram().refresh() && b_.gram().refresh();
      core_.q.view() = inverse(core_.s.view());
      const double worst = std::max(a_.gram().kappa(), b_.gram().kappa());
      if (!definite || Upkeep<Scalar>::too_ill(core_.kappa(), worst)) fold();
  }
}

template <class Scalar>
void LazyBilinear<Scalar>::fold() {
  const Gauge gauge = balanced_gauge(a_.tall().gram(), Matrix(core_.s.view()), b_.tall().gram());
  a_.multiply(gauge.left);
  b_.multiply(gauge.right);
  core_.reset(rank());
  ++folds_;
}

template <class Scalar>
std::pair<Matrix, Matrix> LazyBilinear<Scalar>::factors() const {
  const Gauge gauge = balanced_gauge(a_.tall().gram(), Matrix(core_.s.view()), b_.tall().gram());
  return {a_.tall().dense() * gauge.left, b_.tall().dense() * gauge.right};
}

template class LazyBilinear<double>;
template class LazyBilinear<float>;

}  // namespace mahala
