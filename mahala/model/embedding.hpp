/// @file
/// Internal: the coordinates whose Euclidean distance is a metric of features,
/// W = c I + left left^T - minus minus^T (model/model.hpp).
///
/// Two forms. The root W^{1/2} x has d coordinates that are all filled in. Stacked coordinates
/// [sqrt(c) x; left^T x; minus^T x] keep sparse samples sparse; the last of them count negatively
/// in squared distances (SparseMatrix::opposed), so they are for measuring, not for writing.
#pragma once

#include "mahala/model/model.hpp"

namespace mahala {

/// The root, made once and applied to any number of blocks of samples. Without an identity it is
/// left^T x.
class Embedding {
 public:
  /// Keeps a reference to the model.
  explicit Embedding(const Model& model);

  Matrix operator()(const Samples& x) const;

 private:
  Matrix add_scaled(const Samples& x, const Matrix& weights) const;
  void set_signed_root();

  const Model& model_;
  Matrix root_;           ///< W^{1/2} itself, if the factors have more columns than rows
  Matrix span_;           ///< W^{1/2} = sqrt(c) I + span middle span^T
  Matrix middle_, rows_;  ///< rows = span^T
};

/// True where samples are stacked instead: filled in they would take too much memory.
bool is_stacked(const Model& model);

/// Stacked coordinates of prepared samples. Dense samples stay dense unless there is a minus.
Samples stacked_embedding(const Model& model, const Samples& x);

/// [scale x; below], sparse if x is.
Samples stacked(const Samples& x, double scale, const Matrix& below);

/// The eigenvalues of left left^T - minus minus^T that are not 0, or are 0 by chance; ascending.
Vector signed_spectrum(const Matrix& left, const Matrix& minus);

}  // namespace mahala
