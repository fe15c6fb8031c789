#include "mahala/learn/closed_form/discriminant.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/data/samples/parts.hpp"

namespace mahala {
namespace {

constexpr double smallest_within = 1e-12;  ///< of Sw, relative to d times the largest
constexpr double smallest_ratio = 1e-12;   ///< below is the rounding error of equal means

}  // namespace

ClassMeans class_means(const Samples& x, const std::vector<Index>& classes, Index count) {
  ClassMeans m{{}, Vector::Zero(count)};
  for (const Index c : classes) m.shares[c] += 1;
  m.means = sum_blocks(x, x.dim(), count, [&](Index begin, const MatrixView& block, auto sums) {
    for (Index j = 0; j < block.cols(); ++j) {
      sums.col(classes[static_cast<std::size_t>(begin + j)]) += block.col(j);
    }
  });
  m.means = m.means * m.shares.cwiseInverse().asDiagonal();
  m.shares /= static_cast<double>(x.size());
  return m;
}

Within within_classes(const Samples& x, const std::vector<Index>& classes, const Matrix& means) {
  // The covariance, and the fourth moment below its first column.
  const Matrix sums =
      sum_blocks(x, x.dim() + 1, x.dim(), [&](Index begin, const MatrixView& block, auto sum) {
        Matrix centred = block;
        for (Index j = 0; j < block.cols(); ++j) {
          centred.col(j) -= means.col(classes[static_cast<std::size_t>(begin + j)]);
          sum(x.dim(), 0) += std::pow(centred.col(j).squaredNorm(), 2);
        }
        multiply_a_bt(centred, centred, sum.topRows(x.dim()), true);
      });
  Within w{sums.topRows(x.dim()), sums(x.dim(), 0)};
  w.covariance /= static_cast<double>(x.size());
  w.fourth_moment /= static_cast<double>(x.size());
  require(w.covariance.allFinite() && means.allFinite(),
          "the squares of the samples are beyond the range of double; scale them (option "
          "prepare=scale)");
  return w;
}

Matrix between_classes(const ClassMeans& classes) {
  Matrix centred = classes.means.colwise() - classes.means * classes.shares;
  centred = centred * classes.shares.cwiseSqrt().asDiagonal();
  Matrix covariance(centred.rows(), centred.rows());
  multiply_a_bt(centred, centred, covariance);
  return covariance;
}

double ledoit_wolf(const Within& within, Index n) {
  const Matrix& s = within.covariance;
  const double mu = s.trace() / static_cast<double>(s.rows());
  const double spread = s.squaredNorm() - mu * mu * static_cast<double>(s.rows());
  const double noise = (within.fourth_moment - s.squaredNorm()) / static_cast<double>(n);
  if (spread <= 0) return 1;  // a multiple of the identity already
  return std::clamp(noise / spread, 0.0, 1.0);
}

Matrix shrunk(const Matrix& s, double a) {
  Matrix result = (1 - a) * s;
  result.diagonal().array() += a * s.trace() / static_cast<double>(s.rows());
  return result;
}

namespace {

/// The covariance of some samples around a mean, and their fourth moment. The sum of squares needs
/// one half of the matrix, what follows the whole.
Within around(const Samples& x, std::span<const Index> members, const Vector& mean) {
  const double share = 1 / static_cast<double>(members.size());
  const Matrix sums =
      sum_selected(x, members, x.dim() + 1, x.dim(), [&](Index, const MatrixView& block, auto sum) {
        const Matrix centred = block.colwise() - mean;
        sum(x.dim(), 0) += share * centred.colwise().squaredNorm().array().square().sum();
        add_square(share, centred, sum.topRows(x.dim()));
      });
  return {Matrix(sums.topRows(x.dim()).selfadjointView<Eigen::Lower>()), sums(x.dim(), 0)};
}

}  // namespace

ShrunkWithin shrunk_by_class(const Samples& x, const Classes& classes, const Matrix& means,
                             double least) {
  ShrunkWithin result{Matrix::Zero(x.dim(), x.dim())};
  const auto members = classes.members();
  for (std::size_t c = 0; c < members.size(); ++c) {
    const double share = static_cast<double>(members[c].size()) / static_cast<double>(x.size());
    const Within own = around(x, members[c], means.col(static_cast<Index>(c)));
    const double a = std::max(least, ledoit_wolf(own, std::ssize(members[c])));
    result.covariance += share * shrunk(own.covariance, a);
    result.shrinkage += share * a;
  }
  return result;
}

Matrix whitening(const Matrix& a) {
  const Spectrum s = symmetric_eigen(a);
  const double floor = smallest_within * s.values[0] * static_cast<double>(s.values.size());
  const Index kept =
      std::count_if(s.values.begin(), s.values.end(), [&](double v) { return v > floor; });
  return s.vectors.leftCols(kept) * s.values.head(kept).cwiseSqrt().cwiseInverse().asDiagonal();
}

bool is_zero(const Matrix& within, const Matrix& means) {
  // Rounding leaves classes that are single points with a variance of this order.
  const double unit = 64 * std::numeric_limits<double>::epsilon();
  return within.trace() <= unit * unit * means.colwise().squaredNorm().maxCoeff();
}

Option shrinkage_option(double& shrinkage, std::string_view help) {
  return {"shrinkage", &shrinkage, help, between(-1, 1)};
}

void check_shrinkage(double shrinkage) {
  require(shrinkage == -1 || shrinkage >= 0,
          "option shrinkage: {} is neither -1 nor between 0 and 1", shrinkage);
}

Directions discriminate(const Matrix& within, const Matrix& between, Index rank) {
  const Matrix p = whitening(within);
  const Spectrum g = symmetric_eigen(p.transpose() * between * p);
  const double floor = smallest_ratio * std::max(1.0, g.values[0]);
  const Index positive =
      std::count_if(g.values.begin(), g.values.end(), [&](double v) { return v > floor; });
  const Index kept = std::min(rank, positive);
  return {p * g.vectors.leftCols(kept), g.values.head(kept)};
}

Fit stays_euclidean(Index dim, std::string_view why) {
  return {.model = identity_model(dim),
          .message = fmt::format("{}, so the metric stays Euclidean", why),
          .certificate = {"exact", 0}};
}

}  // namespace mahala
