#include "mahala/learn/convex/mmc.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/learn/classes.hpp"
#include "mahala/learn/closed_form/discriminant.hpp"
#include "mahala/learn/identity_share.hpp"
#include "mahala/learn/square_limit.hpp"
#include "mahala/optimize/descent/projected_descent.hpp"
#include "mahala/optimize/neighbours/pull.hpp"

namespace mahala {
namespace {

/// Smaller distances, in units of the mean one, have this slope: that of zero is infinite.
constexpr double smallest_distance = 1e-6;

/// X L of pairs with the same weight.
Matrix pulled_alike(const Matrix& x, const Pairs& pairs, double weight) {
  Matrix out = Matrix::Zero(x.rows(), x.cols());
  for (const Pair& pair : pairs) {
    pull(x, pair.i, std::array<Index, 1>{pair.j}, std::array<double, 1>{weight}, out);
  }
  return out;
}

/// The nearest vector with entries >= 0 that add up to 1.
Vector onto_simplex(const Vector& v) {
  Vector sorted = v;
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  double sum = 0, shift = 0;
  for (Index k = 0; k < sorted.size(); ++k) {
    sum += sorted[k];
    const double candidate = (sum - 1) / static_cast<double>(k + 1);
    if (sorted[k] > candidate) shift = candidate;
  }
  return (v.array() - shift).max(0);
}

void project_full(Matrix& n) {
  const Spectrum s = symmetric_eigen(symmetric_part(n));
  n = s.vectors * onto_simplex(s.values).asDiagonal() * s.vectors.transpose();
}

void project_diagonal(Matrix& n) { n = onto_simplex(n.diagonal()).asDiagonal().toDenseMatrix(); }

/// Minus the mean distance over pairs at N, samples being whitened, and its derivative by N.
double mean_distance(const Matrix& x, const Pairs& apart, const Matrix& n, Matrix& derivative) {
  const Matrix z = psd_factor(n).transpose() * x;
  Matrix xl = Matrix::Zero(x.rows(), x.cols());
  const double share = 1 / static_cast<double>(apart.size());
  double total = 0;
  for (const Pair& pair : apart) {
    std::array<double, 1> d;
    const std::array<Index, 1> other = {pair.j};
    distances_to(z, pair.i, other, d);
    const double distance = std::sqrt(d[0] + smallest_distance * smallest_distance);
    total -= share * distance;
    pull(x, pair.i, other, std::array<double, 1>{-share / (2 * distance)}, xl);
  }
  derivative = Matrix(n.rows(), n.cols());
  multiply_a_bt(x, xl, derivative);
  return total;
}

struct Sorted {
  Pairs alike = {}, apart = {};
};

Sorted sorted(const Pairs& pairs) {
  Sorted result;
  for (const Pair& pair : pairs) {
    require(pair.relation != Relation::equal && pair.j != origin,
            "mmc learns from pairs that are alike (<=) or not (>=), not from measured distances");
    (pair.relation == Relation::at_most ? result.alike : result.apart).push_back(pair);
  }
  return result;
}

Fit farthest_apart(const Dataset& data, const Pairs& pairs, const MmcOptions& options,
                   const Run& run) {
  const Index dim = data.dim();
  const auto [alike, apart] = sorted(pairs);
  Model start = identity_model(dim);
  if (alike.empty() || apart.empty()) {
    return kept_start(std::move(start), "pairs of both sorts are needed");
  }
  const Matrix x = data.x.block(0, data.size());
  Matrix s(dim, dim);
  multiply_a_bt(x, pulled_alike(x, alike, 1 / static_cast<double>(alike.size())), s);
  require(s.allFinite(),
          "the squares of the samples are beyond the range of double; scale them (option "
          "prepare=scale)");
  if (!(s.trace() > 0)) return kept_start(std::move(start), "alike pairs coincide");
  const bool diagonal = options.metric == MmcMetric::diagonal;
  s = shrunk(symmetric_part(s), options.shrinkage);
  if (diagonal) s = s.diagonal().asDiagonal().toDenseMatrix();
  const Matrix p = whitening(s);  // d x k, k < d if S is singular and not shrunk
  const Matrix white = p.transpose() * x;
  const Index k = white.rows();
  const auto f = [&](const Matrix& n, Matrix& slope) {
    const double value = mean_distance(white, apart, n, slope);
    if (diagonal) slope = slope.diagonal().asDiagonal().toDenseMatrix();
    return value;
  };
  Matrix n = Matrix::Identity(k, k) / static_cast<double>(k);
  Descent descent =
      minimise_projected(f, diagonal ? project_diagonal : project_full, n, options.descent, run);
  return fit_of(p * psd_factor(n), std::move(descent));
}

}  // namespace

Options describe(MmcOptions& o) {
  return joined({{{"metric", &o.metric, "of full rank, or weights of features"},
                  {"shrinkage", &o.shrinkage, "of the scatter of alike pairs", between(0, 1)},
                  identity_option(o.identity)},
                 describe(o.descent)});
}

Fit mmc(const Dataset& data, const Pairs& pairs, const MmcOptions& options, const Run& run) {
  check_square("mmc", data.dim());
  return learn_with_identity(data, pairs, options.identity, run.seed,
                             [&](const Dataset& part, const Constraints& of_part) {
                               return farthest_apart(part, std::get<Pairs>(of_part), options, run);
                             });
}

}  // namespace mahala
