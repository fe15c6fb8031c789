/// @file
/// Regression on the neighbours of each sample, in rounds.
///
///   f(G) = 1/m sum_k weight_k phi(e_k) + lambda/(4 r) |G G^T - G0 G0^T|_F^2
///
/// over pairs of near samples with bounds in the units of their surroundings (bounds "local" of
/// data/constraints/sample_constraints.hpp). Who is near changes with the metric: after at most ten
/// steps all are drawn anew in the metric so far, `refresh` times. The pull to the start keeps what
/// the pairs do not tell (optimize/regression/start_pull.hpp): without it a metric without any loss
/// on a few pairs is found, and is a bad one elsewhere.
#pragma once

#include <functional>
#include <string>

#include "mahala/core/option.hpp"
#include "mahala/learn/fit.hpp"
#include "mahala/optimize/regression/start_pull.hpp"

namespace mahala {

struct RoundOptions {
  std::string lambda = "auto";  ///< a number >= 0, or auto: 0.2 with local bounds, 0.1 with pairs
                                ///< in units of their distances (Run::in_units), else 0
  Index refresh = 3;            ///< how often neighbours are drawn anew; >= 0
};

/// `lambda` is the name of the option, where the geometry has another of that name.
Options describe(RoundOptions& options, std::string_view lambda = "lambda");

/// The number that `lambda` stands for. Error if it is none.
double lambda_of(const RoundOptions& options, const Run& run);

/// The pull of a round or of learning in one go, to `start`.
StartPull pull_to(const Matrix& start, const RoundOptions& options, const Run& run);

/// Learns from `pairs` for at most `steps` steps, from `start`.
using RoundSolver = std::function<Fit(const Samples& x, const Pairs& pairs, const Matrix& start,
                                      const StartPull& pull, Index steps, const Run& run)>;

/// True if neighbours can be drawn anew and are to be, or pairs in units of their distances pull to
/// the start: learning then stays among the directions of its start.
bool in_rounds(const RoundOptions& options, const Run& run);

/// The pairs to begin with where the samples are embedded in another metric: drawn there, or as
/// they were given.
Pairs pairs_in(const Samples& embedded, const Pairs& given, const Run& run);

/// All rounds from `start`, at most `most_steps` steps in all.
Fit learn_in_rounds(const Samples& x, Pairs pairs, const Matrix& start, const RoundOptions& options,
                    Index most_steps, const Run& run, const RoundSolver& solve);

/// The same among the directions that G0 = `start` has: with z = G0^T x for x, learning starts at
/// the identity, and G = G0 L comes back.
Fit rounds_within(const Samples& x, const Pairs& pairs, const Matrix& start,
                  const RoundOptions& options, Index most_steps, const Run& run,
                  const RoundSolver& solve);

/// The history of `before` put in front of that of `after`, which went on from it.
Fit continued(Fit before, Fit after);

}  // namespace mahala
