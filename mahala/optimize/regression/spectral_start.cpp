#include "mahala/optimize/regression/spectral_start.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/optimize/regression/pair_differences.hpp"

namespace mahala {
namespace {

constexpr double spectral_lift = 1e-3;  ///< of C, whose diagonal is 1
constexpr double smallest = 1e-6;       ///< eigenvalue kept, in units of the largest

/// Weighted means of x x^T, y x x^T and y.
struct Moments {
  Matrix c, y_c;
  double y = 0;
};

Moments moments(const Samples& x, const Pairs& pairs) {
  const Index dim = x.dim();
  Moments sum{Matrix::Zero(dim, dim), Matrix::Zero(dim, dim)};
  double weight = 0;
  for_each_difference(x, pairs, [&](Index begin, const MatrixView& d) {
    Vector w(d.cols()), wy(d.cols());
    for (Index k = 0; k < d.cols(); ++k) {
      const Pair& pair = pairs[static_cast<std::size_t>(begin + k)];
      w[k] = pair.weight;
      wy[k] = pair.weight * pair.value;
    }
    sum.c.noalias() += d * w.asDiagonal() * d.transpose();
    sum.y_c.noalias() += d * wy.asDiagonal() * d.transpose();
    sum.y += wy.sum();
    weight += w.sum();
  });
  require(weight > 0, "no pair has a weight above 0");
  return {sum.c / weight, sum.y_c / weight, sum.y / weight};
}

}  // namespace

Matrix spectral_start(const Samples& x, const Pairs& pairs, Index rank) {
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    require(pairs[k].relation == Relation::equal,
            "option start: spectral wants every distance itself, but pair {} has a bound", k);
  }
  const Index most = std::max<Index>(4000, 20 * x.dim() * rank);
  auto [c, y_c, y] = moments(x, spread_pairs(pairs, most));
  // Features in units of their deviations first: an eigenvalue 1e-16 of another is lost.
  const double least = std::max(1e-12 * c.diagonal().mean(), std::numeric_limits<double>::min());
  const Vector scale = (c.diagonal().array() + least).rsqrt();
  c = scale.asDiagonal() * c * scale.asDiagonal();
  c.diagonal().array() += spectral_lift;
  const Matrix whiten = inverse_sqrt_symmetric(c) * scale.asDiagonal();
  Matrix v = whiten * y_c * whiten.transpose();
  v.diagonal().array() -= y;
  const Spectrum spectrum = symmetric_eigen(symmetric_part(v) / 2);
  const double largest = spectrum.values.cwiseAbs().maxCoeff();
  Vector kept(rank);
  for (Index k = 0; k < rank; ++k) {
    kept[k] = std::sqrt(std::max(spectrum.values[k], smallest * largest));
  }
  return whiten.transpose() * spectrum.vectors.leftCols(rank) * kept.asDiagonal();
}

}  // namespace mahala
