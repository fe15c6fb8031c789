/// @file
/// The two products with all samples that low-rank learning is made of,
///
///   Z = A^T X  (r x n)      and      D = X C^T  (d x r),
///
/// made again and again in memory that is kept between them: after the first of a size nothing is
/// allocated. Parts of the samples are added in their order, so that threads do not change D.
///
/// Cost: 2 n d r each, 2 nnz r for sparse samples.
#pragma once

#include <vector>

#include "mahala/core/linalg/strips.hpp"
#include "mahala/data/samples/samples.hpp"

namespace mahala {

class Projector {
 public:
  explicit Projector(const Samples& x) : x_(x) {}  ///< keeps a reference

  void project(const MatrixView& a, Eigen::Ref<Matrix> out);       ///< out = A^T X
  void back_project(const MatrixView& c, Eigen::Ref<Matrix> out);  ///< out = X C^T

 private:
  void ready_scratch(Index rank);
  template <class X>
  void project_dense(const X& x, const MatrixView& a, Eigen::Ref<Matrix> out);
  void project_sparse(const SparseMatrix& x, const MatrixView& a, Eigen::Ref<Matrix> out);
  template <class X>
  void back_project_dense(const X& x, const MatrixView& c, Eigen::Ref<Matrix> out);
  void back_project_sparse(const SparseMatrix& x, const MatrixView& c, Eigen::Ref<Matrix> out);

  const Samples& x_;
  Strips at_;                        ///< A^T beside dense samples
  Matrix sparse_at_;                 ///< beside sparse ones
  std::vector<Strips> scratch_;      ///< a few columns of A^T X or of C, one a thread
  std::vector<Matrix> widened_;      ///< those of X beside C, if they are no doubles; one a thread
  std::vector<Strips> sums_;         ///< D^T of each part
  std::vector<Matrix> sparse_sums_;  ///< the same of sparse samples
};

}  // namespace mahala
