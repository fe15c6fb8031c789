/// @file
/// The matrix A of triplets by bases that turns weights of bases into margins, by its products:
///
///   (A w)_k = d_far - d_near,   d = sum_b w_b (z_bi - z_bj)^2
///
/// It is not stored: triplets share their pairs, and the squares are taken from Z as they are
/// needed. Cost: 3 K for each distinct pair of a group, O(1) for each triplet. Sums are over parts
/// of a fixed size, so that threads do not change them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "mahala/optimize/neighbours/margin_loss.hpp"

namespace mahala {

class TripletMargins {
 public:
  explicit TripletMargins(const std::vector<MarginGroup>& groups);

  Index size() const { return std::ssize(triplets_); }
  const Vector& shares() const { return shares_; }  ///< c: weight over number of triplets

  /// A w, for weights of the rows of z.
  Vector margins(const Matrix& z, const Vector& w) const;

  /// A^T u.
  Vector adjoint(const Matrix& z, const Vector& u) const;

  /// A^T diag(q) A, of which most q are 0.
  Matrix square(const Matrix& z, const Vector& q) const;

  /// The mean of (z_bi - z_bj)^2 over all pairs and bases.
  double mean_square(const Matrix& z) const;

 private:
  struct Sides {
    std::int32_t near, far;  ///< pairs
  };

  Vector pair_sums(const Matrix& z, const Vector& y) const;

  std::vector<std::array<Index, 2>> pairs_;
  std::vector<Sides> triplets_;
  Vector shares_;
};

}  // namespace mahala
