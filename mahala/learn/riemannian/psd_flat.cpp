#include "mahala/learn/riemannian/psd_flat.hpp"

#include "mahala/learn/riemannian/regression.hpp"

namespace mahala {

Options describe(PsdFlatOptions& o) {
  return joined({describe_observed(o.from), describe(o.solver)});
}

Model psd_flat_prior(const Dataset& data, const PsdFlatOptions& options, const Run& run) {
  check_start(options.from.start, run);
  return {.left = start_factor(data, options.from, run)};
}

Fit psd_flat(const Dataset& data, const Pairs& pairs, const PsdFlatOptions& options,
             const Run& run) {
  if (pairs.empty()) return kept_start(psd_flat_prior(data, options, run));
  check_start(options.from.start, run);
  return flat_regression(data.x, pairs, start_factor(data, pairs, options.from, run),
                         options.solver, run);
}

}  // namespace mahala
