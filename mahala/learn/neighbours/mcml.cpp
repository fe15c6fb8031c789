#include "mahala/learn/neighbours/mcml.hpp"

#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/learn/identity_share.hpp"
#include "mahala/learn/kernel_model.hpp"
#include "mahala/optimize/descent/projected_descent.hpp"
#include "mahala/optimize/descent/projected_gradient.hpp"

namespace mahala {
namespace {

/// How much the choice of a sample counts.
double choice_weight(const Classes& classes, McmlWeights weights, Index i) {
  const Index others = classes.size(i) - 1;
  return weights == McmlWeights::pairs ? static_cast<double>(others) : others > 0 ? 1 : 0;
}

Matrix embedded_class_means(const Classes& classes, const Matrix& z) {
  Matrix means = Matrix::Zero(z.rows(), classes.count());
  for (Index i = 0; i < z.cols(); ++i) {
    means.col(classes[i]) += z.col(i) / static_cast<double>(classes.size(i));
  }
  return means;
}

/// The part of q: sum_i v_i sum_j q_ij d_ij, and its Y L, from the class means alone.
double add_own_classes(const Classes& classes, McmlWeights weights, const Matrix& z,
                       const Matrix& y, Matrix& yl) {
  const Matrix z_means = embedded_class_means(classes, z),
               y_means = embedded_class_means(classes, y);
  double total = 0;
  for (Index i = 0; i < z.cols(); ++i) {
    const Index size = classes.size(i);
    if (size == 1) continue;
    const double share = 2 * choice_weight(classes, weights, i) * static_cast<double>(size) /
                         static_cast<double>(size - 1);
    total += share * (z.col(i) - z_means.col(classes[i])).squaredNorm();
    yl.col(i) += share * (y.col(i) - y_means.col(classes[i]));
  }
  return total;
}

/// The part of q in the terms of some samples: with s samples in a class, m their mean and Q those
/// that ask,
///
///   sum_{i in Q} sum_j |z_i - z_j|^2 = s sum_{i in Q} |z_i - m|^2 + |Q| sum_j |z_j - m|^2.
double add_own_classes(const Classes& classes, McmlWeights weights, double scale, const Matrix& z,
                       std::span<const Index> queries, Matrix& zl) {
  const Matrix means = embedded_class_means(classes, z);
  Matrix asked = Matrix::Zero(z.rows(), classes.count());  // sums of z - m over Q
  Vector asking = Vector::Zero(classes.count());
  const auto share_of = [&](Index i) {
    const Index size = classes.size(i);
    return size == 1 ? 0
                     : scale * choice_weight(classes, weights, i) / static_cast<double>(size - 1);
  };
  double total = 0;
  for (const Index i : queries) {
    const Vector off = z.col(i) - means.col(classes[i]);
    const auto size = static_cast<double>(classes.size(i));
    total += share_of(i) * size * off.squaredNorm();
    zl.col(i) += share_of(i) * size * off;
    asked.col(classes[i]) += off;
    ++asking[classes[i]];
  }
  for (Index j = 0; j < z.cols(); ++j) {
    const Vector off = z.col(j) - means.col(classes[j]);
    const double count = asking[classes[j]];
    total += share_of(j) * count * off.squaredNorm();
    zl.col(j) += share_of(j) * (count * off - asked.col(classes[j]));
  }
  return total;
}

/// The cross entropy of each choice times `scale`, and its w.
ChoiceFunction mcml_row(const Classes& classes, McmlWeights weights, double scale) {
  return [&classes, weights, scale](SoftChoice& choice) {
    const double v = scale * choice_weight(classes, weights, choice.point);
    for (double& p : choice.probability) p *= -v;
    if (v == 0) return 0.0;
    const double entropy = std::log(static_cast<double>(classes.size(choice.point) - 1));
    return v * choice.log_sum - (weights == McmlWeights::pairs ? 0 : scale * entropy);
  };
}

Fit fit_full_mcml(const Dataset& data, const Classes& classes, const McmlOptions& options,
                  const Run& run) {
  const Samples x = in_one_place(data.x);
  const Matrix all = x.block(0, x.size());
  SoftNeighbours neighbours;
  const auto f = [&](const Matrix& w, Matrix& derivative) {
    Matrix xl;
    const double value =
        mcml_objective(classes, options.weights, x.project(psd_factor(w)), all, xl, neighbours);
    derivative = Matrix(w.rows(), w.cols());
    multiply_a_bt(all, xl, derivative);
    return value;
  };
  Matrix w = Matrix::Identity(data.dim(), data.dim());
  Descent descent = minimise_projected(f, drop_negative_eigenvalues, w,
                                       {options.descent.tolerance, options.descent.max_iterations},
                                       remembering(run, neighbours));
  return fit_of(psd_factor(w), std::move(descent));
}

}  // namespace

Options describe(McmlOptions& o) {
  return joined({{{"weights", &o.weights,
                   "what counts alike: the choice of a sample (kl), or every pair of a class"}},
                 describe(o.solver,
                          "factored: a low-rank factor by quasi-Newton steps; full: the convex "
                          "problem",
                          o.from, o.descent),
                 only_if(describe(o.near), if_is("solver", MetricSolver::factored)),
                 only_if({describe(o.batch)}, if_is("solver", MetricSolver::factored)),
                 describe(o.kernel),
                 {identity_option(o.identity)}});
}

namespace {

bool without_kernel(const McmlOptions& options) {
  return options.kernel.kernel == "linear" && !options.kernel.normalise;
}

/// The samples at their coordinates in the kernel's space, and the learner there.
struct KernelTask {
  KernelTask(const Dataset& data, const McmlOptions& options, const Run& run)
      : coordinates(kernel_coordinates(data.x, options.kernel, 0)), own(options) {
    require(run.start == nullptr, "mcml cannot continue from a model with kernel={}",
            options.kernel.kernel);
    inside = {.x = Samples(coordinates.samples), .labels = data.labels, .source = data.source};
    own.kernel = {};
  }

