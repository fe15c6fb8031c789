#include "mahala/data/generate_outputs.hpp"

#include <fmt/format.h>

#include <cmath>

#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/core/random.hpp"

namespace mahala {
namespace {

/// A system that moves.
class MovingSystem {
 public:
  MovingSystem(const SystemOptions& options, Rng& rng) : options_(options), rng_(rng) { draw(); }

  const Matrix& factor() const { return g_; }

  void pass(Index sample) {
    if (options_.jump > 0 && sample > 0 && sample % options_.jump == 0) draw();
    if (options_.drift > 0) turn();
  }

 private:
  void draw() {
    const double scale = 1 / std::sqrt(static_cast<double>(options_.features));
    g_ = scale * random_normal(options_.features, options_.rank, rng_);
    const Matrix away = random_normal(options_.features, 1, rng_);
    const Matrix q = Qr(g_).q(options_.rank);
    away_ = away - q * (q.transpose() * away);
    if (away_.norm() > 0) away_ /= away_.norm();
  }

  /// The first column turns in the plane of itself and a direction outside the subspace.
  void turn() {
    const double length = g_.col(0).norm();
    const Vector before = g_.col(0) / length;
    g_.col(0) = length * (std::cos(options_.drift) * before + std::sin(options_.drift) * away_);
    away_ = std::cos(options_.drift) * away_ - std::sin(options_.drift) * before;
  }

  const SystemOptions& options_;
  Rng& rng_;
  Matrix g_;
  Vector away_;
};

}  // namespace

Options describe(SystemOptions& o) {
  return {
      {"noise", &o.noise, "of outputs, relative to each or, additive, to their mean",
       between(0, 1e6)},
      {"additive", &o.additive, "the noise does not grow with the output"},
      {"drift", &o.drift, "radians that the subspace of the system turns by at every sample",
       between(0, 1)},
      {"jump", &o.jump, "the system is drawn anew after so many samples; 0 = never", at_least(0)}};
}

SystemOutputs system_outputs(const SystemOptions& options, std::uint64_t seed) {
  check_bound("subspace", options.rank, options.features, "the number of features");
  Rng rng = make_rng(seed);
  MovingSystem system(options, rng);
  const Matrix x = random_normal(options.features, options.samples, rng);
  const Vector nu = options.noise * random_normal(options.samples, 1, rng);
  std::vector<std::string> outputs;
  for (Index i = 0; i < options.samples; ++i) {
    system.pass(i);
    const Matrix& g = system.factor();
    const double exact = (g.transpose() * x.col(i)).squaredNorm();
    outputs.push_back(fmt::format(
        "{}", options.additive ? exact + nu[i] * g.squaredNorm() : exact * (1 + nu[i])));
  }
  return {.data = {.x = Samples(x),
                   .labels = Labels::from_names(outputs),
                   .source = "outputs of a system"},
          .factor = system.factor()};
}

}  // namespace mahala
