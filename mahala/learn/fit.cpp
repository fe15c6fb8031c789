#include "mahala/learn/fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "mahala/optimize/descent/descent.hpp"
#include "mahala/optimize/online/online.hpp"

namespace mahala {
namespace {

/// None where it is not finite: that says nothing about how far the optimum is.
Certificate gradient_certificate(double norm) {
  return std::isfinite(norm) ? Certificate{"gradient norm", norm} : Certificate{};
}

}  // namespace

Fit fit_of(Matrix factor, Descent descent) {
  return {.model = {.left = std::move(factor)},
          .status = descent.status,
          .message = std::move(descent.message),
          .objective = descent.objective,
          .certificate = gradient_certificate(descent.gradient_norm),
          .iterations = descent.iterations,
          .trace = std::move(descent.trace)};
}

Fit fit_of(Matrix factor, OnlineRun online, double gradient_norm) {
  return {.model = {.left = std::move(factor)},
          .status = online.status,
          .message = std::move(online.message),
          .objective = online.objective,
          .certificate = gradient_certificate(gradient_norm),
          .iterations = online.steps,
          .trace = std::move(online.trace)};
}

Fit kept_start(Model start, std::string_view why) {
  return {.model = std::move(start), .message = fmt::format("{}: the start is kept", why)};
}

Fit with_remark(Fit fit, const Pairs& pairs) {
  const auto all = [&](Relation relation) {
    return std::all_of(pairs.begin(), pairs.end(),
                       [&](const Pair& pair) { return pair.relation == relation; });
  };
  if (all(Relation::at_most)) {
    fit.message +=
        "; every pair asks for a smaller distance, so all there is to learn is to shrink";
  } else if (all(Relation::at_least)) {
    fit.message += "; every pair asks for a larger distance, so all there is to learn is to grow";
  }
  return fit;
}

}  // namespace mahala
