#include "mahala/learn/convex/hmrf_kmeans.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "mahala/core/error.hpp"
#include "mahala/core/random.hpp"
#include "mahala/data/constraints/constraints.hpp"
#include "mahala/learn/classes.hpp"
#include "mahala/learn/square_limit.hpp"
#include "mahala/optimize/run_record.hpp"

namespace mahala {
namespace {

constexpr int most_sweeps = 20;
constexpr double smallest_share = 1e-9;  ///< of variance a feature counts with at least

struct Known {
  Index other = 0;
  bool alike = false;
};

/// The samples, their pairs and the state of the iteration.
class Hmrf {
 public:
  Hmrf(Matrix x, const Pairs& pairs, Index clusters, const HmrfOptions& options, const Run& run)
      : x_(std::move(x)),
        pairs_(pairs),
        options_(options),
        rng_(make_rng(run.seed)),
        known_(static_cast<std::size_t>(x_.cols())),
        box_((x_.rowwise().maxCoeff() - x_.rowwise().minCoeff()).array().square()) {
    for (const Pair& pair : pairs) {
      const bool alike = pair.relation == Relation::at_most;
      known_[static_cast<std::size_t>(pair.i)].push_back({pair.j, alike});
      known_[static_cast<std::size_t>(pair.j)].push_back({pair.i, alike});
    }
    state_.a = Vector::Ones(x_.rows());
    state_.centres = first_centres(clusters);
    for (Index i = 0; i < x_.cols(); ++i) state_.cluster.push_back(nearest(i));
  }

  const HmrfClusters& state() const { return state_; }

  void iterate() {
    assign();
    move_centres();
    if (options_.metric == HmrfMetric::diag) weigh_features();
    state_.objective = objective();
  }

  void keep(Archive& archive) {
    archive("state", state_);
    archive("rng", rng_);
  }

 private:
  double distance(Index i, Index j) const {
    return (x_.col(i) - x_.col(j)).array().square().matrix().dot(state_.a);
  }
  Index& cluster(Index i) { return state_.cluster[static_cast<std::size_t>(i)]; }
  Index cluster(Index i) const { return state_.cluster[static_cast<std::size_t>(i)]; }

  Vector to_centres(Index i) const {
    return (state_.centres.colwise() - x_.col(i)).array().square().matrix().transpose() * state_.a;
  }

  Index nearest(Index i) const {
    Index best = 0;
    to_centres(i).minCoeff(&best);
    return best;
  }

  /// Means of the groups that pairs join, or touch, the largest first and then the farthest by
  /// size; random samples where groups are too few.
  Matrix first_centres(Index clusters) {
    const std::vector<Index> group = joined_samples(pairs_, x_.cols());
    std::map<Index, std::vector<Index>> members;
    std::vector<Index> order;
    for (Index i = 0; i < x_.cols(); ++i) {
      if (known_[static_cast<std::size_t>(i)].empty()) continue;
      auto& own = members[group[static_cast<std::size_t>(i)]];
      if (own.empty()) order.push_back(group[static_cast<std::size_t>(i)]);
      own.push_back(i);
    }
    Matrix means = Matrix::Zero(x_.rows(), std::ssize(order));
    Vector sizes(means.cols());
    for (Index g = 0; g < means.cols(); ++g) {
      const auto& own = members[order[static_cast<std::size_t>(g)]];
      sizes[g] = static_cast<double>(own.size());
      for (const Index i : own) means.col(g) += x_.col(i) / sizes[g];
    }
    return means.cols() >= clusters ? farthest_first(means, sizes, clusters)
                                    : with_random(means, clusters);
  }

  static Matrix farthest_first(const Matrix& means, const Vector& sizes, Index clusters) {
    Matrix chosen(means.rows(), clusters);
    Vector nearest = Vector::Ones(sizes.size());  // the first is the largest
    std::vector<bool> taken(static_cast<std::size_t>(sizes.size()), false);
    for (Index c = 0; c < clusters; ++c) {
      Index best = -1;
      for (Index g = 0; g < sizes.size(); ++g) {
        if (taken[static_cast<std::size_t>(g)]) continue;
        if (best < 0 || nearest[g] * sizes[g] > nearest[best] * sizes[best]) best = g;
      }
      taken[static_cast<std::size_t>(best)] = true;
      chosen.col(c) = means.col(best);
      for (Index g = 0; g < sizes.size(); ++g) {
        const double d = (means.col(g) - means.col(best)).squaredNorm();
        nearest[g] = c == 0 ? d : std::min(nearest[g], d);
      }
    }
    return chosen;
  }

  Matrix with_random(const Matrix& means, Index clusters) {
    Matrix chosen(x_.rows(), clusters);
    chosen.leftCols(means.cols()) = means;
    const std::vector<Index> order = random_order(x_.cols(), rng_);
    for (Index c = means.cols(); c < clusters; ++c) {
      chosen.col(c) = x_.col(order[static_cast<std::size_t>(c - means.cols())]);
    }
    return chosen;
  }

  void assign() {
    const double range = box_.dot(state_.a);
    for (int sweep = 0; sweep < most_sweeps; ++sweep) {
      bool changed = false;
      std::vector<Index> order(static_cast<std::size_t>(x_.cols()));
      std::iota(order.begin(), order.end(), Index{0});
      if (options_.order == SweepSequence::random) order = random_order(x_.cols(), rng_);
      for (const Index i : order) {
        const Index best = cheapest(i, range);
        changed = changed || best != cluster(i);
        cluster(i) = best;
      }
      if (!changed) return;
    }
  }

