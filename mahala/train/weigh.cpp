#include "mahala/train/weigh.hpp"

#include <cmath>

#include "mahala/core/error.hpp"

namespace mahala {
namespace {

void check_weights(std::span<const double> samples) {
  for (std::size_t i = 0; i < samples.size(); ++i) {
    require(std::isfinite(samples[i]) && samples[i] >= 0,
            "the weight of sample {} is {}; weights are finite and not negative", i, samples[i]);
  }
}

double weight_of(const Pair& pair, std::span<const double> samples) {
  const double one = samples[static_cast<std::size_t>(pair.i)];
  return pair.j == origin ? one : one * samples[static_cast<std::size_t>(pair.j)];
}

double weight_of(const Triplet& triplet, std::span<const double> samples) {
  return samples[static_cast<std::size_t>(triplet.query)] *
         samples[static_cast<std::size_t>(triplet.near)] *
         samples[static_cast<std::size_t>(triplet.far)];
}

template <class List>
void weigh_all(List& list, std::span<const double> samples) {
  double before = 0, after = 0;
  for (auto& each : list) {
    before += each.weight;
    each.weight *= weight_of(each, samples);
    after += each.weight;
  }
  require(after > 0 || before == 0,
          "every one of the {} constraints has a sample of weight 0: nothing is left to learn from",
          list.size());
  require(std::isfinite(after), "the product of weights is beyond the range of double");
  for (auto& each : list) each.weight *= after > 0 ? before / after : 1;
}

}  // namespace

void weigh(Constraints& constraints, std::span<const double> samples) {
  check_weights(samples);
  const auto visit = [&]<class List>(List& list) {
    if constexpr (requires { weight_of(list.front(), samples); }) {
      weigh_all(list, samples);
    } else {
      fail("{} have no weights; pairs and triplets have", kind(constraints));
    }
  };
  std::visit(visit, constraints);
}

}  // namespace mahala
