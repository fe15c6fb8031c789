#include "mahala/geometry/gram_inverse.hpp"

#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/linalg/symmetric.hpp"

namespace mahala {
namespace {

constexpr Index most_waiting = 64;

}  // namespace

void GramInverse::reset(const Matrix& gram) {
  g_ = symmetric_part(gram);
  h_ = Panel(g_.rows(), g_.rows());
  waiting_g_ = Matrix::Zero(g_.rows(), most_waiting);  // what is kept of it has to be defined
  waiting_y_ = Matrix::Zero(g_.rows(), most_waiting);
  waiting_ = 0;
  if (refresh()) return;
  // A shift that only rounding can see makes it definite again.
  const double shift = 1e-15 * g_.trace();
  h_.view() = inverse(g_ + shift * Matrix::Identity(g_.rows(), g_.rows()));
}

void GramInverse::image(const Panel& x, Panel& out, Index to) const {
  for (Index l = 0; l < x.cols(); ++l) multiply(h_, x, l, out, to + l);
}

void GramInverse::change(const Panel& z, const MatrixView& n, const Panel& g, const Panel& y) {
  zn_.resize(z.rows(), z.cols());
  zn_.view().noalias() = -z.view().lazyProduct(n);
  add_product(h_, zn_, z);
  for (Index l = 0; l < y.cols(); ++l) {
    if (waiting_ == most_waiting) flush();
    waiting_g_.col(waiting_) = g.view().col(l);
    waiting_y_.col(waiting_++) = y.view().col(l);
  }
}

void GramInverse::flush() {
  multiply_a_bt(waiting_g_.leftCols(waiting_), waiting_y_.leftCols(waiting_), g_, true);
  multiply_a_bt(waiting_y_.leftCols(waiting_), waiting_g_.leftCols(waiting_), g_, true);
  waiting_ = 0;
}

bool GramInverse::refresh() {
  flush();
  g_ = symmetric_part(g_);
  const Cholesky cholesky(g_);
  if (!cholesky.definite()) return false;
  h_.view() = symmetric_part(cholesky.inverse());
  return true;
}

double GramInverse::kappa() const {
  return g_.norm() * h_.view().norm() / static_cast<double>(g_.rows());
}

}  // namespace mahala