  KernelCoordinates coordinates;
  Dataset inside;
  McmlOptions own;
};

}  // namespace

Model mcml_prior(const Dataset& data, const McmlOptions& options, const Run& run) {
  if (!without_kernel(options)) {
    const KernelTask task(data, options, run);
    return kernel_model(data.x, task.coordinates, mcml_prior(task.inside, task.own, run).left);
  }
  return metric_start("mcml", options.solver, options.from, data, run);
}

double mcml_objective(const Classes& classes, McmlWeights weights, const Matrix& z, const Matrix& y,
                      Matrix& yl, SoftNeighbours& neighbours) {
  const double chosen = neighbours.sum(z, y, mcml_row(classes, weights, 1), negligible_pull, yl);
  return chosen + add_own_classes(classes, weights, z, y, yl);
}

double mcml_objective(const Classes& classes, McmlWeights weights, const Matrix& z,
                      std::span<const Index> queries, Matrix& zl) {
  const double scale = static_cast<double>(z.cols()) / static_cast<double>(queries.size());
  const double chosen = SoftNeighbours::sum_of_queries(
      z, queries, mcml_row(classes, weights, scale), negligible_pull, zl);
  return chosen + add_own_classes(classes, weights, scale, z, queries, zl);
}

namespace {

Fit learn_mcml(const Dataset& data, Matrix start, const StartPull& pull, const McmlOptions& options,
               const Run& run) {
  const Classes classes = classes_of(data);
  if (pull.strength() == 0) start = open_start(data.x, std::move(start), run);
  if (const Index queries = options.batch.of(data.size()); queries > 0) {
    const HeldApart parts = held_apart(data, run.seed);
    const auto part = [&options, own = classes_of(parts.learned)](
                          const Matrix& z, std::span<const Index> asking, Matrix& zl) {
      return mcml_objective(own, options.weights, z, asking, zl);
    };
    return fit_factor_by_queries(parts, part, pull, std::move(start), queries, options.descent,
                                 run);
  }
  SoftNeighbours neighbours;
  const auto loss = [&](const Matrix& z, Matrix& zl) {
    return mcml_objective(classes, options.weights, z, z, zl, neighbours);
  };
  return fit_factor(data.x, loss, pull, std::move(start), options.descent,
                    remembering(run, neighbours));
}

Fit learn_metric(const Dataset& data, const McmlOptions& options, const Run& run) {
  Model prior = mcml_prior(data, options, run);
  const Classes classes = classes_of(data);
  const std::string_view why = nothing_to_compare(classes);
  if (!why.empty()) return kept_start(std::move(prior), why);
  if (options.solver == MetricSolver::full) return fit_full_mcml(data, classes, options, run);
  double count = 0;
  for (Index i = 0; i < data.size(); ++i) count += choice_weight(classes, options.weights, i);
  return learn_near_start(data, {}, options.from, std::move(prior.left), count, options.near, run,
                          [&](const Dataset& near, Matrix start, const StartPull& pull) {
                            return learn_mcml(near, std::move(start), pull, options, run);
                          });
}

/// None where the method is asked for as published.
double share_of_mcml(const McmlOptions& options) {
  const bool published = options.solver == MetricSolver::full || options.near.lambda == 0;
  if (published && options.identity < 0) return 0;
  return share_beside_rank(options.identity, options.from.rank);
}

}  // namespace

Fit mcml(const Dataset& data, const McmlOptions& options, const Run& run) {
  if (!without_kernel(options)) {
    require(options.identity <= 0, "option identity: there is none to add to with kernel={}",
            options.kernel.kernel);
    const KernelTask task(data, options, run);
    Fit fit = learn_metric(task.inside, task.own, run);
    fit.model = kernel_model(data.x, task.coordinates, fit.model.left);
    return fit;
  }
  if (!nothing_to_compare(classes_of(data)).empty()) return learn_metric(data, options, run);
  constexpr Index most_choosing = 2000;  // fits cost n^2
  return learn_with_identity(
      data, share_of_mcml(options), run.seed,
      [&](const Dataset& part) { return learn_metric(part, options, run); }, most_choosing);
}

}  // namespace mahala
