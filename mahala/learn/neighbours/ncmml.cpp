#include "mahala/learn/neighbours/ncmml.hpp"

#include <cmath>

#include "mahala/learn/closed_form/discriminant.hpp"

namespace mahala {
namespace {

/// -|z - centre_c|^2 / 2 of all classes made into probabilities; returns the logarithm of the own.
double choose_class(const Matrix& centres, const Eigen::Ref<const Vector>& z, Index own,
                    Vector& p) {
  p = -(centres.colwise() - z).colwise().squaredNorm().transpose() / 2;
  p.array() -= p.maxCoeff();
  const double log_sum = std::log(p.array().exp().sum());
  const double log_own = p[own] - log_sum;
  p = (p.array() - log_sum).exp();
  return log_own;
}

}  // namespace

Options describe(NcmmlOptions& o) {
  return joined({describe(o.near), describe(o.from), describe(o.descent)});
}

Model ncmml_prior(const Dataset& data, const NcmmlOptions& options, const Run& run) {
  return {.left = start_factor(data, options.from, run)};
}

double ncmml_objective(const Samples& x, const Classes& classes, const Matrix& means,
                       const Matrix& g, Matrix& gradient) {
  Matrix z = x.project(g);
  const Matrix centres = g.transpose() * means;
  Matrix to_centres = Matrix::Zero(z.rows(), classes.count());
  const double share = 1 / static_cast<double>(x.size());
  double total = 0;
  Vector u;
  for (Index i = 0; i < z.cols(); ++i) {
    total -= share * choose_class(centres, z.col(i), classes[i], u);
    u = -share * u;
    u[classes[i]] += share;
    to_centres += z.col(i) * u.transpose() - centres * u.asDiagonal();
    // The weights of a sample add up to zero, so z_i itself drops out.
    z.col(i) = -(centres * u);
  }
  gradient = x.back_project(z) - means * to_centres.transpose();
  return total;
}

namespace {

Fit learn_ncmml(const Dataset& data, Matrix g, const StartPull& pull, const LbfgsOptions& options,
                const Run& run) {
  const Classes classes = classes_of(data);
  const Matrix means = class_means(data.x, classes.of, classes.count()).means;
  const auto f = [&](const Matrix& at, Matrix& gradient) {
    const double loss = ncmml_objective(data.x, classes, means, at, gradient);
    pull.add_gradient(at, gradient);
    return loss + pull.value(at);
  };
  Descent descent = minimise(f, g, options, run);
  return fit_of(std::move(g), std::move(descent));
}

}  // namespace

Fit ncmml(const Dataset& data, const NcmmlOptions& options, const Run& run) {
  Model prior = ncmml_prior(data, options, run);
  const std::string_view why = nothing_to_compare(classes_of(data));
  if (!why.empty()) return kept_start(std::move(prior), why);
  return learn_near_start(data, {}, options.from, std::move(prior.left), 1, options.near, run,
                          [&](const Dataset& near, Matrix start, const StartPull& pull) {
                            return learn_ncmml(near, std::move(start), pull, options.descent, run);
                          });
}

}  // namespace mahala
