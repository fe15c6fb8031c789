#include "mahala/learn/bregman/logdet_learning.hpp"

#include <algorithm>
#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/number_text.hpp"

namespace mahala {
namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

std::int32_t position(const std::vector<Index>& samples, Index sample) {
  if (sample == origin) return static_cast<std::int32_t>(origin);
  const auto found = std::lower_bound(samples.begin(), samples.end(), sample);
  return static_cast<std::int32_t>(found - samples.begin());
}

/// "; 3 pairs of equal samples were left out" for every count that is not 0.
void remark(std::string& text, Index count, std::string_view what) {
  if (count > 0) text += fmt::format("; {} {}", count, what);
}

/// Similar pairs may be as far apart as dissimilar ones must be.
bool bounds_overlap(const LogDetBounds& bounds) {
  double similar = 0, dissimilar = unlimited;
  for (const LogDetBound& each : bounds) {
    if (each.relation == Relation::at_most) similar = std::max(similar, each.bound);
    if (each.relation == Relation::at_least) dissimilar = std::min(dissimilar, each.bound);
  }
  return similar >= dissimilar;
}

}  // namespace

Options describe(LogDetLearning& o) {
  Options all = {{"gamma",
                  &o.gamma,
                  "what a broken bound costs; inf = bounds are hard, auto = the best of 0.01, 0.1 "
                  ".. 1000 by cross-validation on the training samples",
                  positive(),
                  {"inf", "auto"}},
                 {"slack", &o.slack, "how it is counted; auto = logdet, for triplets hinge"}};
  for (const Option& option : describe(o.solver)) all.push_back(option);
  return all;
}

std::optional<double> gamma_of(const LogDetLearning& options) {
  if (options.gamma == "auto") return {};
  if (options.gamma == "inf") return unlimited;
  const auto value = finite_number(options.gamma);
  require(value && *value > 0, "option gamma: '{}' is not a number > 0 nor inf or auto",
          options.gamma);
  return value;
}

Slack slack_of(const LogDetLearning& options) {
  if (options.slack == LogDetSlack::hinge) return Slack::hinge;
  return options.slack == LogDetSlack::quadratic ? Slack::quadratic : Slack::logdet;
}

AskedPairs asked_by(const Pairs& pairs, const std::vector<Index>& samples,
                    const std::function<double(const Ends&)>& distance) {
  AskedPairs asked;
  double smallest = unlimited;
  for (const Pair& pair : pairs) {
    const Ends ends{position(samples, pair.i), position(samples, pair.j)};
    const double first = distance(ends);
    if (first > 0) smallest = std::min(smallest, first);
    const bool holds_anyway = pair.relation == Relation::at_least && pair.value == 0;
    if (pair.weight == 0 || holds_anyway) {
      ++asked.vacuous;
    } else if (!(first > 0)) {
      ++asked.coincident;
    } else {
      asked.ends.push_back(ends);
      asked.bounds.push_back({pair.relation, pair.value, pair.weight});
    }
  }
  for (LogDetBound& bound : asked.bounds) {
    if (bound.bound > 0) continue;
    bound.bound = smallest;
    ++asked.raised;
  }
  return asked;
}

Pairs sides_of(const Triplets& triplets) {
  Pairs sides;
  for (const Triplet& each : triplets) {
    if (each.weight == 0) continue;
    sides.push_back({each.query, each.near, Relation::at_most, 1, each.weight});
    sides.push_back({each.query, each.far, Relation::at_least, 1, each.weight});
  }
  return sides;
}

LinearBounds triplet_bounds(const Triplets& triplets, const std::vector<Index>& samples,
                            double margin, double gamma) {
  LinearBounds asked;
  for (const Triplet& each : triplets) {
    if (each.weight == 0) continue;
    const std::int32_t query = position(samples, each.query);
    asked.terms.push_back(
        {{{query, position(samples, each.near)}, 1}, {{query, position(samples, each.far)}, -1}});
    asked.bounds.push_back({.bound = -margin, .gamma = gamma * each.weight});
  }
  return asked;
}

LinearBounds form_bounds(const Forms& forms, double gamma) {
  LinearBounds asked;
  const auto ask = [&](const Form& form, double sign) {
    LinearTerms terms;
    for (const FormTerm& term : form.terms) {
      if (term.factor == 0) continue;
      terms.push_back({{static_cast<std::int32_t>(term.i), static_cast<std::int32_t>(term.j)},
                       sign * term.factor});
    }
    if (terms.empty()) return;
    asked.terms.push_back(std::move(terms));
    asked.bounds.push_back({.bound = sign * form.value, .gamma = gamma * form.weight});
  };
  for (const Form& form : forms) {
    if (form.weight == 0) continue;
    if (form.relation != Relation::at_least) ask(form, 1);
    if (form.relation != Relation::at_most) ask(form, -1);
  }
  return asked;
}

double squared_distance_of(const Matrix& z, const Ends& ends) {
  constexpr double rounding = 1e-28;  // of squares
  if (ends.j == origin) return z.col(ends.i).squaredNorm();
  const double squared = (z.col(ends.i) - z.col(ends.j)).squaredNorm();
  const double size = z.col(ends.i).squaredNorm() + z.col(ends.j).squaredNorm();
  return squared > rounding * size ? squared : 0;
}

Fit fit_of(Model model, LogDetSolution solution, const AskedPairs& asked,
           const std::string& chosen) {
  LogDetOutcome& outcome = solution.outcome;
  std::string message = fmt::format("{}, {}{}", outcome.message, solution.how, chosen);
  remark(message, asked.coincident, "pairs of samples at distance 0 were left out");
  remark(message, asked.vacuous, "bounds that always hold were left out");
  remark(message, asked.raised, "bounds of 0 became the smallest positive distance");
  remark(message, outcome.skipped, "pairs have shrunk to distance 0 and were skipped");
  remark(message, outcome.extreme, "bounds are 12 orders of magnitude from their distances");
  if (bounds_overlap(asked.bounds)) {
    message += "; some upper bounds are above lower ones";
  }
  return {.model = std::move(model),
          .status = outcome.status,
          .message = std::move(message),
          .objective = outcome.standing.primal(),
          .certificate = {"relative duality gap", outcome.standing.residual()},
          .iterations = outcome.iterations,
          .trace = std::move(outcome.trace)};
}

Fit nothing_to_learn(Model prior, const AskedPairs& asked) {
  return {.model = std::move(prior),
          .message = fmt::format("the prior is kept: {} pairs of samples at distance 0 and {} "
                                 "bounds that always hold were left out",
                                 asked.coincident, asked.vacuous),
          .certificate = {"relative duality gap", 0}};
}

}  // namespace mahala
