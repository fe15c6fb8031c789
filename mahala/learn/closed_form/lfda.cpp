#include "mahala/learn/closed_form/lfda.hpp"

#include <algorithm>
#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/learn/classes.hpp"
#include "mahala/learn/closed_form/discriminant.hpp"
#include "mahala/learn/identity_share.hpp"
#include "mahala/learn/square_limit.hpp"

namespace mahala {
namespace {

/// Squared distances between the columns, from products of the columns moved to their mean.
Matrix squared_distances(const Matrix& centred) {
  Matrix d(centred.cols(), centred.cols());
  multiply_at_b(centred, centred, d);
  const Vector squares = d.diagonal();
  d = ((-2 * d).colwise() + squares).rowwise() + squares.transpose();
  d = d.cwiseMax(0);
  d.diagonal().setZero();
  return d;
}

/// s^2 of every sample: the squared distance to the k-th nearest other.
Vector local_scales(const Matrix& d, Index k) {
  Vector scales(d.cols());
  for (Index i = 0; i < d.cols(); ++i) {
    Vector own = d.col(i);
    const auto place = own.begin() + std::min(k, own.size() - 1);
    std::nth_element(own.begin(), place, own.end());
    scales[i] = *place;
  }
  return scales;
}

/// A of one class. Where s is zero, samples coincide: only their copies are near.
Matrix affinities(const Matrix& centred, Index k) {
  Matrix d = squared_distances(centred);
  const Vector scales = local_scales(d, k).cwiseSqrt();
  for (Index j = 0; j < d.cols(); ++j) {
    for (Index i = 0; i < d.rows(); ++i) {
      const double unit = scales[i] * scales[j];
      d(i, j) = unit > 0 ? std::exp(-d(i, j) / unit) : d(i, j) > 0 ? 0 : 1;
    }
  }
  return d;
}

/// 1/2 sum_ij a_ij (x_i - x_j)(x_i - x_j)^T = X (diag(a 1) - a) X^T.
Matrix laplacian_form(const Matrix& x, const Matrix& a) {
  Matrix xl = x * a.rowwise().sum().asDiagonal(), result(x.rows(), x.rows());
  Matrix product(x.rows(), x.cols());
  multiply_a_bt(x, a, product);  // a is symmetric
  xl -= product;
  multiply_a_bt(xl, x, result);
  return (result + result.transpose()) / 2;
}

}  // namespace

Options describe(LfdaOptions& o) {
  return {
      {"rank", &o.rank, "directions to keep; 0 = 10, or the number of features if that is less",
       at_least(0)},
      {"neighbours", &o.neighbours, "the neighbour whose distance is the local unit",
       between(1, 1000)},
      {"shrinkage", &o.shrinkage, "of the local within-class scatter", between(0, 1)},
      {"scaling", &o.scaling, "directions of unit size, or by their ratio"},
      identity_option(o.identity),
  };
}

LocalScatter local_scatter(const Dataset& data, Index neighbours) {
  const auto n = static_cast<double>(data.size());
  LocalScatter s{Matrix::Zero(data.dim(), data.dim()), scatter(data.x, mean(data.x))};
  for (const auto& members : classes_of(data).members()) {
    require(std::ssize(members) <= largest_square,
            "lfda forms the {0} x {0} distances of a class; take fewer samples", members.size());
    const auto size = static_cast<double>(members.size());
    Matrix x = data.x.select(members).block(0, std::ssize(members));
    x.colwise() -= x.rowwise().mean().eval();
    const Matrix local = laplacian_form(x, affinities(x, neighbours));
    s.within += local / size;
    // The sum over all pairs is the total scatter; those of the class count anew.
    Matrix own(x.rows(), x.rows());
    multiply_a_bt(x, x, own);
    s.between += (1 / n - 1 / size) * local - size / n * own;
  }
  return s;
}

namespace {

Fit lfda_directions(const Dataset& data, const LfdaOptions& options) {
  const Index dim = data.dim();
  const std::string_view why = nothing_to_compare(classes_of(data));
  if (!why.empty()) return stays_euclidean(dim, why);
  const LocalScatter s = local_scatter(data, options.neighbours);
  require(s.within.allFinite() && s.between.allFinite(),
          "the squares of the samples are beyond the range of double; scale them (option "
          "prepare=scale)");
  if (s.within.trace() <= 1e-28 * s.between.trace() || s.within.trace() <= 0) {
    return stays_euclidean(dim, "no class varies");
  }
  const Index rank = options.rank > 0 ? options.rank : std::min<Index>(10, dim);
  Directions found = discriminate(shrunk(s.within, options.shrinkage), s.between, rank);
  if (found.ratios.size() == 0) return stays_euclidean(dim, "no direction separates the classes");
  if (options.scaling == DirectionScaling::ratios) {
    found.vectors = found.vectors * found.ratios.cwiseSqrt().asDiagonal();
  }
  return {.model = {.left = std::move(found.vectors)},
          .message = fmt::format("{} of {} directions found", found.ratios.size(), dim),
          .objective = found.ratios.sum(),
          .certificate = {"exact", 0}};
}

}  // namespace

Fit lfda(const Dataset& data, const LfdaOptions& options, const Run& run) {
  return directions_with_identity("lfda", data, options, run, lfda_directions);
}

}  // namespace mahala
