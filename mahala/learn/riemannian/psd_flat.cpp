#include "mahala/learn/riemannian/psd_flat.hpp"

#include <algorithm>

#include "mahala/core/error.hpp"
#include "mahala/geometry/psd_flat.hpp"
#include "mahala/learn/closed_form/rca.hpp"
#include "mahala/learn/riemannian/flat_triplets.hpp"
#include "mahala/learn/riemannian/form_regression.hpp"
#include "mahala/learn/riemannian/regression.hpp"
#include "mahala/learn/riemannian/wide_rounds.hpp"

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

namespace {

/// Error for options that were changed and count for pairs alone.
void check_for_triplets(const PsdFlatOptions& options) {
  constexpr std::string_view counting[] = {"rank",   "start",     "lambda",
                                           "memory", "tolerance", "max_iterations"};
  PsdFlatOptions set = options, untouched;
  const Options described = describe(set), usual = describe(untouched);
  for (std::size_t k = 0; k < described.size(); ++k) {
    const bool counts = std::ranges::find(counting, described[k].name) != std::end(counting) ||
                        (described[k].name == "solver" && options.solver.solver == Solver::lbfgs);
    require(counts || value(described[k]) == value(usual[k]),
            "option {}: {} counts for pairs, not for triplets", described[k].name,
            value(described[k]));
  }
  require(options.from.start != FactorStart::spectral,
          "option start: spectral looks at pairs, and there are triplets");
}

/// In many directions first where a low rank is asked for, as from pairs.
Fit from_triplets(const Dataset& data, const Triplets& triplets, const PsdFlatOptions& options,
                  const Run& run) {
  check_for_triplets(options);
  if (triplets.empty()) return kept_start(psd_flat_prior(data, options, run), "no triplets");
  const bool wide = options.from.rank > 0 && options.from.rank < wide_rank(data) &&
                    options.from.start == FactorStart::pca && run.start == nullptr;
  if (!wide) {
    return fit_triplets_within(data.x, triplets, flat_start(data, options, run), options.solver,
                               run);
  }
  const Matrix axes = start_factor(data, {.rank = wide_rank(data)}, {.seed = run.seed});
  Fit fit = fit_triplets_within(data.x, triplets, axes, options.solver, run);
  const Matrix learned = fit.model.left;
  const Samples y(data.x.project(learned));
  fit = continued(std::move(fit), fit_triplets(y, triplets, principal_axes(y, options.from.rank),
                                               options.solver, run));
  fit.model.left = learned * fit.model.left;
  return fit;
}

Fit from_forms(const Dataset& data, const Forms& forms, const PsdFlatOptions& options,
               const Run& run) {
  PsdFlatOptions set = options, untouched;
  check_for_forms(describe(set), describe(untouched));
  require(options.from.start != FactorStart::spectral,
          "option start: spectral looks at pairs, and there are forms");
  require(options.solver.solver != Solver::newton && options.solver.solver != Solver::gauss_newton,
          "option solver: {} has the Hessian of pairs, not of forms", options.solver.solver);
  if (forms.empty()) return kept_start(psd_flat_prior(data, options, run), "no forms");
  const FormTask task =
      form_task(data, forms, flat_start(data, options, run), options.solver.loss, run);
  const PsdFlat manifold(task.start.rows(), task.start.cols());
  return fit_on(manifold, task.problem, task.start, options.solver, run);
}

}  // namespace

Fit psd_flat(const Dataset& data, const Constraints& constraints, const PsdFlatOptions& options,
             const Run& run) {
  check_start(options.from.start, run);
  if (const auto* triplets = std::get_if<Triplets>(&constraints)) {
    return from_triplets(data, *triplets, options, run);
  }
  if (const auto* forms = std::get_if<Forms>(&constraints)) {
    return from_forms(data, *forms, options, run);
  }
  const auto* given = std::get_if<Pairs>(&constraints);
  const bool wide = learns_wide(data, options.from, options.solver, run);
  const bool redraws = wide && run.redraw;
  if (given == nullptr || (given->empty() && !redraws)) {
    return kept_start(psd_flat_prior(data, options, run));
  }
  const Pairs& pairs = *given;
  if (wide) {
    return wide_rounds(data, pairs, options.from.rank, options.solver, run,
                       flat_rounds(options.solver));
  }
  Matrix start = options.from.start == FactorStart::spectral
                     ? start_factor(data, pairs, options.from, run)
                     : flat_start(data, options, run);
  return flat_regression(data.x, pairs, std::move(start), options.solver, run);
}

}  // namespace mahala
