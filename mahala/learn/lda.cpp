#include "mahala/learn/lda.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg.hpp"
#include "mahala/learn/square_limit.hpp"

namespace mahala {
namespace {

constexpr double smallest_eigenvalue = 1e-12;  ///< of Sw, relative to d times the largest
constexpr double smallest_ratio = 1e-12;       ///< g below is the rounding error of equal means

/// Class ids without gaps: a label may have no sample here.
Index close_gaps(std::vector<Index>& classes, Index label_count) {
  std::vector<Index> id(static_cast<std::size_t>(label_count), -1);
  Index used = 0;
  for (Index& c : classes) {
    Index& own = id[static_cast<std::size_t>(c)];
    if (own < 0) own = used++;
    c = own;
  }
  return used;
}

struct ClassMeans {
  Matrix means;   ///< one column per class
  Vector shares;  ///< n_c / n
};

ClassMeans class_means(const Samples& x, const std::vector<Index>& classes, Index count) {
  ClassMeans m{Matrix::Zero(x.dim(), count), Vector::Zero(count)};
  x.for_each_block([&](Index begin, const MatrixView& block) {
    for (Index j = 0; j < block.cols(); ++j) {
      const Index c = classes[static_cast<std::size_t>(begin + j)];
      m.means.col(c) += block.col(j);
      m.shares[c] += 1;
    }
  });
  m.means = m.means * m.shares.cwiseInverse().asDiagonal();
  m.shares /= static_cast<double>(x.size());
  return m;
}

/// Sw, and the mean of |x_i - m_c(i)|^4, which the shrinkage depends on.
struct Within {
  Matrix covariance;
  double fourth_moment = 0;
};

Within within_classes(const Samples& x, const std::vector<Index>& classes, const Matrix& means) {
  Within w{Matrix::Zero(x.dim(), x.dim())};
  x.for_each_block([&](Index begin, const MatrixView& block) {
    Matrix centred = block;
    for (Index j = 0; j < block.cols(); ++j) {
      centred.col(j) -= means.col(classes[static_cast<std::size_t>(begin + j)]);
      w.fourth_moment += std::pow(centred.col(j).squaredNorm(), 2);
    }
    multiply_a_bt(centred, centred, w.covariance, true);
  });
  w.covariance /= static_cast<double>(x.size());
  w.fourth_moment /= static_cast<double>(x.size());
  return w;
}

Matrix between_classes(const ClassMeans& classes) {
  Matrix centred = classes.means.colwise() - classes.means * classes.shares;
  centred = centred * classes.shares.cwiseSqrt().asDiagonal();
  Matrix covariance(centred.rows(), centred.rows());
  multiply_a_bt(centred, centred, covariance);
  return covariance;
}

/// Ledoit and Wolf (2004), Lemma 3.3:  a = min(b^2, d^2) / d^2  with
/// d^2 = |Sw - mu I|^2 and b^2 = (mean |x|^4 - |Sw|^2) / n, Frobenius norms.
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

/// P with P^T Sw P = I on the directions in which Sw is not zero.
Matrix whitening(const Matrix& within) {
  const Spectrum s = symmetric_eigen(within);
  const double floor = smallest_eigenvalue * s.values[0] * static_cast<double>(s.values.size());
  const Index kept =
      std::count_if(s.values.begin(), s.values.end(), [&](double v) { return v > floor; });
  return s.vectors.leftCols(kept) * s.values.head(kept).cwiseSqrt().cwiseInverse().asDiagonal();
}

/// Rounding leaves classes that are single points with a variance of this order.
bool is_zero(const Matrix& within, const Matrix& means) {
  const double unit = 64 * std::numeric_limits<double>::epsilon();
  return within.trace() <= unit * unit * means.colwise().squaredNorm().maxCoeff();
}

Fit unchanged(Index dim, std::string_view why) {
  return {.model = identity_model(dim),
          .message = fmt::format("{}, so the metric stays Euclidean", why),
          .certificate = {"exact", 0}};
}

void check_rank(Index rank, Index dim, Index classes) {
  check_bound("rank", rank, dim, "the dimension");
  check_bound("rank", rank, classes - 1, "classes - 1 =");
}

/// The generalised eigenproblem of the header.
Fit discriminate(const Matrix& within, const Matrix& between, Index rank) {
  const Matrix p = whitening(within);
  const Spectrum g = symmetric_eigen(p.transpose() * between * p);
  const double floor = smallest_ratio * std::max(1.0, g.values[0]);
  const Index positive =
      std::count_if(g.values.begin(), g.values.end(), [&](double v) { return v > floor; });
  const Index kept = std::min(rank, positive);
  if (kept == 0) return unchanged(within.rows(), "the class means coincide");
  Fit fit{.model = {.left = p * g.vectors.leftCols(kept)}, .certificate = {"exact", 0}};
  fit.objective = g.values.head(kept).sum();
  return fit;
}

}  // namespace

Options describe(LdaOptions& o) {
  return {{"rank", &o.rank, "directions to keep; 0 = min(dimension, classes - 1)", at_least(0)},
          {"shrinkage", &o.shrinkage, "of the within-class covariance; -1 = Ledoit-Wolf",
           between(-1, 1)}};
}

Fit lda(const Dataset& data, const LdaOptions& options, const Run&) {
  const Index dim = data.dim();
  std::vector<Index> classes = data.labels.classes();
  const Index count = close_gaps(classes, data.labels.label_count());
  check_square("lda", dim);
  require(options.shrinkage == -1 || options.shrinkage >= 0,
          "option shrinkage: {} is neither -1 nor between 0 and 1", options.shrinkage);
  if (count == 1) return unchanged(dim, "all samples have one label");
  check_rank(options.rank, dim, count);
  const ClassMeans means = class_means(data.x, classes, count);
  const Within within = within_classes(data.x, classes, means.means);
  require(
      within.covariance.allFinite() && means.means.allFinite(),
      "the squares of the samples are beyond the range of double; scale them (--prepare scale)");
  if (is_zero(within.covariance, means.means)) return unchanged(dim, "no class varies");
  const double a = options.shrinkage < 0 ? ledoit_wolf(within, data.size()) : options.shrinkage;
  const Index rank = options.rank > 0 ? options.rank : std::min(dim, count - 1);
  Fit fit = discriminate(shrunk(within.covariance, a), between_classes(means), rank);
  if (fit.message.empty()) {
    fit.message = fmt::format("{} of {} directions between {} classes found, shrinkage {:.3g}",
                              fit.model.rank(), dim, count, a);
  }
  return fit;
}

}  // namespace mahala
