#include "mahala/learn/riemannian/mds.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "mahala/core/error.hpp"
#include "mahala/data/constraints/pair_bounds.hpp"
#include "mahala/data/samples/samples.hpp"
#include "mahala/learn/objects.hpp"
#include "mahala/learn/riemannian/regression.hpp"

namespace mahala {
namespace {

constexpr Index most_objects_for_all_pairs = 500;
constexpr Index random_partners = 50;

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
  Rng rng = make_rng(run.seed, RandomStream::partners);
  for (Index i = 0; i < x.size(); ++i) {
    for (Index k = 0; k < random_partners; ++k) add(i, random_other(x.size(), i, rng));
  }
  return pairs;
}

Matrix random_coordinates(Index objects, Index rank, const Run& run) {
  Rng rng = make_rng(run.seed);
  const Matrix g = random_normal(objects, rank, rng);
  return g.rowwise() - g.colwise().mean();
}

/// Principal coordinates, n x r: what classical scaling gives for Euclidean distances.
Matrix principal_coordinates(const Samples& x, Index rank) {
  const Index known = std::min(rank, std::min(x.dim(), x.size()));
  Matrix g = Matrix::Zero(x.size(), rank);
  const Matrix axes = principal_axes(x, known);
  const Matrix z = x.project(axes).colwise() - axes.transpose() * mean(x);
  g.leftCols(known) = z.transpose();
  return g;
}

/// A little of `random` in the dimensions that g does not fill: a column of zeros would stay one
/// whatever the dissimilarities are.
void fill_unused(Matrix& g, const Matrix& random) {
  constexpr double little = 0.1, nothing = 1e-10;  // of the widest column
  const Vector widths = g.colwise().norm();
  const double widest = widths.maxCoeff();
  for (Index c = 0; c < g.cols(); ++c) {
    if (widths[c] <= nothing * widest) g.col(c) = little * widest * random.col(c).normalized();
  }
}

/// The start, made fit for dissimilarities that are not those of the samples.
Matrix start_for(const Pairs& pairs, Matrix g, const Dataset& data, const MdsOptions& options,
                 const Run& run) {
  const bool tells_nothing = coincide(data.x);
  if (options.start == FactorStart::pca) {
    const Matrix random = random_coordinates(data.size(), g.cols(), run);
    if (!tells_nothing) {
      fill_unused(g, random);
      return g;
    }
    g = random;
  }
  // Sized to the dissimilarities: a random cloud knows nothing of them.
  const Samples identity = identity_samples(data.size());
  std::vector<Index> all(pairs.size());
  std::iota(all.begin(), all.end(), Index{0});
  return std::sqrt(matched_scale(PairProblem(identity, pairs), g, all)) * g;
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
         one_of(FactorStart::pca, FactorStart::random)}},
       describe(o.solver)});
}

Model mds_prior(const Dataset& data, const MdsOptions& options, const Run& run) {
  check_bound("rank", options.rank, data.size(), "the number of objects");
  check_start(options.start, run);
  if (run.start != nullptr) return objects_model(started(*run.start, data, options.rank));
  const Index rank = options.rank > 0 ? options.rank : std::min<Index>(2, data.size());
  return objects_model(options.start == FactorStart::pca
                           ? principal_coordinates(data.x, rank)
                           : random_coordinates(data.size(), rank, run));
}

Fit mds(const Dataset& data, const Constraints& constraints, const MdsOptions& options,
        const Run& run) {
  Model prior = mds_prior(data, options, run);
  const bool given = std::holds_alternative<Pairs>(constraints);
  const Pairs pairs = given ? std::get<Pairs>(constraints) : measured_pairs(data.x, run);
  if (pairs.empty()) return kept_start(std::move(prior));
  if (run.start == nullptr && (given || options.start == FactorStart::random)) {
    prior.left = start_for(pairs, std::move(prior.left), data, options, run);
  }
  const Samples identity = identity_samples(data.size());
  return as_objects(flat_regression(identity, pairs, std::move(prior.left), options.solver, run));
}

}  // namespace mahala
