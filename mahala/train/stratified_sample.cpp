#include "mahala/train/stratified_sample.hpp"

#include "mahala/core/random.hpp"
#include "mahala/evaluate/folds.hpp"

namespace mahala {

Dataset stratified_sample(const Dataset& data, Index most, std::uint64_t seed) {
  if (data.size() <= most) return in_one_place(data);
  Rng rng = make_rng(seed, RandomStream::few_samples);
  const double share = static_cast<double>(most) / static_cast<double>(data.size());
  return in_one_place(data.select(stratified_split(data.labels.classes(), share, rng).test));
}

GivenSample few_constraints(const Dataset& data, const Constraints& given, Index most,
                            std::uint64_t seed) {
  if (count(given) <= most && !data.x.is_shared()) return {data, given};
  Rng rng = make_rng(seed, RandomStream::few_samples);
  std::vector<Index> order = random_order(count(given), rng);
  order.resize(static_cast<std::size_t>(std::min(most, count(given))));
  const Constraints few = selected(given, order);
  const std::vector<Index> samples = samples_of(few);
  return {in_one_place(data.select(samples)), restrict_to(few, samples, data.size())};
}

}  // namespace mahala
