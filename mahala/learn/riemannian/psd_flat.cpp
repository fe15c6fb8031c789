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
  Matrix start = options.from.start == FactorStart::spectral
                     ? start_factor(data, pairs, options.from, run)
                     : flat_start(data, options, run);
  return flat_regression(data.x, pairs, std::move(start), options.solver, run);
}

}  // namespace mahala
