#include "mahala/learn/riemannian/kernel_psd.hpp"

#include <algorithm>

#include "mahala/learn/objects.hpp"
#include "mahala/learn/riemannian/regression.hpp"

namespace mahala {
namespace {

/// What only says where learning starts.
Options kernel_start_options(KernelPsdOptions& o) {
  return joined({{{"centre", &o.centre, "start from the kernel of samples moved to their mean"}},
                 describe(o.kernel)});
}

}  // namespace

Options describe(KernelPsdOptions& o) {
  return joined(
      {{{"rank", &o.rank, "rank of the kernel; 0 = 10, or the number of samples if that is less",
         at_least(0)},
        {"geometry", &o.geometry,
         "flat, or polar, whose options are form, lambda, retraction and core"}},
       kernel_start_options(o),
       only_if(describe(o.polar), if_is("geometry", KernelGeometry::polar)),
       describe_beside_polar(o.solver)});
}

Model kernel_psd_prior(const Dataset& data, const KernelPsdOptions& options, const Run& run) {
  check_bound("rank", options.rank, data.size(), "the number of samples");
  if (run.start != nullptr) {
    KernelPsdOptions given = options, standard;
    refuse_beside_start(kernel_start_options(given), kernel_start_options(standard));
    return objects_model(started(*run.start, data, options.rank));
  }
  const Index rank = options.rank > 0 ? options.rank : std::min<Index>(10, data.size());
  const Matrix k = kernel_matrix(data.x, options.kernel);
  return objects_model(kernel_components(options.centre ? centred_kernel(k) : k, rank));
}

Fit kernel_psd(const Dataset& data, const Pairs& pairs, const KernelPsdOptions& options,
               const Run& run) {
  Model prior = kernel_psd_prior(data, options, run);
  if (pairs.empty()) return kept_start(std::move(prior));
  const Samples identity = identity_samples(data.size());
  return as_objects(
      options.geometry == KernelGeometry::flat
          ? flat_regression(identity, pairs, std::move(prior.left), options.solver, run)
          : polar_regression(identity, pairs, prior.left, options.polar, options.solver, run));
}

}  // namespace mahala
