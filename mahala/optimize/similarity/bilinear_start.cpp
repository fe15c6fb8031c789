#include "mahala/optimize/similarity/bilinear_start.hpp"

#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/linalg/symmetric.hpp"

namespace mahala {
namespace {

constexpr double least_ratio = 1e-6, filled_ratio = 0.01;

void check(Index rows, Index cols, Index rank) { FixedRank(rows, cols, rank); }

Matrix first_axes(Index rows, Index rank) { return Matrix::Identity(rows, rank); }

/// A thin QR decomposition, of wide matrices too.
struct ThinQr {
  Matrix q, r;

  explicit ThinQr(const Matrix& a) {
    const Index k = std::min(a.rows(), a.cols());
    const Qr qr(a);
    q = qr.q(k);
    r = qr.r();
  }
};

Matrix columns(const std::vector<SparseVector>& vectors, Index dim) {
  Matrix all(dim, std::ssize(vectors));
  Index c = 0;
  for (const SparseVector& each : vectors) all.col(c++) = dense(each.view(), dim);
  return all;
}

/// Columns from `known` on become random ones of this length, orthogonal to all before them.
void fill_random(Matrix& factor, Index known, double length, Rng& rng) {
  for (Index c = known; c < factor.cols(); ++c) {
    Vector next = random_normal(factor.rows(), 1, rng);
    for (int twice = 0; twice < 2; ++twice) {
      for (Index k = 0; k < c; ++k) {
        next -= factor.col(k).dot(next) / factor.col(k).squaredNorm() * factor.col(k);
      }
    }
    factor.col(c) = length * next.normalized();
  }
}

std::vector<SparseView> views(const std::vector<SparseVector>& vectors) {
  std::vector<SparseView> all;
  for (const SparseVector& each : vectors) all.push_back(each.view());
  return all;
}

}  // namespace

FixedRankPoint identity_start(Index rows, Index cols, Index rank) {
  check(rows, cols, rank);
  return {first_axes(rows, rank), first_axes(cols, rank)};
}

FixedRankPoint gaussian_start(Index rows, Index cols, Index rank, Rng& rng, double scale) {
  check(rows, cols, rank);
  Matrix a = scale * random_normal(rows, rank, rng);
  return {std::move(a), scale * random_normal(cols, rank, rng)};
}

Matrix identity_start_psd(Index dim, Index rank) {
  check(dim, dim, rank);
  return first_axes(dim, rank);
}

Matrix gaussian_start_psd(Index dim, Index rank, Rng& rng) {
  check(dim, dim, rank);
  return random_normal(dim, rank, rng) / std::sqrt(static_cast<double>(rank));
}

BestRank best_rank(const Matrix& e, const Matrix& x, Index rank) {
  const ThinQr left(e), right(x);
  const auto [u, sigma, v] = divided_svd(left.r * right.r.transpose());
  require(rank <= sigma.size(), "{} updates have no approximation of rank {}", e.cols(), rank);
  const Vector root = sigma.head(rank).cwiseSqrt();
  Matrix a = left.q * (u.leftCols(rank) * root.asDiagonal());
  Matrix b = right.q * (v.leftCols(rank) * root.asDiagonal());
  for (Index c = 0; c < rank; ++c) {
    Index largest = 0;
    a.col(c).cwiseAbs().maxCoeff(&largest);
    if (a(largest, c) >= 0) continue;
    a.col(c) = -a.col(c);
    b.col(c) = -b.col(c);
  }
  return {{std::move(a), std::move(b)}, sigma};
}

ZeroStart::ZeroStart(Index labels, Index dim, Index rank, double eta, LabelDirection direction)
    : labels_(labels), dim_(dim), rank_(rank), eta_(eta), direction_(direction) {
  check(labels, dim, rank);
}

double ZeroStart::update(const LabelExample& example) {
  require_labels(example.labels, labels_);
  scores_.setZero(labels_);
  for (std::size_t c = 0; c < e_.size(); ++c) {
    const double along = dot(x_[c].view(), example.x);
    for (std::size_t k = 0; k < e_[c].at.size(); ++k) {
      scores_[e_[c].at[k]] += along * e_[c].value[k];
    }
  }
  violation_.find(scores_, example.labels, direction_);
  if (violation_.loss == 0) return 0;
  e_.push_back(violation_.e);
  for (double& value : e_.back().value) value *= eta_;
  x_.push_back({{example.x.at.begin(), example.x.at.end()},
                {example.x.value.begin(), example.x.value.end()}});
  return violation_.loss;
}

bool ZeroStart::ready() const {
  if (std::ssize(e_) < 2 * rank_) return false;
  // The squares of the singular values, from the products of the vectors alone.
  const Matrix root = sqrt_symmetric(gram(views(x_)));
  const Vector squares = symmetric_eigen(symmetric_part(root * gram(views(e_)) * root)).values;
  return squares[0] > 0 && squares[rank_ - 1] >= least_ratio * least_ratio * squares[0];
}

Matrix ZeroStart::sum() const { return columns(e_, labels_) * columns(x_, dim_).transpose(); }

FixedRankPoint ZeroStart::start() const {
  require(ready(), "{} updates of a perceptron do not span rank {}: more examples are needed",
          e_.size(), rank_);
  return best_rank(columns(e_, labels_), columns(x_, dim_), rank_).point;
}

FixedRankPoint ZeroStart::filled_start(Rng& rng) const {
  auto [point, sigma] = best_rank(columns(e_, labels_), columns(x_, dim_), rank_);
  Index known = 0;
  while (known < rank_ && sigma[known] > 0 && sigma[known] >= least_ratio * sigma[0]) ++known;
  const double length = std::sqrt(filled_ratio * (known > 0 ? sigma[0] : 1));
  for (Matrix* factor : {&point.a, &point.b}) fill_random(*factor, known, length, rng);
  return point;
}

}  // namespace mahala
