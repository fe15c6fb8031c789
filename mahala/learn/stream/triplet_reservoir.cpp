#include "mahala/learn/stream/triplet_reservoir.hpp"

#include <algorithm>

#include "mahala/data/constraints/triplet_sampler.hpp"

namespace mahala {
namespace {

SparseVector copied(const SparseView& x) {
  return {{x.at.begin(), x.at.end()}, {x.value.begin(), x.value.end()}};
}

}  // namespace

std::optional<Example> TripletReservoir::next(const SparseView& x,
                                              const std::vector<Index>& labels) {
  if (labels.empty()) return std::nullopt;
  std::vector<Index> friends, strangers;
  for (std::size_t k = 0; k < kept_.size(); ++k) {
    const auto& own = kept_[k].labels;
    const bool share =
        std::find_first_of(own.begin(), own.end(), labels.begin(), labels.end()) != own.end();
    (share ? friends : strangers).push_back(static_cast<Index>(k));
  }
  std::optional<Example> example;
  if (!friends.empty() && !strangers.empty()) {
    query_ = copied(x);
    near_ = kept_[static_cast<std::size_t>(random_member(friends, rng_))].x;
    far_ = kept_[static_cast<std::size_t>(random_member(strangers, rng_))].x;
    example = Example{.x = query_.view(), .near = near_.view(), .far = far_.view()};
  }
  remember(x, labels);
  return example;
}

void TripletReservoir::remember(const SparseView& x, const std::vector<Index>& labels) {
  ++seen_;
  if (size() < capacity_) {
    kept_.push_back({copied(x), labels});
  } else if (const Index place = random_index(seen_, rng_); place < capacity_) {
    kept_[static_cast<std::size_t>(place)] = {copied(x), labels};
  }
}

}  // namespace mahala
