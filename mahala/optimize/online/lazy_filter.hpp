/// @file
/// The adaptive filters of optimize/online/adaptive_filter.hpp for sparse inputs: the same steps to
/// rounding, along the field's own geodesic, at the cost of the non-zeros of x.
///
///   vector   O(nnz)
///   flat     O(nnz r)
///   polar    O(nnz r + r^2)
#pragma once

#include "mahala/geometry/lazy_frame.hpp"
#include "mahala/optimize/online/adaptive_filter.hpp"

namespace mahala {

class LazyVectorFilter {
 public:
  LazyVectorFilter(Vector w, const FilterSettings& settings)
      : w_(std::move(w)), settings_(settings) {}
  double update(const SparseView& x, double y);  ///< returns the prediction before it learned
  double predict(const SparseView& x) const;
  Matrix factor() const { return w_; }
  void keep(Archive& archive) { archive("w", w_); }

 private:
  Vector w_;
  FilterSettings settings_;
};

class LazyFlatFilter {
 public:
  LazyFlatFilter(const Matrix& g, const FilterSettings& settings)
      : g_(g), settings_(settings), z_(g.cols()) {}
  double update(const SparseView& x, double y);  ///< returns the prediction before it learned
  double predict(const SparseView& x) const;
  Matrix factor() const { return g_.dense(); }
  void keep(Archive& archive) { archive("g", g_); }

 private:
  TallMatrix g_;
  FilterSettings settings_;
  mutable Vector z_;
};

class LazyPolarFilter {
 public:
  /// `start.r` is B itself.
  LazyPolarFilter(const FrameAndCore& start, const FilterSettings& settings)
      : frame_(start.u, settings.retraction), b_(start.r), settings_(settings) {}
  double update(const SparseView& x, double y);  ///< returns the prediction before it learned
  double predict(const SparseView& x) const;
  Matrix factor() const;
  void keep(Archive& archive) {
    archive("frame", frame_);
    archive("b", b_);
  }

 private:
  LazyFrame frame_;
  Matrix b_;
  FilterSettings settings_;
  mutable LazyFrame::Seen seen_;
};

}  // namespace mahala
