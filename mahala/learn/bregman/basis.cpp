#include "mahala/learn/bregman/basis.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "mahala/cluster/kmeans.hpp"
#include "mahala/core/error.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/kernel/kernel.hpp"

namespace mahala {
namespace {

constexpr double basis_tolerance = 1e-10;  ///< relative to the largest eigenvalue
constexpr int restarts = 5, most_iterations = 100;

/// Features or samples up to which all singular vectors are found, and not the leading ones alone.
constexpr Index most_decomposed = 2000;

/// The samples of every class that has any.
std::vector<std::vector<Index>> members_of(const Labels& labels) {
  require(!labels.empty(), "option basis: class needs labels");
  const auto classes = labels.classes();
  std::vector<std::vector<Index>> members(static_cast<std::size_t>(labels.label_count()));
  for (std::size_t i = 0; i < classes.size(); ++i) {
    members[static_cast<std::size_t>(classes[i])].push_back(static_cast<Index>(i));
  }
  std::erase_if(members, [](const auto& each) { return each.empty(); });
  return members;
}

/// k shared among classes, the first ones taking the rest.
Index share_of(Index k, Index classes, Index which) {
  return k / classes + (which < k % classes ? 1 : 0);
}

Matrix left_singular_vectors(const Samples& x, Index k) {
  if (std::min(x.dim(), x.size()) > most_decomposed) return singular_axes(x, k);
  if (x.dim() <= x.size()) {
    return symmetric_eigen(scatter(x, Vector::Zero(x.dim()))).vectors.leftCols(k);
  }
  const Spectrum gram = symmetric_eigen(kernel_matrix(x, {}));
  const Vector scale = gram.values.head(k).cwiseMax(0).cwiseSqrt();
  Matrix vectors = x.back_project(gram.vectors.leftCols(k).transpose());
  for (Index j = 0; j < k; ++j) {
    if (scale[j] > 0) vectors.col(j) /= scale[j];
  }
  return vectors;
}

Matrix basis_class_means(const Samples& x, const std::vector<std::vector<Index>>& members) {
  Matrix means(x.dim(), std::ssize(members));
  for (std::size_t c = 0; c < members.size(); ++c) {
    means.col(static_cast<Index>(c)) = mean(x.select(members[c]));
  }
  return means;
}

Matrix centres(const Samples& x, Index k, Rng& rng) {
  return k_means(x, {.clusters = k, .restarts = restarts}, rng).centres;
}

/// Centres of clusters inside every class.
Matrix centres_by_class(const Samples& x, const std::vector<std::vector<Index>>& members, Index k,
                        Rng& rng) {
  Matrix all(x.dim(), 0);
  for (std::size_t c = 0; c < members.size(); ++c) {
    const Index share =
        std::min(share_of(k, std::ssize(members), static_cast<Index>(c)), std::ssize(members[c]));
    const Matrix own = centres(x.select(members[c]), share, rng);
    all.conservativeResize(Eigen::NoChange, all.cols() + own.cols());
    all.rightCols(own.cols()) = own;
  }
  return all;
}

Matrix by_class(const Dataset& data, Index k, bool subset, Rng& rng) {
  const auto members = members_of(data.labels);
  const Index classes = std::ssize(members);
  if (k > classes) return centres_by_class(data.x, members, k, rng);
  const Matrix means = basis_class_means(data.x, members);
  if (k == classes) return means;
  if (!subset) return centres(Samples(means), k, rng);
  auto order = random_order(classes, rng);
  order.resize(static_cast<std::size_t>(k));
  return means(Eigen::all, order);
}

/// Adds a column with 1 / size on the samples of each cluster that has any.
void add_indicators(const std::vector<Index>& cluster, const std::vector<Index>& samples, Index k,
                    Matrix& j) {
  for (Index c = 0; c < k; ++c) {
    const auto size = std::count(cluster.begin(), cluster.end(), c);
    if (size == 0) continue;
    j.conservativeResize(Eigen::NoChange, j.cols() + 1);
    j.rightCols(1).setZero();
    for (std::size_t i = 0; i < cluster.size(); ++i) {
      if (cluster[i] == c) j(samples[i], j.cols() - 1) = 1 / static_cast<double>(size);
    }
  }
}

Matrix indicators_by_class(const Matrix& k0, const Labels& labels, Index k, Rng& rng) {
  const auto members = members_of(labels);
  Matrix j(k0.rows(), 0);
  for (std::size_t c = 0; c < members.size(); ++c) {
    const Index share =
        std::min(share_of(k, std::ssize(members), static_cast<Index>(c)), std::ssize(members[c]));
    if (share == 0) continue;
    const Matrix own = k0(members[c], members[c]);
    add_indicators(kernel_k_means(own, share, rng), members[c], share, j);
  }
  return j;
}

/// d^2 of every sample to every centre in the kernel's space, n x k; infinite for empty clusters.
Matrix distances_to_centres(const Matrix& k0, const std::vector<Index>& cluster, Index k) {
  std::vector<Index> all(cluster.size());
  std::iota(all.begin(), all.end(), Index{0});
  Matrix distances(k0.rows(), k);
  for (Index c = 0; c < k; ++c) {
    std::vector<Index> own;
    for (const Index i : all) {
      if (cluster[static_cast<std::size_t>(i)] == c) own.push_back(i);
    }
    if (own.empty()) {
      distances.col(c).setConstant(std::numeric_limits<double>::infinity());
      continue;
    }
    const Vector with_centre = k0(Eigen::all, own).rowwise().mean();
    distances.col(c) = k0.diagonal() - 2 * with_centre;
    distances.col(c).array() += with_centre(own).mean();
  }
  return distances;
}

}  // namespace

std::vector<Index> kernel_k_means(const Matrix& k0, Index clusters, Rng& rng) {
  std::vector<Index> best;
  double lowest = std::numeric_limits<double>::infinity();
  for (int start = 0; start < restarts; ++start) {
    std::vector<Index> cluster(static_cast<std::size_t>(k0.rows()));
    for (Index& each : cluster) each = random_index(clusters, rng);
    double cost = 0;
    for (int step = 0; step < most_iterations; ++step) {
      const Matrix distances = distances_to_centres(k0, cluster, clusters);
      std::vector<Index> next(cluster.size());
      cost = 0;
      for (Index i = 0; i < k0.rows(); ++i) {
        cost += distances.row(i).minCoeff(&next[static_cast<std::size_t>(i)]);
      }
      if (next == cluster) break;
      cluster = std::move(next);
    }
    if (cost < lowest || best.empty()) {
      lowest = cost;
      best = std::move(cluster);
    }
  }
  return best;
}

Matrix feature_basis(const Dataset& data, Index k, FeatureBasis how, Rng& rng) {
  require(k <= std::min(data.dim(), data.size()),
          "option basis_size: {} directions of {} samples with {} features", k, data.size(),
          data.dim());
  if (how == FeatureBasis::svd) return left_singular_vectors(data.x, k);
  if (how == FeatureBasis::kmeans) return centres(data.x, k, rng);
  return by_class(data, k, how == FeatureBasis::class_subset, rng);
}

Matrix kernel_basis(const Matrix& k0, const Labels& labels, Index k, KernelBasis how, Rng& rng) {
  const Index n = k0.rows();
  check_bound("basis_size", k, n, "the number of samples");
  if (how == KernelBasis::random) return random_normal(n, k, rng);
  if (how == KernelBasis::kpca) return symmetric_eigen(k0).vectors.leftCols(k);
  if (how == KernelBasis::by_class) return indicators_by_class(k0, labels, k, rng);
  if (how == KernelBasis::subset) {
    Matrix j = Matrix::Zero(n, k);
    const auto order = random_order(n, rng);
    for (Index c = 0; c < k; ++c) j(order[static_cast<std::size_t>(c)], c) = 1;
    return j;
  }
  std::vector<Index> all(static_cast<std::size_t>(n));
  std::iota(all.begin(), all.end(), Index{0});
  Matrix j(n, 0);
  add_indicators(kernel_k_means(k0, k, rng), all, k, j);
  return j;
}

Matrix orthonormal_basis(const Matrix& r) {
  const auto [values, vectors] = symmetric_eigen(r.transpose() * r);
  const Index kept = std::count_if(values.begin(), values.end(),
                                   [&](double v) { return v > basis_tolerance * values[0]; });
  require(kept > 0, "the basis holds nothing but zeros");
  const Matrix scaled =
      vectors.leftCols(kept) * values.head(kept).cwiseSqrt().cwiseInverse().asDiagonal();
  if (kept < r.cols()) return r * scaled;
  return r * (scaled * vectors.transpose());
}

Matrix kernel_coordinates(const Matrix& k0, const Matrix& j) {
  const Matrix inner = symmetric_part(j.transpose() * k0 * j);
  const double floor = basis_tolerance * symmetric_eigen(inner).values.maxCoeff();
  const Matrix root =
      map_spectrum(inner, [&](double v) { return v > floor ? 1 / std::sqrt(v) : 0; });
  return root * j.transpose();
}

}  // namespace mahala
