// One LORETA step on sparse vectors: the lazy form against the published one with explicit
// pseudo-inverses, literally and as well as it can be fused, and the lazy one as the dimension
// grows. Both make the same step; the lazy one touches the rows of the non-zeros and k x k
// matrices, the others touch all of A, B and their pseudo-inverses.
#include <fmt/format.h>

#include <cstdio>

#include "bench/measure.hpp"
#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/core/linalg/vector_units.hpp"
#include "mahala/core/random.hpp"
#include "mahala/geometry/lazy_bilinear.hpp"
#include "mahala/geometry/lazy_bilinear_psd.hpp"
#include "mahala/optimize/similarity/bilinear_start.hpp"
#include "mahala/optimize/similarity/textbook_loreta.hpp"

namespace mahala::bench {
namespace {

constexpr Index nonzeros = 105, pool = 4096;  ///< of a sample; samples to draw triplets from

/// Documents of about a hundred words, words of low numbers more often, of length one.
std::vector<SparseVector> documents(Index dim) {
  Rng rng = make_rng(static_cast<std::uint64_t>(dim));
  std::vector<SparseVector> all;
  for (Index i = 0; i < pool; ++i) {
    std::vector<Index> at;
    for (Index k = 0; k < nonzeros; ++k) {
      const double r = random_unit(rng);
      at.push_back(static_cast<Index>(r * r * static_cast<double>(dim)));
    }
    std::sort(at.begin(), at.end());
    at.erase(std::unique(at.begin(), at.end()), at.end());
    SparseVector x{.at = at};
    for (std::size_t k = 0; k < at.size(); ++k) x.value.push_back(0.1 + random_unit(rng));
    const double norm = std::sqrt(x.view().squared_norm());
    for (double& value : x.value) value /= norm;
    all.push_back(std::move(x));
  }
  return all;
}

/// Queries and differences, at random.
struct Steps {
  std::vector<SparseVector> docs, differences;
  std::vector<Index> query;

  explicit Steps(Index dim) : docs(documents(dim)) {
    Rng rng = make_rng(3);
    for (Index t = 0; t < pool; ++t) {
      query.push_back(random_index(pool, rng));
      const auto& x = docs[static_cast<std::size_t>(random_index(pool, rng))];
      const auto& z = docs[static_cast<std::size_t>(random_index(pool, rng))];
      assign_difference(x.view(), z.view(), differences.emplace_back());
    }
  }
  SparseView left(Index t) const {
    return docs[static_cast<std::size_t>(query[static_cast<std::size_t>(t % pool)])].view();
  }
  SparseView right(Index t) const { return differences[static_cast<std::size_t>(t % pool)].view(); }

  /// Signs make W stay where it is: half the steps go back.
  static double eta(Index t) { return t % 2 == 0 ? 0.1 : -0.1; }

  double nonzeros_left() const {
    return mean([&](Index t) { return left(t).count(); });
  }
  double nonzeros_right() const {
    return mean([&](Index t) { return right(t).count(); });
  }

