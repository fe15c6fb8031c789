#include "mahala/cluster/kmeans.hpp"

#include <limits>
#include <type_traits>

#include "mahala/core/error.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/data/samples/columns.hpp"

namespace mahala {
namespace {

template <class X>
void add_column(const X& x, Index i, Eigen::Ref<Vector> sum) {
  if constexpr (std::is_same_v<X, SparseMatrix>) {
    for (SparseMatrix::InnerIterator it(x, i); it; ++it) sum[it.row()] += it.value();
  } else {
    sum += x.col(i).template cast<double>();
  }
}

/// One restart.
class Lloyd {
 public:
  Lloyd(const Samples& x, const Vector& norms, const KMeansOptions& options, Rng rng)
      : x_(x), norms_(norms), k_(options.clusters), rng_(std::move(rng)) {
    found_.cluster.assign(static_cast<std::size_t>(x.size()), -1);
    found_.centres = Matrix::Zero(x.dim(), k_);
    nearest_ = Vector::Constant(x.size(), std::numeric_limits<double>::infinity());
    seed();
    while (!found_.converged && found_.iterations < options.max_iterations) {
      found_.converged = !assign();
      if (!found_.converged) move_centres();
      ++found_.iterations;
    }
    if (!found_.converged) assign();
    found_.objective = nearest_.sum();
  }

  Clustering result() && { return std::move(found_); }

 private:
  void seed() {
    Index chosen = random_index(x_.size(), rng_);
    for (Index c = 0; c < k_; ++c) {
      found_.centres.col(c) = x_.column(chosen);
      nearest_ = nearest_.cwiseMin(distances(found_.centres.col(c)).row(0).transpose());
      chosen = draw(nearest_);
    }
  }

  /// An index with probability proportional to its weight; any if all weights are 0.
  Index draw(const Vector& weight) {
    const double total = weight.sum();
    if (!(total > 0)) return random_index(weight.size(), rng_);
    double rest = random_unit(rng_) * total;
    Index last = 0;
    for (Index i = 0; i < weight.size(); ++i) {
      if (weight[i] <= 0) continue;
      last = i;  // where rounding leaves a rest at the end
      if (rest < weight[i]) return i;
      rest -= weight[i];
    }
    return last;
  }

  /// Squared, centres x samples: |x|^2 - 2 x^T c + |c|^2, where what rounding leaves of a
  /// difference of equals is 0.
  Matrix distances(const MatrixView& centres) const {
    const Matrix duals = dual(x_, centres);
    Matrix all = x_.project(duals);
    const Vector lengths = centres.cwiseProduct(duals).colwise().sum();
    for (Index i = 0; i < all.cols(); ++i) {
      for (Index c = 0; c < all.rows(); ++c) {
        const double scale = norms_[i] + lengths[c], squared = scale - 2 * all(c, i);
        all(c, i) = squared > 16 * std::numeric_limits<double>::epsilon() * scale ? squared : 0;
      }
    }
    return all;
  }

  /// Samples to their nearest centre, the first of equally near ones; true if any changes.
  bool assign() {
    const Matrix all = distances(found_.centres);
    bool changed = false;
    for (Index i = 0; i < all.cols(); ++i) {
      Index best = 0;
      nearest_[i] = all.col(i).minCoeff(&best);
      Index& cluster = found_.cluster[static_cast<std::size_t>(i)];
      changed = changed || cluster != best;
      cluster = best;
    }
    return changed;
  }

  void move_centres() {
    std::vector<Index> sizes(static_cast<std::size_t>(k_), 0);
    for (const Index c : found_.cluster) ++sizes[static_cast<std::size_t>(c)];
    for (Index c = 0; c < k_; ++c) {
      if (sizes[static_cast<std::size_t>(c)] == 0) refill(c, sizes);
    }
    for (Index c = 0; c < k_; ++c) {
      if (sizes[static_cast<std::size_t>(c)] > 0) found_.centres.col(c).setZero();
    }
    with_columns(x_, [&](const auto& columns) {
      for (Index i = 0; i < columns.cols(); ++i) {
        add_column(columns, i, found_.centres.col(found_.cluster[static_cast<std::size_t>(i)]));
      }
    });
    for (Index c = 0; c < k_; ++c) {
      const Index size = sizes[static_cast<std::size_t>(c)];
      if (size > 0) found_.centres.col(c) /= static_cast<double>(size);
    }
  }

  /// Gives an empty cluster the sample farthest from its centre, if any is off its centre.
  void refill(Index empty, std::vector<Index>& sizes) {
    Index farthest = 0;
    if (nearest_.maxCoeff(&farthest) <= 0) return;
    Index& cluster = found_.cluster[static_cast<std::size_t>(farthest)];
    --sizes[static_cast<std::size_t>(cluster)];
    ++sizes[static_cast<std::size_t>(empty)];
    cluster = empty;
    nearest_[farthest] = 0;
  }

  const Samples& x_;
  const Vector& norms_;
  Index k_;
  Rng rng_;
  Clustering found_;
  Vector nearest_;  ///< squared distance of each sample to its centre
};

Clustering best_restart(const Samples& x, const KMeansOptions& options, Rng& rng) {
  const Vector norms = lengths_of(x);
  require(norms.allFinite(), "K-means: a sample or its square is not finite");
  const std::uint64_t seed = rng();
  std::vector<Clustering> found(static_cast<std::size_t>(options.restarts));
  parallel_for(options.restarts, [&](Index r) {
    Rng own = make_rng(seed, RandomStream::restarts, static_cast<std::uint64_t>(r));
    found[static_cast<std::size_t>(r)] = Lloyd(x, norms, options, std::move(own)).result();
  });
  std::size_t best = 0;
  for (std::size_t r = 1; r < found.size(); ++r) {
    if (found[r].objective < found[best].objective) best = r;
  }
  return std::move(found[best]);
}

}  // namespace

Clustering k_means(const Samples& x, const KMeansOptions& options, Rng& rng) {
  require(options.clusters >= 1, "{} clusters were asked for", options.clusters);
  require(options.clusters <= x.size(), "{} clusters of {} samples", options.clusters, x.size());
  require(options.restarts >= 1, "{} restarts of K-means", options.restarts);
  require(options.max_iterations >= 1, "{} iterations of K-means", options.max_iterations);
  if (x.is_sparse()) return best_restart(x, options, rng);
  // What all samples have in common would only cost digits.
  const Vector shift = mean(x);
  Clustering found =
      best_restart(Samples(Matrix(x.block(0, x.size()).colwise() - shift)), options, rng);
  found.centres.colwise() += shift;
  return found;
}

void move_to_means(const Matrix& x, const std::vector<Index>& cluster, Matrix& centres) {
  Matrix sums = Matrix::Zero(centres.rows(), centres.cols());
  Vector counts = Vector::Zero(centres.cols());
  for (Index i = 0; i < x.cols(); ++i) {
    const Index own = cluster[static_cast<std::size_t>(i)];
    if (own < 0) continue;
    sums.col(own) += x.col(i);
    counts[own] += 1;
  }
  for (Index c = 0; c < centres.cols(); ++c) {
    if (counts[c] > 0) centres.col(c) = sums.col(c) / counts[c];
  }
}

}  // namespace mahala
