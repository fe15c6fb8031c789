/// @file
/// What learners have in common that minimise a function of embedded samples over the factor G of
/// W = G G^T.
///
///   Z = G^T X,   f(G) = loss(Z),   gradient 2 X (Z L)^T  where  Z L  is half the derivative by Z
#pragma once

#include <functional>
#include <span>

#include "mahala/core/checkpoint/checkpoint.hpp"
#include "mahala/data/dataset.hpp"
#include "mahala/learn/fit.hpp"
#include "mahala/learn/start.hpp"
#include "mahala/optimize/descent/lbfgs.hpp"
#include "mahala/optimize/regression/start_pull.hpp"

namespace mahala {

/// The value at Z; Z L goes into the second argument.
using EmbeddedLoss = std::function<double(const Matrix& z, Matrix& zl)>;

/// f, with the pull, and its gradient by G.
double factor_slope(const Samples& x, const EmbeddedLoss& loss, const StartPull& pull,
                    const Matrix& g, Matrix& gradient);

/// The run with what the loss remembers from one evaluation to the next.
template <Kept T>
Run remembering(const Run& run, T& value) {
  Run own = run;
  own.remembered = [&value](Archive& archive) { archive("remembered", value); };
  return own;
}

/// Quasi-Newton steps from `start`.
Fit fit_factor(const Samples& x, const EmbeddedLoss& loss, const StartPull& pull, Matrix start,
               const LbfgsOptions& options, const Run& run);

/// A function that is minimised for some steps.
struct FactorStage {
  SmoothFunction f;
  Index steps = 0;       ///< at most
  Keep remembered = {};  ///< what f remembers, if anything (Run::remembered)
};

/// Quasi-Newton steps on one function after the other, each from where the last has ended; `most`
/// in all. What is told and traced is that of one run.
Descent descend_in_stages(Index stages, const std::function<FactorStage(Index)>& stage, Index most,
                          Matrix& point, const LbfgsOptions& options, const Run& run);

/// The part of some samples in the loss, times n over their number; Z L of that.
using QueryLoss =
    std::function<double(const Matrix& z, std::span<const Index> queries, Matrix& zl)>;

/// Where learning by choices among neighbours begins: a start of its own is scaled so that there
/// are several to choose from (start_scale.hpp), one that was given is left as it is.
Matrix open_start(const Samples& x, Matrix start, const Run& run);

/// Losses over all pairs of samples grow with n^2. From `most_at_once` samples on a part of them
/// asks all others, another part in every round.
struct QueryOptions {
  Index queries = 0;  ///< 0 = chosen by n

  static constexpr Index most_at_once = 20'000, usual = 2'000;

  /// How many of n samples ask at a time; 0 if all do.
  Index of(Index n) const {
    const Index chosen = queries > 0 ? queries : n < most_at_once ? 0 : usual;
    return chosen < n ? chosen : 0;
  }
};

Option describe(QueryOptions& options);

/// Samples to learn from, and some that judge what was learned.
struct HeldApart {
  Dataset learned = {}, held = {};
};

/// A tenth of the samples is held apart, at most 5,000.
HeldApart held_apart(const Dataset& data, std::uint64_t seed);

/// The share of samples held apart that their five nearest among the others get wrong.
double held_out_error(const HeldApart& parts, const Matrix& g);

/// Rounds of quasi-Newton steps, each with other queries and from where the last has ended; the
/// last one asks more. What comes back is the start or the end of the round with the fewest errors
/// among samples held apart: a map learned from many samples of few doubtful ones may fit those
/// alone. The loss is of the samples to learn from; the objective is that of the last queries.
Fit fit_factor_by_queries(const HeldApart& parts, const QueryLoss& loss, const StartPull& pull,
                          Matrix start, Index queries, const LbfgsOptions& options, const Run& run);

/// Of learners that know steps on W itself as well.
enum class MetricSolver { factored, full };

template <>
inline constexpr std::array<std::string_view, 2> names_of<MetricSolver> = {"factored", "full"};

/// The options `solver`, with the help that is given, and those that depend on it.
Options describe(MetricSolver& solver, std::string_view help, StartOptions& from,
                 LbfgsOptions& descent);

/// G0 if factored, else W = I; Error if that would be too large, or there is a model to continue
/// from.
Model metric_start(std::string_view learner, MetricSolver solver, const StartOptions& from,
                   const Dataset& data, const Run& run);

}  // namespace mahala
