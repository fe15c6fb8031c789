/// @file
/// m constraints on squared distances, seen as the edges of a graph on n samples.
///
/// For a projection Z = G^T X (r x n, z_i the i-th column) and a pair k = (i, j),
///
///   yhat_k = |z_i - z_j|^2 = d_W^2(x_i, x_j),   W = G G^T.
///
/// Weighted sums over pairs collapse to the graph Laplacian, which is never formed:
///
///   sum_k w_k (x_i - x_j)(x_i - x_j)^T = X L(w) X^T,
///   (Z L(w))_i = sum_{k at i} w_k (z_i - z_other).
///
/// So pairs cost O(m r) once the samples are projected, not O(m d r). Residuals e are gated
/// (Meyer et al. 2011, 8.2) and cost phi(e) each (optimize/loss.hpp).
///
/// The origin, if a pair has it, is one more end whose column of Z is zero.
///
/// Columns of Z are padded with zeros to `stride(r)` entries, so that every loop over a
/// column is a whole number of vector registers.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "mahala/data/constraints/constraints.hpp"
#include "mahala/optimize/descent/line_search.hpp"
#include "mahala/optimize/regression/pair_kernels.hpp"

namespace mahala {

class PairGraph {
 public:
  PairGraph(const Pairs& pairs, Index samples, Loss loss = {});

  /// Of samples that may be shared out: sums over the pairs of a sample are made where it is.
  PairGraph(const Pairs& pairs, const Samples& x, Loss loss);

  Index size() const { return std::ssize(i_); }          ///< m
  Index samples() const { return samples_; }             ///< n
  Index ends() const { return std::ssize(begin_) - 1; }  ///< n, plus one if there is the origin

  static Index stride(Index rank) { return (rank + 3) / 4 * 4; }

  /// Gives z the size of a projection of that rank, zeros where no sample's will be written.
  void shape(Index rank, Matrix& z) const;

  /// yhat(s) = a - 2 s b + s^2 c along Z - s Q, for every pair.
  struct Ray {
    LargeList<double> a, b, c;
  };

  /// The rays of all pairs; z and q are stride(r) x ends().
  void rays(const Matrix& z, const Matrix& q, Ray& ray) const;

  /// sum_k weight_k phi(e_k) / m at each of at most 8 steps, in one pass over the pairs.
  void costs(const Ray& ray, std::span<const double> steps, std::span<double> costs) const;

  /// The same along a ray as the quartic it is for squared losses while the pairs that count at
  /// s = 0 are those that count; exact if none is one-sided.
  Quartic quartic(const Ray& ray) const;

  /// The same at one step, with its first two derivatives in s.
  RayCurve curve(const Ray& ray, double step) const;

  const Loss& loss() const { return loss_; }
  bool one_sided() const { return one_sided_; }  ///< some pair is a bound, not an equality

  /// The same at Z itself.
  double cost(const Matrix& z) const;

  /// The step u > 0 for which u W has the least cost, W being that of Z: a convex problem in one
  /// number. 1 if none is better than W itself, which costs `value`. Works in `ray`.
  StepTrial best_multiple(const Matrix& z, double value, Ray& ray) const;

  /// out = Y L(w) with w_k = weight_k phi'(e_k) / m at Z; z and y are stride(their rank) x ends().
  /// The column of the origin, which no sample has, is zero; those of samples that are on other
  /// ranks are anything.
  void laplacian(const Matrix& z, const Matrix& y, Matrix& out) const;
  void laplacian(const Matrix& z, Matrix& out) const { laplacian(z, z, out); }  ///< Z L(w)

  /// out = the derivative of Z L(w) along V; `gauss_newton` leaves the residuals out of it.
  void curvature(const Matrix& z, const Matrix& v, bool gauss_newton, Matrix& out) const;

 private:
  /// Sums over all pairs: sum(begin, end, partial) adds those of a part.
  template <std::size_t count, class Sum>
  std::array<double, count> sums(const Sum& sum) const;

  /// visit(i, incidences, their number) for every sample that is here.
  template <class Visit>
  void for_each_sample(const Visit& visit) const;

  /// run(kernels, loss) with the loops compiled for the loss.
  template <class Run>
  decltype(auto) with_loss(const Run& run) const;

  kernels::PairArrays arrays() const;

  /// One pair as its sample i sees it.
  struct Incidence {
    std::int32_t other, pair;
  };

  LargeList<std::int32_t> i_, j_;      ///< sorted by i: neighbours in memory share z_i
  LargeList<double> target_, weight_;  ///< y and the weight
  LargeList<float> lowest_, highest_;  ///< the gate: e is clamped to [lowest, highest]
  LargeList<Incidence> incidences_;
  Index samples_;
  Index own_begin_ = 0, own_end_ = samples_;  ///< the samples that are here
  bool one_sided_ = false;
  Loss loss_;
  std::vector<Index> begin_;  ///< those of sample i are incidences_[begin_[i] .. begin_[i+1])
};

}  // namespace mahala
