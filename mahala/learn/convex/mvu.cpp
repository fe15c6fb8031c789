#include "mahala/learn/convex/mvu.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/core/memory.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/core/random.hpp"
#include "mahala/core/watch.hpp"
#include "mahala/kernel/kernel.hpp"
#include "mahala/learn/classes.hpp"
#include "mahala/learn/objects.hpp"
#include "mahala/learn/square_limit.hpp"

namespace mahala {
namespace {

/// A matrix of 1.8 GB, whose factors take the most part of some 25 iterations: with as many edges a
/// quarter of an hour of one processor.
constexpr Index most_edges = 15'000;

std::pair<Index, Index> edge(Index a, Index b) { return {std::min(a, b), std::max(a, b)}; }

/// The `count` samples nearest to i; ties by number.
std::vector<Index> nearest_to(const Matrix& distances, Index i, Index count) {
  std::vector<Index> order;
  for (Index j = 0; j < distances.cols(); ++j) {
    if (j != i) order.push_back(j);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return distances(a, i) < distances(b, i); });
  order.resize(static_cast<std::size_t>(std::min(count, std::ssize(order))));
  return order;
}

/// The component of every sample.
std::vector<Index> components(const std::set<std::pair<Index, Index>>& edges, Index n) {
  std::vector<Index> of(static_cast<std::size_t>(n));
  std::iota(of.begin(), of.end(), Index{0});
  for (const auto& [a, b] : edges) {
    const Index from = of[static_cast<std::size_t>(b)], to = of[static_cast<std::size_t>(a)];
    if (from != to) std::replace(of.begin(), of.end(), from, to);
  }
  return of;
}

/// The shortest edge between two components; {-1, -1} if there is one component.
std::pair<Index, Index> bridge(const Matrix& distances, const std::vector<Index>& of) {
  std::pair<Index, Index> best{-1, -1};
  for (Index a = 0; a < distances.rows(); ++a) {
    for (Index b = 0; b < distances.cols(); ++b) {
      if (of[static_cast<std::size_t>(a)] == of[static_cast<std::size_t>(b)]) continue;
      if (best.first < 0 || distances(a, b) < distances(best.first, best.second)) best = {a, b};
    }
  }
  return best;
}

/// Squared distances of all samples.
Matrix all_distances(const Samples& x) {
  constexpr Index at_once = 16;
  Matrix d = Matrix::Zero(x.size(), x.size());
  parallel_parts(x.size(), at_once, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      for (Index j = 0; j < i; ++j) d(i, j) = d(j, i) = x.squared_distance(i, j);
    }
  });
  return d;
}

/// The leading components of K, roughly: those of its image of a few random vectors, taken to the
/// fifth power. For who wishes to stop: it takes a fraction of a second where all take many.
Matrix rough_components(const Matrix& k, Index rank) {
  constexpr Index more = 8, powers = 5;
  Rng rng = make_rng(0);
  Matrix basis = random_normal(k.rows(), std::min(k.rows(), rank + more), rng);
  Matrix image(basis.rows(), basis.cols());
  for (Index power = 0; power < powers; ++power) {
    multiply_at_b(k, basis, image);
    basis = Qr(image).q(basis.cols());
  }
  multiply_at_b(k, basis, image);
  return basis * kernel_components(symmetric_part(basis.transpose() * image), rank);
}

/// For every sample the first one that it coincides with.
std::vector<Index> first_copies(const Matrix& d) {
  // Smaller distances than this are the rounding of larger ones, and no interior point keeps them.
  const double same = 1e-12 * d.maxCoeff();
  std::vector<Index> of;
  for (Index i = 0; i < d.rows(); ++i) {
    Index first = 0;
    while (d(first, i) > same) ++first;
    of.push_back(first == i ? i : of[static_cast<std::size_t>(first)]);
  }
  return of;
}

}  // namespace

Options describe(MvuOptions& o) {
  return joined(
      {{{"rank", &o.rank, "dimensions of the map; 0 = 2", at_least(0)},
        {"neighbours", &o.neighbours, "whose distances are kept", between(1, 100)},
        {"local", &o.local, "nn: distances to neighbours; angles: also among neighbours"}},
       describe(o.interior)});
}

Edges mvu_edges(const Matrix& distances, Index neighbours, bool angles) {
  std::set<std::pair<Index, Index>> edges;
  for (Index i = 0; i < distances.cols(); ++i) {
    const std::vector<Index> near = nearest_to(distances, i, neighbours);
    for (std::size_t a = 0; a < near.size(); ++a) {
      edges.insert(edge(i, near[a]));
      for (std::size_t b = 0; angles && b < a; ++b) edges.insert(edge(near[a], near[b]));
    }
  }
  std::vector<Index> of = components(edges, distances.cols());
  while (true) {
    check_watch();
    const auto [a, b] = bridge(distances, of);
    if (a < 0) return {edges.begin(), edges.end()};
    edges.insert(edge(a, b));
    const Index from = of[static_cast<std::size_t>(b)];
    std::replace(of.begin(), of.end(), from, of[static_cast<std::size_t>(a)]);
  }
}

Descent unfold(const Matrix& distances, const Edges& edges, Matrix& k,
               const InteriorOptions& options, const Run& run) {
  DistanceSdp problem{distances.rows(), edges, Vector(std::ssize(edges))};
  for (Index e = 0; e < std::ssize(edges); ++e) {
    const auto [a, b] = edges[static_cast<std::size_t>(e)];
    problem.b[e] = distances(a, b);
  }
  const double unit = problem.b.mean();
  problem.b /= unit;
  Descent descent = solve(problem, k, options, run);
  k *= unit;
  descent.objective *= unit / static_cast<double>(problem.size);
  return descent;
}

Fit mvu(const Dataset& data, const MvuOptions& options, const Run& run) {
  check_samples_squared("mvu", data.size());
  check_bound("rank", options.rank, data.size(), "the number of samples");
  const Index rank = options.rank > 0 ? options.rank : std::min<Index>(2, data.size());
  const Matrix all = all_distances(data.x);
  const std::vector<Index> copies = first_copies(all);
  std::vector<Index> distinct = copies;
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  const Index n = std::ssize(distinct);
  if (n < 3) {
    return kept_start(objects_model(Matrix::Zero(data.size(), rank)),
                      "fewer than 3 distinct samples");
  }
  const Matrix distances = all(distinct, distinct);
  const Edges edges =
      mvu_edges(distances, options.neighbours, options.local == KeptDistances::angles);
  require(std::ssize(edges) <= most_edges,
          "mvu: {} neighbours make {} pairs of neighbours, more than {}: give fewer",
          options.neighbours, edges.size(), most_edges);
  check_memory(
      fmt::format("mvu: matrices for {} samples and {} pairs of neighbours", n, edges.size()),
      solve_bytes(n, std::ssize(edges)));
  Matrix k;
  Descent descent = unfold(distances, edges, k, options.interior, run);
  Matrix found = Matrix::Zero(n, rank);
  const Index known = std::min(rank, n);
  const bool in_haste = descent.status == Status::stopped && 16 * known < n;
  found.leftCols(known) = in_haste ? rough_components(k, known) : kernel_components(k, known);
  Matrix places(data.size(), rank);
  for (Index i = 0; i < data.size(); ++i) {
    const auto at =
        std::lower_bound(distinct.begin(), distinct.end(), copies[static_cast<std::size_t>(i)]);
    places.row(i) = found.row(at - distinct.begin());
  }
  Fit fit = as_objects(fit_of(std::move(places), std::move(descent)));
  fit.certificate.name = "largest of residuals and gap";
  return fit;
}

}  // namespace mahala
