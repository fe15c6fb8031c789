/// @file
/// Dense linear algebra by BLAS and LAPACK, which are called in linalg.cpp only.
///
/// Products and decompositions go to OpenBLAS, which picks the widest vector unit of
/// the machine at run time. It is kept at one thread: threads belong to the loops
/// over samples (core/parallel.hpp), whose results do not depend on their number.
#pragma once

#include "mahala/core/memory.hpp"
#include "mahala/core/types.hpp"

namespace mahala {

/// Lives as long as a call of BLAS, be it by a library that uses BLAS by itself; the functions
/// below have one. OpenBLAS is kept at one thread, and has memory for the call: where there is none
/// it would ask for it for ever. Error instead, naming memory.
class BlasCall {
 public:
  BlasCall();
  ~BlasCall();
  BlasCall(const BlasCall&) = delete;
  BlasCall& operator=(const BlasCall&) = delete;

 private:
  bool limited_ = memory_is_limited();
};

/// c = a^T b, or c += a^T b.
void multiply_at_b(const MatrixView& a, const MatrixView& b, Eigen::Ref<Matrix> c,
                   bool add = false);

/// c = a b^T, or c += a b^T.
void multiply_a_bt(const MatrixView& a, const MatrixView& b, Eigen::Ref<Matrix> c,
                   bool add = false);

/// The lower half of c += scale a a^T.
void add_square(double scale, const MatrixView& a, Eigen::Ref<Matrix> c);

/// Which side of b an operator stands on, and whether it is transposed.
enum class Applied { left, left_transposed, right, right_transposed };

/// b = l^{-1} b, l^{-T} b, b l^{-1} or b l^{-T} for the lower half l of a square matrix.
void solve_lower(const MatrixView& l, Applied how, Eigen::Ref<Matrix> b);

/// b = l^{-1} b or l^{-T} b for a vector: nothing is copied first, which pays for matrices only.
void solve_lower(const MatrixView& l, bool transposed, Vector& b);

/// b = l b, l^T b, b l or b l^T likewise.
void multiply_lower(const MatrixView& l, Applied how, Eigen::Ref<Matrix> b);

/// A symmetric matrix as vectors * diag(values) * vectors^T, largest value first. The
/// sign of each vector makes its entry of largest magnitude positive.
struct Spectrum {
  Vector values;
  Matrix vectors;
};

/// All eigenpairs of a symmetric matrix; O(n^3). Error if it holds a non-finite entry.
Spectrum symmetric_eigen(Matrix a);

/// The leading eigenpairs, as many as `count`: a third of the time of all where these are few.
Spectrum leading_eigen(Matrix a, Index count);

/// a = u diag(values) v^T with min(rows, columns) values, largest first.
struct Svd {
  Matrix u;
  Vector values;
  Matrix v;
};

/// By divide and conquer. Error if the matrix holds a non-finite entry.
Svd lapack_svd(Matrix a);

/// Turns every column so that its entry of largest magnitude is positive.
void fix_signs(Matrix& columns);

}  // namespace mahala
