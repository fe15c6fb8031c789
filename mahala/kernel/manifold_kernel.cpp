#include "mahala/kernel/manifold_kernel.hpp"

#include <algorithm>
#include <cmath>

#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/core/linalg/near.hpp"
#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/data/constraints/pair_bounds.hpp"

namespace mahala {
namespace {

std::vector<Near> nearest_of(const Samples& x, Index i, Index count) {
  std::vector<Near> others;
  for (Index j = 0; j < x.size(); ++j) {
    if (j != i) others.push_back({x.squared_distance(i, j), j});
  }
  const auto end = others.begin() + std::min(count, std::ssize(others));
  std::partial_sort(others.begin(), end, others.end());
  others.erase(end, others.end());
  return others;
}

double heat_scale(const std::vector<Near>& nearest) {
  std::vector<double> distances;
  for (const Near& each : nearest) distances.push_back(each.distance);
  const double median = percentile(std::move(distances), 50);
  return median > 0 ? median : 1;
}

}  // namespace

Options describe(ManifoldOptions& o) {
  return {
      {"manifold", &o.ratio,
       "how much the kernel follows the shape of the cloud of all samples; 0 = not", at_least(0)},
      {"manifold_neighbours", &o.neighbours, "nearest samples each is joined to", at_least(1)},
      {"manifold_weights", &o.weights, "of these joints: all alike, or falling with the distance"},
      {"manifold_laplacian", &o.laplacian,
       "of the graph they make; normalised = independent of how many joints a sample has"},
      {"manifold_power", &o.power, "of the Laplacian", between(1, 4)}};
}

Matrix neighbour_graph(const Samples& x, const ManifoldOptions& options) {
  Matrix graph = Matrix::Zero(x.size(), x.size());
  parallel_for(x.size(), [&](Index i) {
    const auto nearest = nearest_of(x, i, options.neighbours);
    if (nearest.empty()) return;
    const double scale = options.weights == EdgeWeights::heat ? heat_scale(nearest) : 0;
    for (const Near& each : nearest) {
      graph(each.item, i) = scale > 0 ? std::exp(-each.distance / scale) : 1;
    }
  });
  return graph.cwiseMax(graph.transpose());
}

Matrix graph_laplacian(const Matrix& graph, bool normalised) {
  const Vector degrees = graph.rowwise().sum();
  if (!normalised) return Matrix(degrees.asDiagonal()) - graph;
  const Vector scale = (degrees.array() > 0).select(degrees.array().max(1e-300).rsqrt(), 0);
  return Matrix::Identity(graph.rows(), graph.rows()) -
         scale.asDiagonal() * graph * scale.asDiagonal();
}

Matrix manifold_middle(const Samples& x, const Matrix& k, const ManifoldOptions& options) {
  const Matrix laplacian =
      graph_laplacian(neighbour_graph(x, options), options.laplacian == Laplacian::normalised);
  Matrix m = options.ratio * laplacian;
  for (Index p = 1; p < options.power; ++p) m = m * laplacian;
  const Matrix system = Matrix::Identity(k.rows(), k.rows()) + m * k;
  return symmetric_part(Lu(system).solve(m));
}

Matrix manifold_kernel(const Matrix& k, const Matrix& middle) {
  return symmetric_part(k - k * middle * k);
}

}  // namespace mahala
