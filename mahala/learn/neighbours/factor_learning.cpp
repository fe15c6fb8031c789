#include "mahala/learn/neighbours/factor_learning.hpp"

#include <fmt/format.h>

#include "mahala/core/error.hpp"
#include "mahala/learn/square_limit.hpp"

namespace mahala {

double factor_slope(const Samples& x, const EmbeddedLoss& loss, const Matrix& g, Matrix& gradient) {
  Matrix zl;
  const double value = loss(x.project(g), zl);
  gradient = 2 * x.back_project(zl);
  return value;
}

Fit fit_factor(const Samples& x, const EmbeddedLoss& loss, Matrix start,
               const LbfgsOptions& options, const Run& run) {
  const auto f = [&](const Matrix& g, Matrix& gradient) {
    return factor_slope(x, loss, g, gradient);
  };
  Descent descent = minimise(f, start, options, run);
  return fit_of(std::move(start), std::move(descent));
}

Options describe(MetricSolver& solver, std::string_view help, StartOptions& from,
                 LbfgsOptions& descent) {
  const Condition factored = if_is("solver", MetricSolver::factored);
  return joined({{{"solver", &solver, help}},
                 only_if(describe(from), factored),
                 describe(descent, factored)});
}

Model metric_start(std::string_view learner, MetricSolver solver, const StartOptions& from,
                   const Dataset& data, const Run& run) {
  if (solver == MetricSolver::factored) return {.left = start_factor(data, from, run)};
  check_square(fmt::format("{} with solver=full", learner), data.dim());
  require(run.start == nullptr, "{} goes on from a model with solver=factored only", learner);
  return identity_model(data.dim());
}

}  // namespace mahala
