#include "mahala/optimize/regression/fused_gradient.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "mahala/core/error.hpp"

namespace mahala {
namespace {

constexpr double overflowed = std::numeric_limits<double>::infinity();

}  // namespace

bool FusedGradient::suits(const Samples& x, const Pairs& pairs) {
  return !x.is_sparse() &&
         std::all_of(pairs.begin(), pairs.end(), [](const Pair& p) { return p.j == origin; });
}

FusedGradient::FusedGradient(const Samples& x, const Pairs& pairs, Loss loss)
    : x_(x),
      loss_(loss),
      observations_(pairs.size()),
      begin_(static_cast<std::size_t>(x.size()) + 1, 0) {
  require(suits(x, pairs), "one pass needs dense samples and pairs with the origin alone");
  for (const Pair& pair : pairs) ++begin_[static_cast<std::size_t>(pair.i) + 1];
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  std::vector<Index> next(begin_.begin(), begin_.end() - 1);
  for (const Pair& pair : pairs) {
    const Index at = next[static_cast<std::size_t>(pair.i)]++;
    observations_[static_cast<std::size_t>(at)] = {
        pair.value, pair.weight / static_cast<double>(pairs.size()), pair.relation};
  }
}

template <ResidualLoss L>
double FusedGradient::weigh(const L& loss, Index begin, std::span<double> norms) const {
  double cost = 0;
  for (std::size_t t = 0; t < norms.size(); ++t) {
    const auto i = static_cast<std::size_t>(begin) + t;
    const double yhat = norms[t];
    double c = 0;
    for (Index k = begin_[i]; k < begin_[i + 1]; ++k) {
      const Observation& seen = observations_[static_cast<std::size_t>(k)];
      const double e = gated(seen.relation, yhat - seen.value);
      c += seen.scale * loss.slope(e);
      // An infinite prediction would pass the gate of an inequality as zero.
      cost += std::isfinite(yhat) ? loss.twice(seen.scale, e) : overflowed;
    }
    norms[t] = c;
  }
  return cost;
}

double FusedGradient::evaluate(const Matrix& g, Matrix& slope) {
  if (!scatter_ || scatter_->rank() != g.cols()) scatter_.emplace(x_, g.cols());
  const auto weigh_block = [&](Index begin, std::span<double> norms) {
    return std::visit([&](const auto& loss) { return weigh(loss, begin, norms); }, loss_);
  };
  return scatter_->apply(g, weigh_block, slope) / 2;
}

}  // namespace mahala
