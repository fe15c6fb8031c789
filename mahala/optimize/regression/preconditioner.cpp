#include "mahala/optimize/regression/preconditioner.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/core/ranks.hpp"
#include "mahala/optimize/regression/pair_differences.hpp"
#include "mahala/optimize/regression/sparse_pairs.hpp"

namespace mahala {
namespace {

constexpr double pairs_per_feature = 20;
constexpr Index most_seen = 1024;
constexpr double lift = 1e-3;           ///< of the diagonal of C
constexpr double least_damping = 1e-8;  ///< in units of the mean eigenvalue of S

/// About how many features of the difference of two samples are not zero.
double occupied(const Samples& x) {
  constexpr Index enough = 64;
  const Index count = std::min(enough, x.size());
  Index nonzeros = 0;
  for (Index k = 0; k < count; ++k) {
    nonzeros += (x.column(k * x.size() / count).array() != 0).count();
  }
  const double in_sample = static_cast<double>(nonzeros) / static_cast<double>(count);
  return std::clamp(2 * in_sample, 1.0, static_cast<double>(x.dim()));
}

/// How many pairs make an estimate of C worth its operations, as many as there are products of
/// non-zeros, beside gradients of 4 n d r; the fewer the non-zeros of a pair, the less it tells. It
/// must not depend on how samples are stored.
Index pairs_for_covariance(const Samples& x, Index rank) {
  const auto dim = static_cast<double>(x.dim());
  const double affordable = 16 * static_cast<double>(x.size() * rank), part = occupied(x) / dim;
  return static_cast<Index>(std::clamp(affordable / dim / (part * part), 2 * dim,
                                       pairs_per_feature * dim / (part * part)));
}

/// The parts that the moment of pairs is summed in, which ranks share; few pairs are one.
class MomentParts {
 public:
  explicit MomentParts(const Pairs& pairs)
      : pairs_(pairs), count_(std::ssize(pairs) < worth_parts ? 1 : most) {}

  Index count() const { return count_; }
  std::span<const Pair> operator[](Index part) const {
    const Index n = std::ssize(pairs_), begin = n * part / count_, end = n * (part + 1) / count_;
    return std::span(pairs_).subspan(static_cast<std::size_t>(begin),
                                     static_cast<std::size_t>(end - begin));
  }

 private:
  static constexpr Index most = 4, worth_parts = 4096;

