#include "mahala/learn/psd_flat.hpp"

#include "mahala/geometry/psd_flat.hpp"
#include "mahala/learn/flat_regression.hpp"

namespace mahala {

Options describe(PsdFlatOptions& o) { return joined({describe(o.from), describe(o.solver)}); }

Model psd_flat_prior(const Dataset& data, const PsdFlatOptions& options, const Run& run) {
  check_start(options.from.start, run);
  return {.left = start_factor(data, options.from, run)};
}

Fit psd_flat(const Dataset& data, const Pairs& pairs, const PsdFlatOptions& options,
             const Run& run) {
  Model prior = psd_flat_prior(data, options, run);
  if (pairs.empty()) return kept_start(std::move(prior));
  return flat_regression(data.x, pairs, std::move(prior.left), options.solver, run);
}

}  // namespace mahala
