#include "mahala/optimize/regression/progressive.hpp"

#include <algorithm>
#include <numeric>

#include "mahala/core/random.hpp"

namespace mahala {
namespace {

constexpr Index growth = 4;
constexpr SolveOptions rough{.tolerance = 0.1, .max_iterations = 60};

Index first_stage(const Matrix& g) { return std::max<Index>(2000, 8 * g.size()); }

/// Some of the pairs, drawn at random, and the samples they touch.
class GrowingPairs {
 public:
  GrowingPairs(const Samples& x, const Pairs& pairs, Rng rng)
      : x_(x),
        pairs_(pairs),
        rng_(std::move(rng)),
        order_(pairs.size()),
        drawn_(pairs.size(), false),
        place_(static_cast<std::size_t>(x.size()), untouched) {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
  }

  bool counts() const { return counts_; }  ///< one of them has a weight

  /// Draws until there are that many; false if they touch more than half of all samples.
  bool grow_to(Index count) {
    while (count_ < count && 2 * touched_ <= x_.size()) draw();
    return 2 * touched_ <= x_.size();
  }

  /// The samples touched and the pairs among them, both in the order they had.
  std::pair<Samples, Pairs> stage() {
    std::vector<Index> samples;
    for (std::size_t i = 0; i < place_.size(); ++i) {
      if (place_[i] == untouched) continue;
      place_[i] = std::ssize(samples);
      samples.push_back(static_cast<Index>(i));
    }
    Pairs some;
    some.reserve(static_cast<std::size_t>(count_));
    for (std::size_t k = 0; k < drawn_.size(); ++k) {
      if (!drawn_[k]) continue;
      Pair& pair = some.emplace_back(pairs_[k]);
      pair.i = place_[static_cast<std::size_t>(pair.i)];
      if (pair.j != origin) pair.j = place_[static_cast<std::size_t>(pair.j)];
    }
    return {x_.select(samples), std::move(some)};
  }

 private:
  static constexpr Index untouched = -1;

  void draw() {
    const auto at = static_cast<std::size_t>(count_++);
    const Index left = std::ssize(order_) - static_cast<Index>(at);
    std::swap(order_[at], order_[at + static_cast<std::size_t>(random_index(left, rng_))]);
    const Pair& pair = pairs_[order_[at]];
    drawn_[order_[at]] = true;
    touch(pair.i);
    if (pair.j != origin) touch(pair.j);
    counts_ = counts_ || pair.weight > 0;
  }

  void touch(Index sample) {
    Index& place = place_[static_cast<std::size_t>(sample)];
    if (place == untouched) ++touched_;
    place = 0;
  }

  const Samples& x_;
  const Pairs& pairs_;
  Rng rng_;
  LargeList<std::size_t> order_;  ///< of the pairs, shuffled as far as they are drawn
  std::vector<bool> drawn_;
  std::vector<Index> place_;  ///< of a sample among those touched
  Index count_ = 0, touched_ = 0;
  bool counts_ = false;
};

}  // namespace

Matrix grown_start(const Samples& x, const Pairs& pairs, Matrix start,
                   Preconditioning preconditioning, const Loss& loss, const StageSolver& solver,
                   const Run& run, bool& stopped) {
  const Index all = std::ssize(pairs);
  Index count = first_stage(start);
  if (growth * count > all) return start;
  GrowingPairs growing(x, pairs, make_rng(run.seed, RandomStream::pair_order));
  for (; count < all && !stopped; count *= growth) {
    if (!growing.grow_to(count)) break;
    if (!growing.counts()) continue;
    const auto [some_x, some_pairs] = growing.stage();
    PairRegression objective(some_x, some_pairs, start, preconditioning, loss);
    const Descent descent = solver(objective, rough, run);
    if (descent.status == Status::diverged) break;
    stopped = descent.status == Status::stopped;
    start = objective.factor();
  }
  return start;
}

}  // namespace mahala
