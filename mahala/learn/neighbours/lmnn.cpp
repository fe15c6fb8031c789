#include "mahala/learn/neighbours/lmnn.hpp"

#include <algorithm>
#include <memory>
#include <optional>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/random.hpp"
#include "mahala/data/labels/label_neighbours.hpp"
#include "mahala/learn/neighbours/impostors.hpp"
#include "mahala/optimize/descent/projected_descent.hpp"

namespace mahala {
namespace {

/// Groups at Z: those of the triplets, always the same, or the impostors there.
using GroupsAt = std::function<const std::vector<MarginGroup>&(const Matrix& z)>;

MarginLoss margin_loss(const LmnnOptions& options) {
  return {.push = options.push, .squared = options.loss == MarginCost::squared};
}

Fit fit_full_lmnn(const Samples& given, const GroupsAt& groups, const MarginLoss& loss,
                  const LmnnOptions& options, const Run& run) {
  const Samples x = in_one_place(given);
  const auto f = [&](const Matrix& g, Matrix& derivative) {
    return lmnn_slope(x, groups(x.project(g)), loss, g, derivative);
  };
  Matrix w = Matrix::Identity(x.dim(), x.dim());
  Descent descent =
      descend_projected(f, w, options.descent.tolerance, options.descent.max_iterations, run);
  Fit fit = fit_of(psd_factor(w), std::move(descent));
  fit.certificate.name = "relative step";
  return fit;
}

/// The objective over the impostors of some samples, which it keeps. Targets are searched by the
/// first call, so that a stop meanwhile is one of a step.
FactorStage factored_loss(Dataset data, const StartPull& pull, const LmnnOptions& options,
                          Index steps) {
  struct State {
    Dataset data;
    Classes classes;
    std::optional<Impostors> impostors = {};
  };
  const Classes classes = classes_of(data);
  const auto state = std::make_shared<State>(State{std::move(data), classes});
  const MarginLoss loss = margin_loss(options);
  const auto impostors_of = [targets = options.targets](State& own) -> Impostors& {
    auto& impostors = own.impostors;
    if (!impostors) impostors.emplace(own.classes, nearest_of_class(own.data, targets));
    return *impostors;
  };
  const auto f = [state, loss, pull, impostors_of](const Matrix& g, Matrix& gradient) {
    Impostors& impostors = impostors_of(*state);
    const auto value = [&](const Matrix& z, Matrix& zl) {
      return loss.value(impostors.at(z), z, z, zl);
    };
    return factor_slope(state->data.x, value, pull, g, gradient);
  };
  return {f, steps,
          [state, impostors_of](Archive& archive) { archive("impostors", impostors_of(*state)); }};
}

/// All samples after most steps were made with a part of them, at a sixteenth of the cost.
Fit fit_part_first(const Dataset& data, Matrix start, const StartPull& pull,
                   const LmnnOptions& options, const Run& run) {
  constexpr Index parts = 4;
  const Index most = options.descent.max_iterations, first = 3 * most / 4;
  const auto stage = [&](Index k) -> FactorStage {
    if (k == 1) return factored_loss(data, pull, options, most);
    Rng rng = make_rng(run.seed, RandomStream::examples);
    std::vector<Index> part = random_order(data.size(), rng);
    part.resize(part.size() / parts);
    std::sort(part.begin(), part.end());
    const StartPull for_part(pull.strength() / parts, pull.start());
    return factored_loss(data.select(part), for_part, options, first);
  };
  Descent descent = descend_in_stages(2, stage, most, start, options.descent, run);
  return fit_of(std::move(start), std::move(descent));
}

Fit fit_groups(const Dataset& data, const GroupsAt& groups, Matrix start, const StartPull& pull,
               const LmnnOptions& options, const Run& run) {
  const MarginLoss loss = margin_loss(options);
  const auto value = [&](const Matrix& z, Matrix& zl) { return loss.value(groups(z), z, z, zl); };
  return fit_factor(data.x, value, pull, std::move(start), options.descent, run);
}

}  // namespace

Options describe(LmnnOptions& o) {
  return joined(
      {{{"targets", &o.targets, "nearest samples of the same class to keep near; of labels only",
         between(1, 1000)},
        {"push",
         &o.push,
         "weight of the margin against that of nearness",
         {.low = 0, .high = 1, .above = true}},
        {"loss", &o.loss, "what a violated margin costs: itself, or its square"}},
       only_if(describe(o.near), if_is("solver", MetricSolver::factored)),
       describe(
           o.solver,
           "factored: a low-rank factor by quasi-Newton steps; full: projected sub-gradients on W",
           o.from, o.descent)});
}

Model lmnn_prior(const Dataset& data, const LmnnOptions& options, const Run& run) {
  return metric_start("lmnn", options.solver, options.from, data, run);
}

std::vector<std::vector<Index>> nearest_of_class(const Dataset& data, Index count) {
  const Classes classes = classes_of(data);
  std::vector<std::vector<Index>> members(static_cast<std::size_t>(classes.count()));
  for (Index i = 0; i < data.size(); ++i) {
    members[static_cast<std::size_t>(classes[i])].push_back(i);
  }
  std::vector<std::vector<Index>> targets(static_cast<std::size_t>(data.size()));
  for (const std::vector<Index>& own : members) {
    const Dataset part = data.select(own);
    const auto found = label_neighbours(part.labels, part.x, count, 0);
    for (std::size_t k = 0; k < own.size(); ++k) {
      for (const Index near : found[k].same) {
        targets[static_cast<std::size_t>(own[k])].push_back(own[static_cast<std::size_t>(near)]);
      }
    }
  }
  return targets;
}

double lmnn_slope(const Samples& x, const std::vector<MarginGroup>& groups, const MarginLoss& loss,
                  const Matrix& g, Matrix& derivative) {
  const Matrix all = x.block(0, x.size());
  Matrix xl;
  const double value = loss.value(groups, x.project(g), all, xl);
  derivative = Matrix(x.dim(), x.dim());
  multiply_a_bt(all, xl, derivative);
  return value;
}

namespace {

Fit learn_triplets(const Dataset& data, const Triplets& triplets, Matrix start,
                   const LmnnOptions& options, const Run& run) {
  const std::vector<MarginGroup> groups = margin_groups(triplets);
  const auto same = [&](const Matrix&) -> const std::vector<MarginGroup>& { return groups; };
  if (options.solver == MetricSolver::full)
    return fit_full_lmnn(data.x, same, margin_loss(options), options, run);
  return learn_near_start(data, triplets, options.from, std::move(start),
                          static_cast<double>(groups.size()), options.near, run,
                          [&](const Dataset& near, Matrix from, const StartPull& pull) {
                            return fit_groups(near, same, std::move(from), pull, options, run);
                          });
}

Fit learn_classes(const Dataset& data, Matrix start, const StartPull& pull,
                  const LmnnOptions& options, const Run& run) {
  if (options.solver == MetricSolver::factored && data.size() >= QueryOptions::most_at_once) {
    return fit_part_first(data, std::move(start), pull, options, run);
  }
  const Classes classes = classes_of(data);
  Impostors impostors(classes, nearest_of_class(data, options.targets));
  const auto at = [&](const Matrix& z) -> const std::vector<MarginGroup>& {
    return impostors.at(z);
  };
  const Run own = remembering(run, impostors);
  if (options.solver == MetricSolver::full)
    return fit_full_lmnn(data.x, at, margin_loss(options), options, own);
  return fit_groups(data, at, std::move(start), pull, options, own);
}

}  // namespace

Fit lmnn(const Dataset& data, const Constraints& constraints, const LmnnOptions& options,
         const Run& run) {
  Model prior = lmnn_prior(data, options, run);
  if (const auto* triplets = std::get_if<Triplets>(&constraints)) {
    require(options.targets == LmnnOptions{}.targets,
            "option targets: triplets say themselves which samples are to be near");
    if (triplets->empty()) return kept_start(std::move(prior), "there are no triplets");
    return learn_triplets(data, *triplets, std::move(prior.left), options, run);
  }
  const std::string_view why = nothing_to_compare(classes_of(data));
  if (!why.empty()) return kept_start(std::move(prior), why);
  if (options.solver == MetricSolver::full)
    return learn_classes(data, std::move(prior.left), {}, options, run);
  const auto count = static_cast<double>(data.size() * options.targets);
  return learn_near_start(data, {}, options.from, std::move(prior.left), count, options.near, run,
                          [&](const Dataset& near, Matrix start, const StartPull& pull) {
                            return learn_classes(near, std::move(start), pull, options, run);
                          });
}

}  // namespace mahala