  Index cheapest(Index i, double range) const {
    Vector cost = to_centres(i);
    for (const Known& known : known_[static_cast<std::size_t>(i)]) {
      const double d = distance(i, known.other);
      if (known.alike) {
        const double own = cost[cluster(known.other)];
        cost.array() += options_.weight * d;
        cost[cluster(known.other)] = own;
      } else {
        cost[cluster(known.other)] += options_.weight * (range - d);
      }
    }
    Index best = 0;
    cost.minCoeff(&best);
    return best;
  }

  /// A cluster that lost all samples keeps its centre.
  void move_centres() {
    Matrix sums = Matrix::Zero(x_.rows(), state_.centres.cols());
    Vector counts = Vector::Zero(sums.cols());
    for (Index i = 0; i < x_.cols(); ++i) {
      sums.col(cluster(i)) += x_.col(i);
      counts[cluster(i)] += 1;
    }
    for (Index c = 0; c < sums.cols(); ++c) {
      if (counts[c] > 0) state_.centres.col(c) = sums.col(c) / counts[c];
    }
  }

  /// What the features cost with a = 1: J without its logarithm is a's product with it.
  Vector costs() const {
    Vector sums = Vector::Zero(x_.rows());
    for (Index i = 0; i < x_.cols(); ++i) {
      sums += (x_.col(i) - state_.centres.col(cluster(i))).array().square().matrix();
    }
    for (const Pair& pair : pairs_) {
      const Vector d = (x_.col(pair.i) - x_.col(pair.j)).array().square();
      const bool alike = pair.relation == Relation::at_most;
      if (alike == (cluster(pair.i) == cluster(pair.j))) continue;
      if (alike)
        sums += options_.weight * d;
      else
        sums += options_.weight * (box_ - d);
    }
    return sums;
  }

  void weigh_features() {
    const auto n = static_cast<double>(x_.cols());
    state_.a = n * costs().cwiseMax(smallest_share * n).cwiseInverse();
  }

  double objective() const {
    return costs().dot(state_.a) - static_cast<double>(x_.cols()) * state_.a.array().log().sum();
  }

  Matrix x_;
  const Pairs& pairs_;
  const HmrfOptions& options_;
  Rng rng_;
  std::vector<std::vector<Known>> known_;
  Vector box_;
  HmrfClusters state_;
};

Index cluster_count(const Dataset& data, Index asked) {
  const Index labels = data.labels.empty() ? 2 : classes_of(data).count();
  const Index count = asked > 0 ? asked : labels;
  require(count <= data.size(), "{} clusters of {} samples", count, data.size());
  return count;
}

}  // namespace

Options describe(HmrfOptions& o) {
  return {
      {"clusters", &o.clusters, "0 = as many as labels, or 2 if there are none", between(0, 1e6)},
      {"weight", &o.weight, "of a pair that is not respected", at_least(0)},
      {"metric", &o.metric, "diag: learn the weights of features; none: keep them"},
      {"order", &o.order, "in which samples choose their cluster"},
      {"tolerance", &o.tolerance, "stop at this relative change of the objective", at_least(0)},
      {"max_iterations", &o.max_iterations, "largest number of turns", at_least(0)},
  };
}

HmrfClusters hmrf_clusters(const Samples& x, const Pairs& pairs, Index clusters,
                           const HmrfOptions& options, const Run& run, Fit& fit) {
  Hmrf hmrf(x.block(0, x.size()), pairs, clusters, options, run);
  HmrfClusters best = hmrf.state();
  best.objective = std::numeric_limits<double>::infinity();
  RunRecord record(run, options.max_iterations);
  double before = best.objective;
  record.keeps([&](Archive& archive) {
    archive("hmrf", hmrf);
    archive("best", best);
    archive("before", before);
  });
  for (; !record.is_over() && !record.spent(); record.next()) {
    record.moves();
    hmrf.iterate();
    const double now = hmrf.state().objective;
    if (now <= best.objective) best = hmrf.state();
    record.note(best.objective);
    const bool settled = std::abs(before - now) <= options.tolerance * (1 + std::abs(now));
    if (record.stopped() ||
        (settled && record.converged(fmt::format(
                        "the objective changed by less than {:g} of itself", options.tolerance)))) {
      break;
    }
    before = now;
  }
  fit = record.into(std::move(fit));
  return best;
}

Fit hmrf_kmeans(const Dataset& data, const Pairs& pairs, const HmrfOptions& options,
                const Run& run) {
  check_square("hmrf-kmeans", data.dim());
  if (pairs.empty()) return kept_start(identity_model(data.dim()), "there are no pairs");
  Fit fit;
  const HmrfClusters found =
      hmrf_clusters(data.x, pairs, cluster_count(data, options.clusters), options, run, fit);
  const bool learned = options.metric == HmrfMetric::diag && !fit.trace.empty();
  fit.model = learned ? Model{.left = found.a.cwiseSqrt().asDiagonal().toDenseMatrix()}
                      : identity_model(data.dim());
  fit.objective = fit.trace.empty() ? 0 : found.objective;
  return fit;
}

}  // namespace mahala
