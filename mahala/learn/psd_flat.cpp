#include "mahala/learn/psd_flat.hpp"

#include <algorithm>

#include "mahala/geometry/psd_flat.hpp"
#include "mahala/optimize/pair_regression.hpp"

namespace mahala {

Options describe(PsdFlatOptions& o) {
  Options options = {
      {"rank", &o.rank, "rank of the metric; 0 = 10, or the number of features if that is less",
       at_least(0)},
      {"start",
       &o.start,
       "where descent starts: leading principal axes, or at random",
       {},
       {"pca", "random"}},
  };
  for (Option& option : describe(o.descent)) options.push_back(std::move(option));
  return options;
}

Model psd_flat_prior(const Dataset& data, const PsdFlatOptions& options, const Run& run) {
  const Index dim = data.dim();
  check_bound("rank", options.rank, dim, "the dimension");
  const Index rank = options.rank > 0 ? options.rank : std::min<Index>(10, dim);
  if (options.start == "random") {
    Rng rng = make_rng(run.seed);
    return {.left = PsdFlat(dim, rank).random_point(rng)};
  }
  return {.left = rank == dim ? Matrix(Matrix::Identity(dim, dim)) : principal_axes(data.x, rank)};
}

Fit psd_flat(const Dataset& data, const Pairs& pairs, const PsdFlatOptions& options,
             const Run& run) {
  Model prior = psd_flat_prior(data, options, run);
  if (pairs.empty()) return {.model = std::move(prior), .message = "no pairs: the start is kept"};
  PairRegression objective(data.x, pairs, std::move(prior.left));
  Descent descent = descend(objective, options.descent, run);
  return {.model = {.left = objective.factor()},
          .status = descent.status,
          .message = std::move(descent.message),
          .objective = descent.objective,
          .certificate = {"gradient norm", descent.gradient_norm},
          .iterations = descent.iterations,
          .trace = std::move(descent.trace)};
}

}  // namespace mahala
