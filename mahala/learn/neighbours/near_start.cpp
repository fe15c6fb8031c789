#include "mahala/learn/neighbours/near_start.hpp"

#include <algorithm>
#include <cmath>

#include "mahala/core/linalg/power_of_two.hpp"
#include "mahala/core/random.hpp"
#include "mahala/data/constraints/pair_bounds.hpp"
#include "mahala/data/labels/label_neighbours.hpp"

namespace mahala {
namespace {

/// A and L0.
struct Axes {
  Matrix axes;
  Matrix start;
};

Axes axes_for(const Dataset& data, const StartOptions& from, const Matrix& start, const Run& run) {
  const bool own = run.start == nullptr && from.start == FactorStart::pca;
  const Index rank = start.cols(), wide = std::max(rank, from.rank > 0 ? wide_rank(data) : 0);
  if (!own) return {Matrix::Identity(data.dim(), data.dim()), start};
  if (wide == rank) return {start, Matrix::Identity(rank, rank)};
  return {start_factor(data, {.rank = wide}, {.seed = run.seed}), Matrix::Identity(wide, rank)};
}

}  // namespace

Options describe(NearStartOptions& o) {
  return {
      {"lambda", &o.lambda,
       "how strongly the metric is pulled to the one it starts from; 0: not at all, and learned "
       "in all features and the units of the data",
       at_least(0)},
      {"unit", &o.unit,
       "what is taken for a squared distance of 1, in units of those of near samples; counts "
       "with lambda only",
       positive()}};
}

double near_unit(const Samples& embedded, const Triplets& triplets) {
  std::vector<double> units;
  for (const Triplet& t : triplets) {
    const double unit = std::sqrt(embedded.squared_distance(t.query, t.near) *
                                  embedded.squared_distance(t.query, t.far));
    if (unit > 0) units.push_back(unit);
  }
  return units.empty() ? 1 : percentile(std::move(units), 50);
}

double near_unit(const Samples& embedded, const Labels& labels, std::uint64_t seed) {
  constexpr Index most = 20'000, nearest = 3;
  Rng rng = make_rng(seed, RandomStream::examples);
  std::vector<Index> some = random_order(embedded.size(), rng);
  some.resize(static_cast<std::size_t>(std::min(embedded.size(), most)));
  std::sort(some.begin(), some.end());
  const Samples x = embedded.select(some);
  const auto near = label_neighbours(labels.select(some), x, nearest, nearest);
  std::vector<double> units;
  for (std::size_t i = 0; i < near.size(); ++i) {
    if (near[i].same.empty() || near[i].other.empty()) continue;
    const auto to = [&](Index j) { return x.squared_distance(static_cast<Index>(i), j); };
    const double unit = std::sqrt(to(near[i].same.back()) * to(near[i].other.back()));
    if (unit > 0) units.push_back(unit);
  }
  return units.empty() ? 1 : percentile(std::move(units), 50);
}

Fit learn_near_start(const Dataset& data, const Triplets& triplets, const StartOptions& from,
                     Matrix start, double count, const NearStartOptions& options, const Run& run,
                     const PulledLearner& learn) {
  if (options.lambda == 0) return learn(data, std::move(start), {});
  auto [axes, within] = axes_for(data, from, start, run);
  Matrix y = data.x.project(axes);
  // Distances are squares, which huge numbers do not have.
  const double scale = scale_to_one(y.cwiseAbs().maxCoeff());
  axes *= scale;
  y *= scale;
  const Samples z(Matrix(within.transpose() * y));
  const double tau = options.unit * (triplets.empty() ? near_unit(z, data.labels, run.seed)
                                                      : near_unit(z, triplets));
  axes /= std::sqrt(tau);
  y /= std::sqrt(tau);
  Dataset embedded{.x = Samples(std::move(y)), .labels = data.labels};
  const double strength = options.lambda * count / static_cast<double>(within.cols());
  Fit fit = learn(embedded, within, StartPull(strength, within));
  fit.model.left = axes * fit.model.left;
  return fit;
}

}  // namespace mahala
