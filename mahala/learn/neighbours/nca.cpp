#include "mahala/learn/neighbours/nca.hpp"

#include <algorithm>
#include <numeric>

namespace mahala {

namespace {

/// Samples of a class next to each other: most choices are of the same class, so that what an
/// evaluation reads together lies together.
Dataset sorted_by_class(const Dataset& data, const Classes& classes) {
  std::vector<Index> order(static_cast<std::size_t>(data.size()));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](Index i, Index j) { return classes[i] < classes[j]; });
  return data.select(order);
}

}  // namespace

Options describe(NcaOptions& o) {
  return joined({describe(o.near), describe(o.from), describe(o.descent), {describe(o.batch)}});
}

Model nca_prior(const Dataset& data, const NcaOptions& options, const Run& run) {
  return {.left = start_factor(data, options.from, run)};
}

namespace {

/// 1 - p_i of each choice times `share`, and its w.
ChoiceFunction nca_row(const Classes& classes, double share) {
  return [&classes, share](SoftChoice& choice) {
    const Index own = classes[choice.point];
    double p = 0;
    for (std::size_t k = 0; k < choice.chosen.size(); ++k) {
      if (classes[choice.chosen[k]] == own) p += choice.probability[k];
    }
    for (std::size_t k = 0; k < choice.chosen.size(); ++k) {
      choice.probability[k] *= share * ((classes[choice.chosen[k]] == own ? 1 : 0) - p);
    }
    return share * (1 - p);
  };
}

}  // namespace

double nca_objective(const Classes& classes, const Matrix& z, Matrix& zl,
                     SoftNeighbours& neighbours) {
  const auto share = 1 / static_cast<double>(z.cols());
  return neighbours.sum(z, z, nca_row(classes, share), negligible_pull * share, zl);
}

double nca_objective(const Classes& classes, const Matrix& z, std::span<const Index> queries,
                     Matrix& zl) {
  const auto share = 1 / static_cast<double>(queries.size());
  return SoftNeighbours::sum_of_queries(z, queries, nca_row(classes, share),
                                        negligible_pull * share, zl);
}

namespace {

Fit learn_nca(const Dataset& data, Matrix start, const StartPull& pull, const NcaOptions& options,
              const Run& run) {
  if (pull.strength() == 0) start = open_start(data.x, std::move(start), run);
  const Dataset sorted = sorted_by_class(data, classes_of(data));
  if (const Index queries = options.batch.of(data.size()); queries > 0) {
    const HeldApart parts = held_apart(sorted, run.seed);
    const auto part = [classes = classes_of(parts.learned)](
                          const Matrix& z, std::span<const Index> asking, Matrix& zl) {
      return nca_objective(classes, z, asking, zl);
    };
    return fit_factor_by_queries(parts, part, pull, std::move(start), queries, options.descent,
                                 run);
  }
  const Classes classes = classes_of(sorted);
  SoftNeighbours neighbours;
  const auto loss = [&](const Matrix& z, Matrix& zl) {
    return nca_objective(classes, z, zl, neighbours);
  };
  return fit_factor(sorted.x, loss, pull, std::move(start), options.descent,
                    remembering(run, neighbours));
}

}  // namespace

Fit nca(const Dataset& data, const NcaOptions& options, const Run& run) {
  Model prior = nca_prior(data, options, run);
  const std::string_view why = nothing_to_compare(classes_of(data));
  if (!why.empty()) return kept_start(std::move(prior), why);
  return learn_near_start(data, {}, options.from, std::move(prior.left), 1, options.near, run,
                          [&](const Dataset& near, Matrix start, const StartPull& pull) {
                            return learn_nca(near, std::move(start), pull, options, run);
                          });
}

}  // namespace mahala
