#include "mahala/learn/bregman/von_neumann.hpp"

namespace mahala {

Options describe(VonNeumannOptions& o) { return describe(o.learning); }

Model von_neumann_prior(const Dataset& data, const VonNeumannOptions& options, const Run&) {
  return spectral_prior(data, options.learning);
}

Fit von_neumann(const Dataset& data, const Pairs& pairs, const VonNeumannOptions& options,
                const Run& run) {
  return learn_spectral(data, pairs, options.learning, *von_neumann_function(), run);
}

}  // namespace mahala
