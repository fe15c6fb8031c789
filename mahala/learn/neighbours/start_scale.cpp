#include "mahala/learn/neighbours/start_scale.hpp"

#include <algorithm>
#include <cmath>

#include "mahala/core/parallel.hpp"
#include "mahala/core/random.hpp"

namespace mahala {
namespace {

constexpr Index most_askers = 300;
constexpr Index most_kept = 100;  ///< of the nearest: with five to choose from no others count
constexpr double certain = 0.01, wanted_choices = 5;
constexpr int scale_halvings = 40;

/// Squared distances of a point to those nearest to it, beyond the smallest.
Vector beyond_nearest(const Matrix& z, Index point, Index count) {
  Vector distances = (z.colwise() - z.col(point)).colwise().squaredNorm().transpose();
  std::swap(distances[point], distances[distances.size() - 1]);  // not its own neighbour
  const auto end = distances.end() - 1;
  std::nth_element(distances.begin(), distances.begin() + (count - 1), end);
  return distances.head(count).array() - distances.head(count).minCoeff();
}

/// One column for each of some points.
Matrix distances_of_some(const Matrix& z, std::uint64_t seed) {
  const Index n = z.cols(), count = std::min(n - 1, most_kept);
  Rng rng = make_rng(seed, RandomStream::few_samples);
  std::vector<Index> askers = random_order(n, rng);
  askers.resize(static_cast<std::size_t>(std::min(n, most_askers)));
  Matrix all(count, std::ssize(askers));
  parallel_for(all.cols(), [&](Index k) {
    all.col(k) = beyond_nearest(z, askers[static_cast<std::size_t>(k)], count);
  });
  return all;
}

/// H where squared distances are multiplied by `factor`.
double mean_entropy(const Matrix& distances, double factor) {
  double total = 0;
  for (Index k = 0; k < distances.cols(); ++k) {
    const Vector d = factor * distances.col(k);
    const Vector e = (-d).array().exp();  // the nearest has d = 0
    total += std::log(e.sum()) + e.dot(d) / e.sum();
  }
  return total / static_cast<double>(distances.cols());
}

}  // namespace

double start_scale(const Matrix& z, std::uint64_t seed) {
  if (z.cols() < 3) return 1;
  const Matrix distances = distances_of_some(z, seed);
  if (!distances.allFinite() || mean_entropy(distances, 1) >= certain) return 1;
  // Few samples cannot give five to choose from.
  const double goal =
      std::min(std::log(wanted_choices), std::log(static_cast<double>(distances.rows())) / 2);
  double low = 1, high = 1;
  while (mean_entropy(distances, low) < goal) {
    high = low;
    low /= 16;
  }
  for (int k = 0; k < scale_halvings && high > (1 + 1e-6) * low; ++k) {
    const double middle = std::sqrt(low) * std::sqrt(high);  // the product may underflow
    (mean_entropy(distances, middle) < goal ? high : low) = middle;
  }
  return std::sqrt(low);
}

}  // namespace mahala
