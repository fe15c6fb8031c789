#include "mahala/learn/closed_form/ksr.hpp"

#include <algorithm>
#include <numeric>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/learn/objects.hpp"

namespace mahala {
namespace {

constexpr double smallest_degree = 1e-12;
constexpr double smallest_rest = 1e-8;  ///< below, a response repeats earlier ones

/// Every sample with itself and its nearest in the kernel, both ways; ties by number.
Matrix neighbour_graph(const Matrix& k, Index neighbours) {
  const Index n = k.rows();
  Matrix graph = Matrix::Identity(n, n);
  std::vector<Index> order(static_cast<std::size_t>(n));
  for (Index i = 0; i < n; ++i) {
    const Vector d = k.diagonal() - 2 * k.col(i);
    std::iota(order.begin(), order.end(), Index{0});
    order.erase(order.begin() + i);
    const auto last = order.begin() + std::min(neighbours, n - 1);
    std::partial_sort(order.begin(), last, order.end(),
                      [&](Index a, Index b) { return d[a] != d[b] ? d[a] < d[b] : a < b; });
    for (auto j = order.begin(); j != last; ++j) graph(i, *j) = graph(*j, i) = 1;
    order.resize(static_cast<std::size_t>(n));
  }
  return graph;
}

void join(Matrix& graph, const Pairs& pairs) {
  for (const Pair& pair : pairs) {
    require(pair.relation != Relation::equal && pair.j != origin,
            "ksr learns from pairs that are alike (<=) or not (>=), not from measured distances");
    graph(pair.i, pair.j) = graph(pair.j, pair.i) = pair.relation == Relation::at_most ? 1 : 0;
  }
}

Index ksr_rank(const Dataset& data, Index asked) {
  check_bound("rank", asked, std::max<Index>(1, data.size() - 1), "one less than the samples,");
  return asked > 0 ? asked : std::clamp<Index>(data.size() - 1, 1, 2);
}

}  // namespace

Options describe(KsrOptions& o) {
  return joined({{{"rank", &o.rank, "responses; 0 = 2", at_least(0)},
                  {"neighbours", &o.neighbours, "of each sample in the graph", between(1, 1000)},
                  {"alpha", &o.alpha, "weight of smoothness in the kernel", positive()}},
                 describe(o.kernel)});
}

Responses spectral_responses(const Matrix& graph, Index rank) {
  const Vector degree = graph.rowwise().sum().cwiseMax(smallest_degree);
  const Vector root = degree.cwiseSqrt().cwiseInverse();
  // One more than wanted: the constant is among them, or mixed with some of the same l.
  const Spectrum s = leading_eigen(root.asDiagonal() * graph * root.asDiagonal(),
                                   std::min(rank + 1, graph.rows()));
  // In coordinates D^{1/2} y orthogonality is the usual one.
  const Vector constant = degree.cwiseSqrt().normalized();
  Responses found{Matrix(graph.rows(), rank), Vector(rank)};
  Index kept = 0;
  for (Index c = 0; c < s.values.size() && kept < rank; ++c) {
    Vector y = s.vectors.col(c) - constant * constant.dot(s.vectors.col(c));
    const auto earlier = found.y.leftCols(kept);
    y -= earlier * (earlier.transpose() * y);
    if (y.norm() <= smallest_rest) continue;
    found.y.col(kept) = y.normalized();
    found.l[kept++] = s.values[c];
  }
  return {root.asDiagonal() * found.y.leftCols(kept), found.l.head(kept)};
}

Matrix smoothed(const Matrix& k, const Matrix& y, double alpha) {
  if (y.cols() == 0) return y;  // Eigen would form references to nothing
  Matrix system = k;
  system.diagonal().array() += alpha;
  const Cholesky cholesky(system);
  // A kernel that was given need not be positive.
  return k * (cholesky.definite() ? cholesky.solve(y) : solve_symmetric(system, y));
}

Model ksr_prior(const Dataset& data, const KsrOptions& options, const Run&) {
  const Matrix k = centred_kernel(kernel_matrix(data.x, options.kernel));
  return objects_model(kernel_components(k, ksr_rank(data, options.rank)));
}

Fit ksr(const Dataset& data, const Constraints& constraints, const KsrOptions& options,
        const Run&) {
  const Index rank = ksr_rank(data, options.rank);
  const Matrix k = kernel_matrix(data.x, options.kernel);
  Matrix graph = neighbour_graph(k, options.neighbours);
  if (const auto* pairs = std::get_if<Pairs>(&constraints)) join(graph, *pairs);
  const Responses found = spectral_responses(graph, rank);
  Matrix places = Matrix::Zero(data.size(), rank);
  places.leftCols(found.y.cols()) = smoothed(k, found.y, options.alpha);
  return {.model = objects_model(std::move(places)),
          .message =
              fmt::format("{} responses over a graph of {} samples", found.y.cols(), data.size()),
          .objective = (1 - found.l.array()).max(0).sum(),
          .certificate = {"exact", 0}};
}

}  // namespace mahala