  const Pairs& pairs_;
  Index count_;
};

/// The moment of shared samples: a rank sums parts of its own, whose samples travel to it alone.
void sum_moment_by_ranks(const Samples& x, const MomentParts& parts, double scale, Matrix& total) {
  const std::vector<Index> shares = shares_of(parts.count(), 1, parts.count());
  const Index d = x.dim(), own = shares[static_cast<std::size_t>(rank())];
  Matrix sums = Matrix::Zero(d * d, shares[static_cast<std::size_t>(rank() + 1)] - own);
  for (Index k = 0; k < (parts.count() + ranks() - 1) / ranks(); ++k) {
    std::vector<std::span<const Pair>> dealt;
    for (std::size_t p = 0; p + 1 < shares.size(); ++p) {
      const bool more = shares[p] + k < shares[p + 1];
      dealt.push_back(more ? parts[shares[p] + k] : std::span<const Pair>());
    }
    for_each_dealt_difference(x, dealt, [&](const MatrixView& some) {
      add_square(scale, some, Eigen::Map<Matrix>(sums.col(k).data(), d, d));
    });
  }
  ordered_sum({sums.data(), static_cast<std::size_t>(sums.size())}, d * d, shares,
              {total.data(), static_cast<std::size_t>(total.size())});
}

/// The mean of x x^T over the differences of pairs; its lower half. Parts are added in their order:
/// the same bits on any number of ranks.
Matrix second_moment(const Samples& x, const Pairs& pairs) {
  const MomentParts parts(pairs);
  const double scale = 1 / static_cast<double>(pairs.size());
  Matrix total = Matrix::Zero(x.dim(), x.dim()), sum(x.dim(), x.dim());
  if (x.is_shared()) {
    sum_moment_by_ranks(x, parts, scale, total);
    return total;
  }
  for (Index p = 0; p < parts.count(); ++p) {
    sum.setZero();
    for_each_difference(x, parts[p],
                        [&](Index, const MatrixView& some) { add_square(scale, some, sum); });
    total += sum;
  }
  return total;
}

Matrix second_moment(const SparseMatrix& x, const Pairs& pairs) {
  Matrix c = Matrix::Zero(x.rows(), x.rows());
  SparseVector d;
  for (const Pair& pair : pairs) {
    assign_difference(x, pair.i, pair.j, d);
    for (std::size_t a = 0; a < d.at.size(); ++a) {
      for (std::size_t b = 0; b <= a; ++b) c(d.at[a], d.at[b]) += d.value[a] * d.value[b];
    }
  }
  return c / static_cast<double>(pairs.size());
}

/// How many leverages, d^2 operations each, are worth their while.
Index pairs_for_leverage(Index dim) {
  return std::clamp<Index>(100'000'000 / (dim * dim), 256, most_seen);
}

/// By a thousandth of each variance: units of features must not matter.
void lift_diagonal(Eigen::Ref<Vector> diagonal) {
  const double least = std::max(1e-12 * diagonal.mean(), std::numeric_limits<double>::min());
  diagonal = (1 + lift) * diagonal.array() + least;
}

}  // namespace

Preconditioner::Preconditioner(Preconditioning kind, const Samples& x, const Pairs& pairs,
                               Index rank, Loss loss, double pull)
    : kind_(kind), loss_(loss), dim_(x.dim()) {
  if (kind == Preconditioning::none) return;
  double weight = 0;
  for (const Pair& pair : spread_pairs(pairs, pairs_for_leverage(dim_))) {
    seen_.push_back({pair, static_cast<double>(dim_)});  // what x^T C^{-1} x is on average
    weight += pair.weight;
    one_sided_ = one_sided_ || pair.relation != Relation::equal;
  }
  weight_ = weight > 0 ? weight / static_cast<double>(seen_.size()) : 1;
  kappa_ = std::sqrt(pull / (4 * weight_));
  if (kind == Preconditioning::scaled) {
    diagonal_.setOnes(dim_);
    double squares = 0;
    for (const Seen& seen : seen_) {
      squares += seen.pair.j == origin ? x.column(seen.pair.i).squaredNorm()
                                       : x.squared_distance(seen.pair.i, seen.pair.j);
    }
    const double mean_square = squares / static_cast<double>(std::ssize(seen_) * dim_);
    if (mean_square > 0) variance_ = mean_square;
  } else if (dim_ > largest_full) {
    estimate_diagonal(x, pairs);
  } else {
    estimate(x, pairs, rank);
  }
}

void Preconditioner::estimate(const Samples& x, const Pairs& pairs, Index rank) {
  const Pairs few = spread_pairs(pairs, pairs_for_covariance(x, rank));
  const auto* sparse = x.sparse();
  Matrix c = sparse != nullptr ? second_moment(*sparse, few) : second_moment(x, few);
  Vector diagonal = c.diagonal();
  lift_diagonal(diagonal);
  c.diagonal() = diagonal.array() + kappa_;
  root_ = cholesky_factor(Matrix(c.selfadjointView<Eigen::Lower>()));
  Pairs looked_at;
  for (const Seen& seen : seen_) looked_at.push_back(seen.pair);
  Matrix whitened;
  for_each_difference(x, looked_at, [&](Index begin, const MatrixView& d) {
    whitened = d;
    solve_lower(root_, Applied::left, whitened);
    for (Index k = 0; k < d.cols(); ++k) {
      seen_[static_cast<std::size_t>(begin + k)].leverage = whitened.col(k).squaredNorm();
    }
  });
}

void Preconditioner::estimate_diagonal(const Samples& x, const Pairs& pairs) {
  if (const auto* sparse = x.sparse()) {
    diagonal_.setZero(dim_);
    SparseVector d;
    for (const Pair& pair : pairs) {
      assign_difference(*sparse, pair.i, pair.j, d);
      for (std::size_t t = 0; t < d.at.size(); ++t) diagonal_[d.at[t]] += d.value[t] * d.value[t];
    }
    diagonal_ /= static_cast<double>(pairs.size());
  } else {
    // The difference of two independent samples has twice their variance.
    diagonal_ = 2 * standard_deviation(x, mean(x)).array().square();
  }
  lift_diagonal(diagonal_);
  diagonal_.array() += kappa_;
}

void Preconditioner::times_root(const Matrix& a, Matrix& out) const {
  if (root_.size() == 0) {
    out = diagonal_.cwiseSqrt().asDiagonal() * a;
  } else {
    out = a;
    multiply_lower(root_, Applied::left_transposed, out);
  }
}

void Preconditioner::solve_covariance(const Matrix& d, Matrix& out) const {
  if (root_.size() == 0) {
    out = diagonal_.cwiseInverse().asDiagonal() * d;
  } else {
    out = d;
    solve_lower(root_, Applied::left, out);
    solve_lower(root_, Applied::left_transposed, out);
  }
}

void Preconditioner::divide_by_s(Matrix& a) const {
  solve_lower(s_.lower(), Applied::right_transposed, a);
  solve_lower(s_.lower(), Applied::right, a);
}

double Preconditioner::residual_curvature(const Matrix& projection, Index others) const {
  constexpr double least_bend = 0.01;  // flatter losses tell nothing of the curvature elsewhere
  return std::visit(
      [&]<class L>(const L& loss) {
        double sum = 0, bend = 0, counted = 0;
        for (const auto& [pair, leverage] : seen_) {
          const double yhat = pair.j == origin
                                  ? projection.col(pair.i).squaredNorm()
                                  : (projection.col(pair.i) - projection.col(pair.j)).squaredNorm();
          const double e = gated(pair.relation, yhat - pair.value);
          sum += pair.weight * loss.slope(e) * leverage;
          if (L::quadratic || e == 0) continue;
          bend += pair.weight * loss.bend(e);
          counted += pair.weight;
        }
        const double ebar =
            std::abs(sum) /
            (weight_ * static_cast<double>(seen_.size() * std::max<Index>(others, 1)));
        return counted > 0 ? ebar / std::max(bend / counted, least_bend) : ebar;
      },
      loss_);
}

void Preconditioner::place(const Matrix& g, const Matrix& projection) {
  if (kind_ == Preconditioning::none) return;
  g_ = g;
  times_root(g, tall_);
  square_.resize(g.cols(), g.cols());
  multiply_at_b(tall_, tall_, square_);
  const double theory = residual_curvature(projection, dim_ - g.cols()) / (2 * variance_);
  const double size = square_.trace() / static_cast<double>(g.cols());
  square_.diagonal().array() +=
      (one_sided_ ? 4 : 1) * theory + least_damping * size + std::numeric_limits<double>::min();
  s_.compute(square_);
}

void Preconditioner::apply(const Matrix& d, Matrix& out) {
  if (kind_ == Preconditioning::none) {
    out = d;
    return;
  }
  if (kind_ == Preconditioning::scaled) {
    out = d;
  } else {
    solve_covariance(d, out);
    multiply_at_b(d, g_, square_);
    divide_by_s(square_);  // B^T
    square_.diagonal().array() += square_.trace() / static_cast<double>(d.cols() + 2);
    square_ /= -2;
    multiply_a_bt(g_, square_, out, true);
    out /= 4;
  }
  divide_by_s(out);
}

}  // namespace mahala
