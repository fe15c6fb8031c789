#include "mahala/optimize/neighbours/nonnegative_quadratic.hpp"

#include <algorithm>
#include <vector>

#include "mahala/core/linalg/decompositions.hpp"

namespace mahala {
namespace {

class ActiveSet {
 public:
  ActiveSet(const Matrix& h, const Vector& g, const Vector& w) : h_(h), g_(g), w_(w), x_(w) {
    is_free_.resize(static_cast<std::size_t>(w.size()));
    for (Index j = 0; j < w.size(); ++j) set_free(j, w[j] > 0);
    small_ = 1e-12 * g.cwiseAbs().maxCoeff();
  }

  Vector solve() {
    settle();
    for (Index round = 0; round < 3 * w_.size() && release(round == 0); ++round) settle();
    return x_;
  }

 private:
  bool is_free(Index j) const { return is_free_[static_cast<std::size_t>(j)]; }
  void set_free(Index j, bool free) { is_free_[static_cast<std::size_t>(j)] = free; }
  Vector slope() const { return g_ + h_ * (x_ - w_); }

  /// Frees what would help: all of it, or the most helpful; false if nothing would.
  bool release(bool all) {
    const Vector s = slope();
    Index best = -1;
    for (Index j = 0; j < s.size(); ++j) {
      if (is_free(j) || !(s[j] < -small_)) continue;
      if (all) set_free(j, true);
      if (best < 0 || s[j] < s[best]) best = j;
    }
    if (best >= 0) set_free(best, true);
    return best >= 0;
  }

  /// Goes to the minimiser over the free variables, fixing those that reach zero on the way.
  void settle() {
    for (;;) {
      std::vector<Index> free;
      for (Index j = 0; j < x_.size(); ++j) {
        if (is_free(j)) free.push_back(j);
      }
      if (free.empty()) return;
      const Vector s = slope();
      const Cholesky root(Matrix(h_(free, free)));
      if (!root.definite()) return;
      const Vector step = root.solve(Vector(-s(free)));
      if (!step.allFinite() || !advance(free, step)) return;
    }
  }

  /// False if the whole step could be made.
  bool advance(const std::vector<Index>& free, const Vector& step) {
    double length = 1;
    for (Index k = 0; k < step.size(); ++k) {
      const double x = x_[free[static_cast<std::size_t>(k)]];
      if (x + step[k] <= 0) length = std::min(length, step[k] < 0 ? -x / step[k] : 0.0);
    }
    bool blocked = false;
    for (Index k = 0; k < step.size(); ++k) {
      const Index j = free[static_cast<std::size_t>(k)];
      const bool ends = x_[j] + step[k] <= 0 && x_[j] + length * step[k] <= 1e-14 * x_[j];
      x_[j] = ends ? 0 : std::max(0.0, x_[j] + length * step[k]);
      if (ends) set_free(j, false);
      blocked = blocked || ends;
    }
    return blocked;
  }

  const Matrix& h_;
  const Vector &g_, &w_;
  Vector x_;
  std::vector<bool> is_free_;
  double small_ = 0;
};

}  // namespace

Vector nonnegative_minimiser(const Matrix& h, const Vector& g, const Vector& w) {
  return ActiveSet(h, g, w).solve();
}

}  // namespace mahala
