/// @file
/// OASIS: a full similarity x^T W z from triplets, W = I at first. With d = x+ - x-,
///
///   W += min(C, loss / (|q|^2 |d|^2)) q d^T,   O(nnz q nnz d).
///
/// W is neither symmetric nor positive semidefinite unless it is made so, at the end or every few
/// examples.
///
/// Reference: G. Chechik, V. Sharma, U. Shalit, S. Bengio, "Large Scale Online Learning of Image
/// Similarity Through Ranking", JMLR 11 (2010).
#pragma once

#include "mahala/optimize/similarity/bilinear_loss.hpp"

namespace mahala {

struct OasisSettings {
  double c = 0.1;  ///< the longest move; > 0
  enum class Shape { any, symmetric, psd } shape = Shape::any;
  Index every = 0;  ///< examples between projections on the shape; 0 = only `shaped`
};

class Oasis {
 public:
  Oasis(Index dim, OasisSettings settings) : w_(Matrix::Identity(dim, dim)), settings_(settings) {}

  double update(const TripletExample& example);

  const Matrix& matrix() const { return w_; }
  Matrix shaped() const;  ///< the nearest matrix of the wanted shape

  void keep(Archive& archive) {
    archive("w", w_);
    archive("examples", examples_);
  }

 private:
  Matrix w_;
  OasisSettings settings_;
  Index examples_ = 0;
  SparseVector difference_;
};

template <>
inline constexpr std::array<std::string_view, 3> names_of<OasisSettings::Shape> = {
    "any", "symmetric", "psd"};

}  // namespace mahala
