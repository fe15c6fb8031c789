/// @file
/// Vectors of few non-zeros. A dense vector is one whose places are 0, 1, 2 ...: steps that walk
/// over non-zeros take both.
#pragma once

#include <span>
#include <vector>

#include "mahala/core/types.hpp"

namespace mahala {

/// The non-zeros of a vector; indices ascend.
struct SparseView {
  std::span<const Index> at = {};
  std::span<const double> value = {};

  Index count() const { return std::ssize(at); }
  double squared_norm() const;
};

/// A sparse vector that owns its numbers.
struct SparseVector {
  std::vector<Index> at = {};
  std::vector<double> value = {};

  SparseView view() const { return {at, value}; }
  void clear();
  void push(Index place, double number);  ///< places must ascend; zeros are left out
};

/// x^T y.
double dot(const SparseView& x, const SparseView& y);

/// All `dim` entries of x.
Vector dense(const SparseView& x, Index dim);

/// x_i^T x_j.
Matrix gram(std::span<const SparseView> x);

/// out = x - y; equal entries vanish.
void assign_difference(const SparseView& x, const SparseView& y, SparseVector& out);

/// Views of dense vectors of one dimension.
class DenseViews {
 public:
  explicit DenseViews(Index dim);

  /// `x` must have the dimension and outlive the view.
  SparseView operator()(const Eigen::Ref<const Vector>& x) const {
    return {places_, {x.data(), static_cast<std::size_t>(x.size())}};
  }

 private:
  std::vector<Index> places_;
};

}  // namespace mahala
