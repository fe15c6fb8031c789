#include "mahala/learn/riemannian/psd_flat.hpp"

#include "mahala/core/error.hpp"
#include "mahala/learn/closed_form/rca.hpp"
#include "mahala/learn/riemannian/regression.hpp"

namespace mahala {

Options describe(PsdFlatOptions& o) {
  return joined({describe_observed(o.from, {}), describe(o.solver)});
}

namespace {

/// Where rca ends among the leading directions: of all up to 500 features, else of 256 axes.
Matrix rca_start(const Dataset& data, const StartOptions& options, const Run& run) {
  constexpr Index most_features = 500, most_axes = 256;
  const Index rank = rank_of_start(data, options, run);
  require(!data.labels.empty(), "option start: rca looks at classes, and there are no labels");
  Matrix axes;
  Dataset within = data;
  if (data.dim() > most_features || data.dim() >= data.size()) {
    const Index most = std::min({most_axes, data.dim(), std::max<Index>(1, data.size() - 1)});
    axes = principal_axes(data.x, most);
    within.x = Samples(data.x.project(axes));
  }
  const Index kept = std::min(rank, within.dim());
  const Matrix found = rca(within, Nothing{}, {.rank = kept}).model.left;
  return axes.size() > 0 ? Matrix(axes * found) : found;
}

/// Directions to learn in before the rank is lowered.
Index wide_rank(const Dataset& data) {
  constexpr Index all_up_to = 256, else_axes = 128;
  const Index most = data.dim() <= all_up_to ? data.dim() : else_axes;
  return std::min(most, std::max<Index>(1, data.size() - 1));
}

/// Is a low rank asked for, of neighbours that can be drawn anew, from principal axes?
bool learns_wide(const Dataset& data, const PsdFlatOptions& options, const Run& run) {
  return options.from.rank > 0 && options.from.rank < wide_rank(data) &&
         options.from.start == FactorStart::pca && run.start == nullptr &&
         options.solver.solver != Solver::online && in_rounds(options.solver.rounds, run);
}

/// Few principal axes hold little of what tells classes apart, and neighbours among them are poor
/// ones to learn from. So a metric of many directions is learned first, L on z = A^T x; where its
/// leading principal axes V are, that of low rank starts: G = A L H with H from V on.
Fit fit_wide(const Dataset& data, const PsdFlatOptions& options, const Run& run) {
  const Matrix axes = start_factor(data, {.rank = wide_rank(data)}, {.seed = run.seed});
  const Samples z(data.x.project(axes));
  const Matrix identity = Matrix::Identity(axes.cols(), axes.cols());
  const Fit wide = flat_rounds(z, run.redraw(z), identity, options.solver, run);
  const Samples y(z.project(wide.model.left));
  const Matrix start = principal_axes(y, options.from.rank);
  Fit fit = wide;
  if (wide.status == Status::converged || wide.status == Status::budget_spent) {
    fit = continued(
        wide, flat_rounds(y, run.redraw(Samples(y.project(start))), start, options.solver, run));
  } else {
    fit.model.left = start;  // it was stopped, or diverged
  }
  fit.model.left = axes * (wide.model.left * fit.model.left);
  return fit;
}

Matrix flat_start(const Dataset& data, const PsdFlatOptions& options, const Run& run) {
  if (options.from.start != FactorStart::rca || run.start != nullptr) {
    return start_factor(data, options.from, run);
  }
  const bool known = run.own_start != nullptr && run.own_start->size() > 0;
  return known ? *run.own_start : rca_start(data, options.from, run);
}

}  // namespace

Model psd_flat_prior(const Dataset& data, const PsdFlatOptions& options, const Run& run) {
  check_start(options.from.start, run);
  return {.left = flat_start(data, options, run)};
}

Fit psd_flat(const Dataset& data, const Pairs& pairs, const PsdFlatOptions& options,
             const Run& run) {
  if (pairs.empty()) return kept_start(psd_flat_prior(data, options, run));
  check_start(options.from.start, run);
  if (learns_wide(data, options, run)) return fit_wide(data, options, run);
  Matrix start = options.from.start == FactorStart::spectral
                     ? start_factor(data, pairs, options.from, run)
                     : flat_start(data, options, run);
  return flat_regression(data.x, pairs, std::move(start), options.solver, run);
}

}  // namespace mahala
