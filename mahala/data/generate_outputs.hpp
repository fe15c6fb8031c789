/// @file
/// A stream of inputs and the outputs of a system of low rank.
///
///   x normal in R^d,   y = x^T W x (1 + noise nu)          W = G G^T, nu normal
///                      y = x^T W x + noise tr(W) nu        additive
///
/// G is d x r with entries of variance 1/d, so that outputs are about r. It may move: every sample
/// turns its subspace by `drift` radians towards a random one, and at every `jump`-th it is drawn
/// anew.
///
/// Reference   Meyer, Bonnabel, Sepulchre, JMLR 12 (2011), equation (28); Bonnabel, Meyer,
///             Sepulchre, MTNS 2010, section VI.
#pragma once

#include <cstdint>

#include "mahala/core/option.hpp"
#include "mahala/data/dataset.hpp"

namespace mahala {

struct SystemOptions {
  Index samples = 2000;
  Index features = 256;
  Index rank = 10;     ///< <= features
  double noise = 0.1;  ///< >= 0
  bool additive = false;
  double drift = 0;  ///< >= 0
  Index jump = 0;    ///< 0 = never
};

/// Those that are not of other problems too.
Options describe(SystemOptions& options);

/// Samples with their outputs as labels, and the system at the end of the stream.
struct SystemOutputs {
  Dataset data = {};
  Matrix factor = {};  ///< G
};

/// Depends on options and seed alone. Error if the rank is above the number of features.
SystemOutputs system_outputs(const SystemOptions& options, std::uint64_t seed);

}  // namespace mahala
