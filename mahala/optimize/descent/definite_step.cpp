#include "mahala/optimize/descent/definite_step.hpp"

#include <algorithm>

#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/random.hpp"
#include "mahala/core/watch.hpp"

namespace mahala {
namespace {

constexpr Index most_vectors = 100, steps_at_once = 4;

/// The smallest eigenvalue of a tridiagonal matrix, and the last entry of its vector.
struct LastRitz {
  double value, entry;
};

LastRitz smallest_of(const std::vector<double>& diagonal, const std::vector<double>& beside) {
  const Index k = std::ssize(diagonal);
  Matrix t = Matrix::Zero(k, k);
  for (Index i = 0; i < k; ++i) {
    t(i, i) = diagonal[static_cast<std::size_t>(i)];
    if (i + 1 < k) t(i + 1, i) = t(i, i + 1) = beside[static_cast<std::size_t>(i)];
  }
  const Spectrum s = symmetric_eigen(t);
  return {s.values[k - 1], std::abs(s.vectors(k - 1, k - 1))};
}

}  // namespace

double definite_step(const Matrix& l, FunctionRef<Vector(const Vector&)> apply, double share,
                     double accuracy) {
  const Index n = l.rows(), most = std::min(n, most_vectors);
  Rng rng = make_rng(0);  // fixed: results repeat
  Matrix basis(n, most);
  basis.col(0) = random_normal(n, 1, rng).normalized();
  std::vector<double> diagonal, beside;
  for (Index k = 0;; ++k) {
    check_watch();
    Vector v = basis.col(k);
    solve_lower(l, true, v);
    v = apply(v);
    solve_lower(l, false, v);
    if (!v.allFinite()) return 0;
    diagonal.push_back(basis.col(k).dot(v));
    const auto known = basis.leftCols(k + 1);
    for (int twice = 0; twice < 2; ++twice) v -= known * (known.transpose() * v);
    beside.push_back(v.norm());
    const bool last = k + 1 == most || beside.back() <= 1e-14 * std::abs(diagonal.front());
    if ((k + 1) % steps_at_once == 0 || last) {
      // An eigenvalue is no further from Ritz's than the rest of its vector is long.
      const auto [value, entry] = smallest_of(diagonal, beside);
      const double rest = last && k + 1 == n ? 0 : beside.back() * entry, least = value - rest;
      if (least >= -share) return 1;
      if (last || rest <= -accuracy * value) return -share / least;
    }
    basis.col(k + 1) = v / beside.back();
  }
}

}  // namespace mahala