 private:
  template <class Count>
  static double mean(const Count& count) {
    double sum = 0;
    for (Index t = 0; t < pool; ++t) sum += static_cast<double>(count(t));
    return sum / static_cast<double>(pool);
  }
};

/// Microseconds a step, the median of five runs.
template <class Step>
double microseconds(Index count, const Step& step) {
  Index t = 0;
  const double seconds = typical_processor_seconds(5, [&] {
    for (Index end = t + count; t < end; ++t) step(t);
  });
  return 1e6 * seconds / static_cast<double>(count);
}

template <class Lazy>
double microseconds(Lazy& lazy, const Steps& steps) {
  return microseconds(5'000,
                      [&](Index t) { lazy.step(steps.left(t), steps.right(t), Steps::eta(t)); });
}

/// For every row: c += alpha A own, w = c - A v, z = A^{+T} other, A += c other^T; iz = A^+ z.
MAHALA_WIDEST_VECTORS
void change_factor(Index n, Index k, double alpha, const double* own, const double* other,
                   const double* v, double* a, const double* inverse, double* c, double* w,
                   double* z, double* iz) {
  for (Index i = 0; i < n; ++i, a += k, inverse += k) {
    double along = 0, inside = 0, seen = 0;
    for (Index j = 0; j < k; ++j) {
      along += a[j] * own[j];
      inside += a[j] * v[j];
      seen += inverse[j] * other[j];
    }
    c[i] += alpha * along;
    w[i] = c[i] - inside;
    z[i] = seen;
    for (Index j = 0; j < k; ++j) {
      iz[j] += seen * inverse[j];
      a[j] += c[i] * other[j];
    }
  }
}

MAHALA_WIDEST_VECTORS
void change_inverse(Index n, Index k, const double* w, const double* of_w, const double* z,
                    const double* of_z, double* inverse) {
  for (Index i = 0; i < n; ++i, inverse += k) {
    for (Index j = 0; j < k; ++j) inverse[j] += w[i] * of_w[j] + z[i] * of_z[j];
  }
}

/// The published step with everything fused: row-major factors and transposed pseudo-inverses,
/// products with p and q over their non-zeros, two walks over each pseudo-inverse and one over each
/// factor a step.
class FusedSide {
 public:
  explicit FusedSide(const Matrix& a)
      : a_(a.transpose()),
        inverse_(pseudo_inverse(a)),
        c_(a.rows()),
        z_(a.rows()),
        w_(a.rows()),
        iz_(a.cols()) {}

  Matrix factor() const { return a_.transpose(); }

  Vector seen(const SparseView& p) const {
    Vector sum = Vector::Zero(a_.rows());
    for (std::size_t k = 0; k < p.at.size(); ++k) sum += p.value[k] * inverse_.col(p.at[k]);
    return sum;
  }

  /// A += (alpha A own + gamma p) other^T and the pseudo-inverse with it, own being A^+ p.
  void step(const SparseView& p, double eta, const Vector& own, const Vector& other, double s) {
    const double alpha = -0.5 + 0.375 * s, gamma = 1 - 0.5 * s;
    const Vector v = (alpha + gamma) * own;
    c_.setZero();
    for (std::size_t j = 0; j < p.at.size(); ++j) c_[p.at[j]] = gamma * eta * p.value[j];
    iz_.setZero();
    change_factor(a_.cols(), a_.rows(), alpha, own.data(), other.data(), v.data(), a_.data(),
                  inverse_.data(), c_.data(), w_.data(), z_.data(), iz_.data());
    const double beta = 1 + other.dot(v), w2 = w_.squaredNorm(), z2 = z_.squaredNorm();
    const double growth = beta * beta + w2 * z2;
    const Vector of_w = (beta * iz_ - z2 * v) / growth, of_z = -(w2 * iz_ + beta * v) / growth;
    change_inverse(a_.cols(), a_.rows(), w_.data(), of_w.data(), z_.data(), of_z.data(),
                   inverse_.data());
  }

