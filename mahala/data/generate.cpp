#include "mahala/data/generate.hpp"

#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/core/random.hpp"

namespace mahala {
namespace {

Matrix rotation(Index dim, Rng& rng) { return Qr(random_normal(dim, dim, rng)).q(dim); }

/// The deviation of every direction before the rotation.
Vector deviations(const HiddenSubspaceOptions& options) {
  Vector all = Vector::Ones(options.features);
  const Index noise = options.features - options.subspace;
  if (noise == 0) return all;
  const double low = std::log(options.least_noise), high = std::log(options.most_noise);
  all.tail(noise) = Vector::LinSpaced(noise, low, high).array().exp();
  return all;
}

}  // namespace

Options describe(HiddenSubspaceOptions& o) {
  return {
      {"samples", &o.samples, "how many; classes take turns", between(1, 1e7)},
      {"features", &o.features, "of a sample", between(1, 1e4)},
      {"subspace", &o.subspace, "dimensions the classes differ in", between(1, 1e4)},
      {"classes", &o.classes, "at most one for each dimension of the subspace", between(1, 1e4)},
      {"separation", &o.separation, "of class means, in standard deviations inside the subspace",
       between(0, 1e9)},
      {"least_noise", &o.least_noise, "smallest standard deviation outside the subspace",
       between(1e-9, 1e9)},
      {"most_noise", &o.most_noise, "largest standard deviation outside the subspace",
       between(1e-9, 1e9)},
  };
}

void check_hidden_subspace(const HiddenSubspaceOptions& options) {
  check_bound("subspace", options.subspace, options.features, "the number of features");
  check_bound("classes", options.classes, options.subspace, "the dimensions of the subspace");
  check_bound("classes", options.classes, options.samples, "the number of samples");
  require(options.least_noise <= options.most_noise,
          "option least_noise: {} is above most_noise, {}", options.least_noise,
          options.most_noise);
}

Dataset hidden_subspace(const HiddenSubspaceOptions& options, std::uint64_t seed) {
  check_hidden_subspace(options);
  Rng rng = make_rng(seed);
  const Matrix turned = rotation(options.features, rng);
  Matrix hidden =
      deviations(options).asDiagonal() * random_normal(options.features, options.samples, rng);
  std::vector<std::string> names;
  for (Index i = 0; i < options.samples; ++i) {
    const Index own = i % options.classes;
    hidden(own, i) += options.separation / std::sqrt(2.0);
    names.push_back(std::to_string(own));
  }
  return {.x = Samples(Matrix(turned * hidden)),
          .labels = Labels::from_names(names),
          .source = "hidden subspace"};
}

}  // namespace mahala
