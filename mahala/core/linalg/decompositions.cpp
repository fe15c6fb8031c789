#include "mahala/core/linalg/decompositions.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <Eigen/SVD>

#include "mahala/core/error.hpp"

namespace mahala {
namespace {

constexpr unsigned thin = Eigen::ComputeThinU | Eigen::ComputeThinV;

}  // namespace

void Cholesky::compute(const Matrix& a) { llt_.compute(a); }
Vector Cholesky::solve(const Vector& b) const { return llt_.solve(b); }
Matrix Cholesky::solve(const Matrix& b) const { return llt_.solve(b); }
Matrix Cholesky::solve_lower(const Matrix& b) const { return llt_.matrixL().solve(b); }

Matrix Cholesky::inverse() const { return llt_.solve(Matrix::Identity(llt_.rows(), llt_.rows())); }

double Cholesky::log_determinant() const {
  return 2 * llt_.matrixLLT().diagonal().array().log().sum();
}

Lu::Lu(const Matrix& a) : lu_(a) {}
Matrix Lu::solve(const Matrix& b) const { return lu_.solve(b); }
Matrix Lu::inverse() const { return lu_.inverse(); }
double Lu::determinant() const { return lu_.determinant(); }

double Lu::log_abs_determinant() const {
  return lu_.matrixLU().diagonal().array().abs().log().sum();
}

double Lu::determinant_sign() const {
  return lu_.permutationP().determinant() * lu_.matrixLU().diagonal().array().sign().prod();
}

Qr::Qr(const Matrix& a) : qr_(a) {}

Matrix Qr::q(Index columns) const {
  return qr_.householderQ() * Matrix::Identity(qr_.rows(), columns);
}

Matrix Qr::r() const {
  return qr_.matrixQR().topRows(std::min(qr_.rows(), qr_.cols())).triangularView<Eigen::Upper>();
}

void Qr::apply_q(Matrix& b) const { b.applyOnTheLeft(qr_.householderQ()); }

Svd jacobi_svd(const Matrix& a) {
  const Eigen::JacobiSVD<Matrix> svd(a, thin);
  return {svd.matrixU(), svd.singularValues(), svd.matrixV()};
}

Svd divided_svd(const Matrix& a) {
  constexpr Index small = 16;  // columns up to which nothing is gained by dividing
  return a.cols() < small ? jacobi_svd(a) : lapack_svd(a);
}

Vector singular_values(const Matrix& a) { return Eigen::JacobiSVD<Matrix>(a).singularValues(); }

Index numerical_rank(const Matrix& a, double tolerance) {
  return Eigen::JacobiSVD<Matrix>(a).setThreshold(tolerance).rank();
}

Matrix inverse(const MatrixView& a) { return a.inverse(); }

Matrix solve_triangle(const Matrix& l, const Matrix& b) {
  return l.triangularView<Eigen::Lower>().solve(b);
}

Vector solve_symmetric(const Matrix& a, const Vector& b) { return Eigen::LDLT<Matrix>(a).solve(b); }

Matrix solve_symmetric(const Matrix& a, const Matrix& b) { return Eigen::LDLT<Matrix>(a).solve(b); }

Vector symmetric_pivots(const Matrix& a) { return Eigen::LDLT<Matrix>(a).vectorD(); }

Vector small_eigenvalues(const Matrix& a) {
  return Eigen::SelfAdjointEigenSolver<Matrix>(a).eigenvalues();
}

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
