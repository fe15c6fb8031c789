#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/optimize/logdet/logdet_kernels.hpp"
#include "mahala/optimize/logdet/logdet_projection.hpp"

namespace mahala {
namespace {

/// The bounds of a block, seen through the products v_k^T A v_l of their vectors alone.
class Block {
 public:
  /// m has padded rows; `which` numbers the bounds among those of `negligible`.
  Block(Matrix& m, std::span<const Index> which, const Vector& negligible)
      : m_(m), which_(which), negligible_(negligible), u_(m.rows()) {}

  double distance(Index k) {
    last_ = k;
    return m_(k, k);
  }
  void move(double beta) {
    u_ = m_.col(last_);
    kernels::add_outer(m_.data(), m_.cols(), m_.rows(), beta, u_.data());
  }
  double negligible(Index k) const { return negligible_[which_[static_cast<std::size_t>(k)]]; }

 private:
  Matrix& m_;
  std::span<const Index> which_;
  const Vector& negligible_;
  Vector u_;
  Index last_ = 0;
};

}  // namespace

BlockedSpace::BlockedSpace(const Differences& differences, Index block, Index inner)
    : CoordinateSpace(differences), block_(block), inner_(inner) {}

void BlockedSpace::pass(std::span<const Index> order, const LogDetBounds& bounds, Slack slack,
                        Vector& weights, PassTally& tally) {
  for (std::size_t begin = 0; begin < order.size(); begin += static_cast<std::size_t>(block_)) {
    const std::size_t size = std::min(static_cast<std::size_t>(block_), order.size() - begin);
    check_watch();
    pass_block(order.subspan(begin, size), bounds, slack, weights, tally);
  }
}

void BlockedSpace::pass_block(std::span<const Index> which, const LogDetBounds& bounds, Slack slack,
                              Vector& weights, PassTally& tally) {
  const Index d = a_.cols(), size = std::ssize(which);
  v_.resize(d, size);
  for (Index k = 0; k < size; ++k) {
    const auto [i, j] = ends_[static_cast<std::size_t>(which[static_cast<std::size_t>(k)])];
    v_.col(k) = points_.col(i).head(d) - points_.col(j).head(d);
  }
  product_.resize(d, size);
  multiply_at_b(a_.topRows(d), v_, product_);
  gram_.setZero(kernels::padded(size), size);
  multiply_at_b(product_, v_, gram_.topRows(size));
  Block block(gram_, which, negligible_);
  Vector change = Vector::Zero(size);
  detail::LogProduct det;
  for (Index pass = 0; pass < inner_; ++pass) {
    for (Index k = 0; k < size; ++k) {
      const Index bound = which[static_cast<std::size_t>(k)];
      change[k] -= detail::project(block, k, bounds[static_cast<std::size_t>(bound)], slack,
                                   weights[bound], tally, det);
    }
  }
  tally.log_det += det.value();
  if (change.isZero(0)) return;
  // A + P (D M D - D) P^T, D the change of the weights and M the products after it.
  Matrix middle = change.asDiagonal() * symmetric_part(gram_.topRows(size)) * change.asDiagonal();
  middle.diagonal() -= change;
  weighted_.resize(d, size);
  multiply_a_bt(product_, middle, weighted_);
  multiply_a_bt(weighted_, product_, a_.topRows(d), true);
}

}  // namespace mahala
