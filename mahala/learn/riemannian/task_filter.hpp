/// @file
/// A filter of several outputs at once, W x near y with W = A B^T of low rank, by the Riemannian
/// steps of LORETA (geometry/lazy_bilinear.hpp):
///
///   W <- R_W(gain (y - W x) x^T),   normalised: divided by |x|^2, where a gain of 1 makes W x = y
///                                   as far as the step stays in the tangent space
///
/// O((nnz + k) r + r^2) an example of k outputs.
#pragma once

#include "mahala/geometry/fixed_rank.hpp"
#include "mahala/geometry/lazy_bilinear.hpp"
#include "mahala/optimize/online/adaptive_filter.hpp"

namespace mahala {

class LazyTaskFilter {
 public:
  LazyTaskFilter(const FixedRankPoint& start, const FilterSettings& settings)
      : w_(start.a, start.b, 1), settings_(settings), outputs_(start.a.rows()) {}

  Vector predict(const SparseView& x) const {
    Vector image, y;
    w_.see_right(x, seen_);
    w_.image(seen_, image);
    w_.left_scores(image, y);
    return y;
  }

  void update(const SparseView& x, const Vector& y) {
    const double square = settings_.normalised ? x.squared_norm() : 1;
    const Vector residual = y - predict(x);
    if (square == 0 || residual.squaredNorm() == 0) return;
    const SparseView e = outputs_(residual);
    w_.see_left(e, seen_);
    w_.step(e, x, seen_, settings_.gain / square);
  }

  /// W^T: embedding is prediction.
  Matrix factor() const {
    const auto [a, b] = w_.factors();
    return b * a.transpose();
  }
  void keep(Archive& archive) { archive("w", w_); }

 private:
  LazyBilinear<double> w_;
  FilterSettings settings_;
  DenseViews outputs_;
  mutable LazyBilinear<double>::Seen seen_;
};

/// The same for dense inputs.
class TaskFilter {
 public:
  TaskFilter(const FixedRankPoint& start, const FilterSettings& settings)
      : filter_(start, settings), inputs_(start.b.rows()) {}

  Vector predict(const Vector& x) const { return filter_.predict(inputs_(x)); }
  void update(const Vector& x, const Vector& y) { filter_.update(inputs_(x), y); }
  Matrix factor() const { return filter_.factor(); }
  void keep(Archive& archive) { archive("filter", filter_); }

 private:
  LazyTaskFilter filter_;
  DenseViews inputs_;
};

}  // namespace mahala
