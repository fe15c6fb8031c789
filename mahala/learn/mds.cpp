#include "mahala/learn/mds.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "mahala/core/error.hpp"
#include "mahala/data/pair_bounds.hpp"
#include "mahala/learn/flat_regression.hpp"
#include "mahala/learn/objects.hpp"

namespace mahala {
namespace {

constexpr Index most_objects_for_all_pairs = 500;
constexpr Index random_partners = 50;
constexpr std::uint64_t partner_stream = 3;

/// Measured squared distances of the samples.
Pairs measured_pairs(const Samples& x, const Run& run) {
  Pairs pairs;
  const auto add = [&](Index i, Index j) {
    pairs.push_back({.i = i, .j = j, .value = x.squared_distance(i, j)});
  };
  if (x.size() <= most_objects_for_all_pairs) {
    for (Index i = 0; i < x.size(); ++i) {
      for (Index j = 0; j < i; ++j) add(i, j);
    }
    return pairs;
  }
  Rng rng = make_rng(run.seed, partner_stream);
  for (Index i = 0; i < x.size(); ++i) {
    for (Index k = 0; k < random_partners; ++k) add(i, random_other(x.size(), i, rng));
  }
  return pairs;
}

/// Principal coordinates, n x r: what classical scaling gives for Euclidean
/// distances.
Matrix principal_coordinates(const Samples& x, Index rank) {
  const Index known = std::min(rank, std::min(x.dim(), x.size()));
  Matrix g = Matrix::Zero(x.size(), rank);
  const Matrix axes = principal_axes(x, known);
  const Matrix z = x.project(axes).colwise() - axes.transpose() * mean(x);
  g.leftCols(known) = z.transpose();
  return g;
}

Matrix random_coordinates(Index objects, Index rank, const Run& run) {
  Rng rng = make_rng(run.seed);
  const Matrix g = random_normal(objects, rank, rng);
  return g.rowwise() - g.colwise().mean();
}

}  // namespace

Options describe(MdsOptions& o) {
  return joined(
      {{{"rank", &o.rank, "dimensions of the map; 0 = 2, or those of the start", at_least(0)},
        {"start",
         &o.start,
         "where learning starts: principal coordinates of the "
         "samples, or at random",
         {},
         {"pca", "random"}}},
       describe(o.solver)});
}

Model mds_prior(const Dataset& data, const MdsOptions& options, const Run& run) {
  check_bound("rank", options.rank, data.size(), "the number of objects");
  if (run.start != nullptr) return objects_model(started(*run.start, data, options.rank));
  const Index rank = options.rank > 0 ? options.rank : std::min<Index>(2, data.size());
  return objects_model(options.start == "pca" ? principal_coordinates(data.x, rank)
                                              : random_coordinates(data.size(), rank, run));
}

Fit mds(const Dataset& data, const Constraints& constraints, const MdsOptions& options,
        const Run& run) {
  Model prior = mds_prior(data, options, run);
  const bool given = std::holds_alternative<Pairs>(constraints);
  const Pairs pairs = given ? std::get<Pairs>(constraints) : measured_pairs(data.x, run);
  if (pairs.empty()) return kept_start(std::move(prior));
  const Samples identity = identity_samples(data.size());
  if (options.start == "random" && run.start == nullptr) {
    // Sized to the dissimilarities: a random cloud knows nothing of them.
    const PairProblem problem(identity, pairs);
    std::vector<Index> all(pairs.size());
    std::iota(all.begin(), all.end(), Index{0});
    prior.left *= std::sqrt(matched_scale(problem, prior.left, all));
  }
  return as_objects(flat_regression(identity, pairs, std::move(prior.left), options.solver, run));
}

double sstress(const Matrix& g, const Pairs& pairs) {
  double sum = 0;
  for (const Pair& pair : pairs) {
    const double distance = pair.j == origin ? g.row(pair.i).squaredNorm()
                                             : (g.row(pair.i) - g.row(pair.j)).squaredNorm();
    sum += (distance - pair.value) * (distance - pair.value);
  }
  return sum;
}

}  // namespace mahala
