#include "mahala/learn/convex/lsml.hpp"

#include <array>
#include <cmath>
#include <limits>

#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/learn/classes.hpp"
#include "mahala/learn/square_limit.hpp"
#include "mahala/optimize/neighbours/pull.hpp"

namespace mahala {
namespace {

/// The slope of a distance by its square is that of 1 / (2 distance), which a query on top of its
/// far sample does not have: nothing says in which direction it should leave.
double half_slope(double residual, double distance) {
  return distance > 0 ? residual / distance : 0;
}

/// The mean of v max(0, d_near - d_far)^2 at Z; zl = Z L of its slopes by squared distances.
double residuals(const Matrix& z, const Triplets& triplets, Matrix& zl) {
  zl = Matrix::Zero(z.rows(), z.cols());
  double total = 0;
  const double share = 1 / static_cast<double>(triplets.size());
  for (const Triplet& t : triplets) {
    const std::array<Index, 2> ends = {t.near, t.far};
    std::array<double, 2> d;
    distances_to(z, t.query, ends, d);
    const double near = std::sqrt(d[0]), far = std::sqrt(d[1]), e = near - far;
    if (!(e > 0)) continue;
    total += share * t.weight * e * e;
    const std::array<double, 2> w = {share * t.weight * half_slope(e, near),
                                     -share * t.weight * half_slope(e, far)};
    pull(z, t.query, ends, w, zl);
  }
  return total;
}

}  // namespace

Options describe(LsmlOptions& o) {
  return joined(
      {{{"cost", &o.cost, "of triplets in the wrong order, against leaving the Euclidean metric",
         positive()}},
       describe(o.descent)});
}

double lsml_objective(const Samples& x, const Triplets& triplets, double cost, const Matrix& g,
                      Matrix& gradient) {
  const Lu lu(g);
  const double log_det = lu.log_abs_determinant();
  Matrix zl;
  const double triplet_part = residuals(x.project(g), triplets, zl);
  gradient = 2 * g - 2 * lu.inverse().transpose() + 2 * cost * x.back_project(zl);
  if (!std::isfinite(log_det)) return std::numeric_limits<double>::infinity();
  return g.squaredNorm() - 2 * log_det - static_cast<double>(g.rows()) + cost * triplet_part;
}

Fit lsml(const Dataset& data, const Triplets& triplets, const LsmlOptions& options,
         const Run& run) {
  check_square("lsml", data.dim());
  if (triplets.empty()) return kept_start(identity_model(data.dim()), "there are no triplets");
  const auto f = [&](const Matrix& g, Matrix& gradient) {
    return lsml_objective(data.x, triplets, options.cost, g, gradient);
  };
  Matrix g = Matrix::Identity(data.dim(), data.dim());
  Descent descent = minimise(f, g, options.descent, run);
  return fit_of(std::move(g), std::move(descent));
}

}  // namespace mahala
