#include "mahala/core/linalg/pseudo_inverse.hpp"

#include <Eigen/QR>

#include "mahala/core/error.hpp"

namespace mahala {

Matrix pseudo_inverse(const Matrix& a) {
  require(a.rows() >= a.cols(), "a {} x {} matrix has dependent columns", a.rows(), a.cols());
  const Index k = a.cols();
  const Eigen::ColPivHouseholderQR<Matrix> qr(a);
  require(qr.rank() == k, "a {} x {} matrix has rank {}: its columns are dependent", a.rows(), k,
          qr.rank());
  const Matrix q = qr.householderQ() * Matrix::Identity(a.rows(), k);
  const Matrix r = qr.matrixR().topRows(k);
  return qr.colsPermutation() *
         Matrix(r.triangularView<Eigen::Upper>().solve(Matrix(q.transpose())));
}

Matrix changed_pseudo_inverse(const Matrix& a, const Matrix& inverse, const Vector& c,
                              const Vector& d) {
  constexpr double lost = 1e-24;
  const Vector v = inverse * c, z = inverse.transpose() * d, w = c - a * v;
  const double beta = 1 + d.dot(v), w2 = w.squaredNorm(), z2 = z.squaredNorm();
  const double growth = beta * beta + w2 * z2;
  require(growth > lost, "a step would lose a rank (it divides det A^T A by {:.3g})", 1 / growth);
  const Vector iz = inverse * z;
  return inverse +
         ((beta * iz - z2 * v) * w.transpose() - (w2 * iz + beta * v) * z.transpose()) / growth;
}

}  // namespace mahala
