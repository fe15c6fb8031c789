#include "mahala/geometry/fixed_rank.hpp"

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/decompositions.hpp"

namespace mahala {
namespace {

/// One factor of the retraction.
Matrix retracted(const Matrix& a, const Matrix& m, const Matrix& normal) {
  const Matrix one = Matrix::Identity(m.rows(), m.cols());
  return a * (one + m / 2 - m * m / 8) + normal * (one - m / 2);
}

}  // namespace

FixedRank::FixedRank(Index rows, Index cols, Index rank) : rows_(rows), cols_(cols), rank_(rank) {
  require(1 <= rank && rank <= std::min(rows, cols),
          "rank {} must lie between 1 and the smaller side of a {} x {} matrix", rank, rows, cols);
}

void FixedRank::check(const Point& p) const {
  require(p.a.rows() == rows_ && p.b.rows() == cols_ && p.a.cols() == rank_ && p.b.cols() == rank_,
          "factors of {} x {} and {} x {} are no point of rank {} among {} x {} matrices",
          p.a.rows(), p.a.cols(), p.b.rows(), p.b.cols(), rank_, rows_, cols_);
}

FixedRankTangent FixedRank::project(const Point& p, const Matrix& z) const {
  check(p);
  const Matrix a = pseudo_inverse(p.a), b = pseudo_inverse(p.b);
  const Matrix zb = z * b.transpose(), za = z.transpose() * a.transpose();
  return {a * zb, zb - p.a * (a * zb), za - p.b * (b * za)};
}

Matrix FixedRank::ambient(const Point& p, const Tangent& xi) const {
  return (p.a * xi.m + xi.normal_a) * p.b.transpose() + p.a * xi.normal_b.transpose();
}

FixedRankPoint FixedRank::retract(const Point& p, const Tangent& xi) const {
  return {retracted(p.a, xi.m, xi.normal_a), retracted(p.b, xi.m.transpose(), xi.normal_b)};
}

double FixedRank::inner(const Point& p, const Tangent& u, const Tangent& v) const {
  return ambient(p, u).cwiseProduct(ambient(p, v)).sum();
}

}  // namespace mahala
