#include "mahala/learn/bregman/gamma_choice.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "mahala/core/error.hpp"
#include "mahala/core/random.hpp"
#include "mahala/evaluate/folds.hpp"
#include "mahala/evaluate/knn.hpp"
#include "mahala/evaluate/quality.hpp"

namespace mahala {
namespace {

constexpr Index voters = 10;

Pairs among(const Pairs& pairs, const std::vector<Index>& samples, Index n) {
  std::vector<bool> inside(static_cast<std::size_t>(n), false);
  for (const Index i : samples) inside[static_cast<std::size_t>(i)] = true;
  Pairs kept;
  for (const Pair& pair : pairs) {
    if (!inside[static_cast<std::size_t>(pair.i)]) continue;
    if (pair.j == origin || inside[static_cast<std::size_t>(pair.j)]) kept.push_back(pair);
  }
  return kept;
}

std::vector<Index> selected(const std::vector<Index>& values, const std::vector<Index>& which) {
  std::vector<Index> kept;
  for (const Index i : which) kept.push_back(values[static_cast<std::size_t>(i)]);
  return kept;
}

std::vector<Index> all_samples(Index n) {
  std::vector<Index> all(static_cast<std::size_t>(n));
  std::iota(all.begin(), all.end(), Index{0});
  return all;
}

/// The error of k-NN on the test part of each fold, added up, for every gamma.
std::vector<double> errors_by_class(const Dataset& data, const Pairs& pairs, const LearnGrid& learn,
                                    Rng& rng) {
  const std::vector<Index> classes = data.labels.classes();
  std::vector<double> errors(gamma_grid().size(), 0);
  const bool grouped = group_count(data) > 1;
  for (const Fold& fold :
       grouped ? dataset_folds(data, 2, rng) : stratified_folds(classes, 2, rng)) {
    const auto models = learn(among(pairs, fold.train, data.size()), fold.train);
    const auto known = selected(classes, fold.train), truth = selected(classes, fold.test);
    const Index k = std::min(voters, std::ssize(fold.train));
    for (std::size_t g = 0; g < models.size(); ++g) {
      const Samples placed = embed_prepared_samples(models[g], data.x);
      errors[g] += error_rate(
          classify_knn(placed.select(fold.train), known, placed.select(fold.test), k), truth);
    }
  }
  return errors;
}

/// 1 - AUC of the held-out pairs.
double error_of_pairs(const Model& model, const Samples& x, const Pairs& held_out) {
  const double auc = pair_auc(model, x, held_out);
  require(!std::isnan(auc),
          "option gamma: auto needs samples with one class each, or pairs of both kinds");
  return 1 - auc;
}

std::vector<double> errors_by_pairs(const Dataset& data, const Pairs& pairs, const LearnGrid& learn,
                                    Rng& rng) {
  const auto order = random_order(std::ssize(pairs), rng);
  std::vector<Pairs> halves(2);
  for (std::size_t k = 0; k < order.size(); ++k) {
    halves[k % 2].push_back(pairs[static_cast<std::size_t>(order[k])]);
  }
  std::vector<double> errors(gamma_grid().size(), 0);
  for (std::size_t half = 0; half < 2; ++half) {
    const auto models = learn(halves[half], all_samples(data.size()));
    for (std::size_t g = 0; g < models.size(); ++g) {
      errors[g] += error_of_pairs(models[g], data.x, halves[1 - half]);
    }
  }
  return errors;
}

bool has_classes(const Dataset& data) {
  if (data.labels.empty() || !data.labels.single() || data.size() < 4) return false;
  const auto classes = data.labels.classes();
  return std::any_of(classes.begin(), classes.end(), [&](Index c) { return c != classes[0]; });
}

}  // namespace

std::vector<double> gamma_grid() { return {0.01, 0.1, 1, 10, 100, 1000}; }

GammaChoice gamma_for(std::optional<double> given, const Dataset& data, const Pairs& pairs,
                      const LearnGrid& learn, const Run& run) {
  if (given) return {*given, {}};
  Rng rng = make_rng(run.seed, RandomStream::gamma_folds);
  const bool by_class = has_classes(data);
  const auto errors = by_class ? errors_by_class(data, pairs, learn, rng)
                               : errors_by_pairs(data, pairs, learn, rng);
  const auto best = std::min_element(errors.begin(), errors.end()) - errors.begin();
  const double gamma = gamma_grid()[static_cast<std::size_t>(best)];
  const double error = errors[static_cast<std::size_t>(best)] / 2;
  return {gamma, fmt::format("; gamma = {:g} chosen by two-fold cross-validation ({} {:.3g})",
                             gamma, by_class ? "k-NN error" : "1 - AUC of held-out pairs", error)};
}

}  // namespace mahala
