#include "mahala/learn/riemannian/flat_triplets.hpp"

#include "mahala/core/error.hpp"
#include "mahala/data/constraints/pair_bounds.hpp"
#include "mahala/optimize/descent/lbfgs.hpp"

namespace mahala {
namespace {

/// tau, of the positive far distances.
double far_unit(const Samples& embedded, const Triplets& triplets) {
  std::vector<double> far;
  for (const Triplet& t : triplets) {
    const double distance = embedded.squared_distance(t.query, t.far);
    if (distance > 0) far.push_back(distance);
  }
  require(!far.empty(), "the samples coincide, so triplets say nothing about their distances");
  return percentile(std::move(far), 50);
}

Triplets of_total_one(Triplets triplets) {
  double total = 0;
  for (const Triplet& t : triplets) total += t.weight;
  for (Triplet& t : triplets) t.weight /= total > 0 ? total : 1;
  return triplets;
}

}  // namespace

double triplet_slope(const Samples& x, const std::vector<MarginGroup>& groups, double tau,
                     const StartPull& pull, const Matrix& g, Matrix& gradient) {
  constexpr MarginLoss hinge{.push = 1};
  const double root = std::sqrt(tau);
  const Matrix z = x.project(g) / root;
  Matrix zl;
  const double loss = hinge.value(groups, z, z, zl);
  gradient = 2 / root * x.back_project(zl);
  pull.add_gradient(g, gradient);
  return loss + pull.value(g);
}

Fit fit_triplets(const Samples& x, const Triplets& triplets, const Matrix& start,
                 const SolverOptions& options, const Run& run) {
  const auto groups = margin_groups(of_total_one(triplets));
  const double tau = far_unit(Samples(x.project(start)), triplets);
  Run with_pull = run;
  with_pull.in_units = true;
  const StartPull pull = pull_to(start, options.rounds, with_pull);
  const auto f = [&](const Matrix& g, Matrix& gradient) {
    return triplet_slope(x, groups, tau, pull, g, gradient);
  };
  Matrix g = start;
  Descent descent = minimise(f, g,
                             {.tolerance = options.descent.tolerance,
                              .max_iterations = options.descent.max_iterations,
                              .memory = options.memory},
                             run);
  return fit_of(std::move(g), std::move(descent));
}

Fit fit_triplets_within(const Samples& x, const Triplets& triplets, const Matrix& start,
                        const SolverOptions& options, const Run& run) {
  const Samples within(x.project(start));
  Fit fit =
      fit_triplets(within, triplets, Matrix::Identity(start.cols(), start.cols()), options, run);
  fit.model.left = start * fit.model.left;
  return fit;
}

}  // namespace mahala