 private:
  Matrix a_, inverse_;  ///< k x n both
  Vector c_, z_, w_, iz_;
};

void fused_step(FusedSide& a, FusedSide& b, const Steps& steps, Index t) {
  const SparseView p = steps.left(t), q = steps.right(t);
  const Vector left = Steps::eta(t) * a.seen(p), right = b.seen(q);
  const double s = left.dot(right);
  a.step(p, Steps::eta(t), left, right, s);
  b.step(q, 1, right, left, s);
}

/// How far the three are apart after a few steps in a small space.
void agree() {
  constexpr Index dim = 2'000, k = 10, count = 20;
  const Steps steps(dim);
  Rng rng = make_rng(1);
  const FixedRankPoint start = gaussian_start(dim, dim, k, rng, 0.1);
  LazyBilinear<double> lazy(start.a, start.b);
  TextbookLoreta textbook(start.a, start.b);
  FusedSide a(start.a), b(start.b);
  for (Index t = 0; t < count; ++t) {
    lazy.step(steps.left(t), steps.right(t), Steps::eta(t));
    textbook.step(Steps::eta(t) * dense(steps.left(t), dim), dense(steps.right(t), dim));
    fused_step(a, b, steps, t);
  }
  const auto [x, z] = lazy.factors();
  const Matrix w = textbook.point().w(), moved = w - start.w();
  fmt::print("after {} steps: lazy and fused differ from literal by {:.1e} and {:.1e} of the way\n",
             count, (x * z.transpose() - w).norm() / moved.norm(),
             (a.factor() * b.factor().transpose() - w).norm() / moved.norm());
}

struct Row {
  double lazy, single, psd, literal, fused;
};

Row measure(Index dim, Index k) {
  const Steps steps(dim);
  Rng rng = make_rng(1);
  const FixedRankPoint start = gaussian_start(dim, dim, k, rng, 0.1);
  Row row{};
  {
    LazyBilinear<double> lazy(start.a, start.b);
    row.lazy = microseconds(lazy, steps);
  }
  {
    LazyBilinear<float> lazy(start.a, start.b);
    row.single = microseconds(lazy, steps);
  }
  {
    LazyBilinearPsd<double> lazy(start.a);
    row.psd = microseconds(lazy, steps);
  }
  const Index few = std::max<Index>(3, 40 / k);
  {
    TextbookLoreta textbook(start.a, start.b);
    row.literal = microseconds(few, [&](Index t) {
      textbook.step(Steps::eta(t) * dense(steps.left(t), dim), dense(steps.right(t), dim));
    });
  }
  {
    FusedSide a(start.a), b(start.b);
    row.fused = microseconds(few, [&](Index t) { fused_step(a, b, steps, t); });
  }
  return row;
}

void compare() {
  constexpr Index dim = 50'000;
  const Steps steps(dim);
  fmt::print("one LORETA step, {} x {}, {:.0f} and {:.0f} non-zeros [microseconds]\n", dim, dim,
             steps.nonzeros_left(), steps.nonzeros_right());
  fmt::print("{:>5} {:>8} {:>8} {:>8} {:>22} {:>22}\n", "rank", "lazy", "single", "psd",
             "textbook, literal", "textbook, fused");
  for (const Index k : {10, 30, 100}) {
    const Row row = measure(dim, k);
    fmt::print("{:>5} {:>8.2f} {:>8.2f} {:>8.2f} {:>12.0f} ({:>5.0f}x) {:>13.0f} ({:>5.0f}x)\n", k,
               row.lazy, row.single, row.psd, row.literal, row.literal / row.lazy, row.fused,
               row.fused / row.lazy);
    std::fflush(stdout);
  }
}

void grow() {
  constexpr Index k = 10;
  fmt::print("\nrank {} as the dimension grows [microseconds]\n", k);
  fmt::print("{:>10} {:>8} {:>8}\n", "dimension", "lazy", "single");
  double first[2] = {}, last[2] = {};
  for (const Index dim : {10'000, 100'000, 1'000'000, 10'000'000}) {
    const Steps steps(dim);
    const FixedRankPoint start = identity_start(dim, dim, k);
    {
      LazyBilinear<double> lazy(start.a, start.b);
      last[0] = microseconds(lazy, steps);
    }
    {
      LazyBilinear<float> lazy(start.a, start.b);
      last[1] = microseconds(lazy, steps);
    }
    if (dim == 10'000) std::copy_n(last, 2, first);
    fmt::print("{:>10} {:>8.2f} {:>8.2f}\n", dim, last[0], last[1]);
    std::fflush(stdout);
  }
  fmt::print("growth over the range: {:.2f}x, {:.2f}x\n", last[0] / first[0], last[1] / first[1]);
}

}  // namespace
}  // namespace mahala::bench

int main() {
  mahala::bench::agree();
  mahala::bench::compare();
  mahala::bench::grow();
}
