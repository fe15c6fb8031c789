#include "mahala/learn/stream/triplet_reservoir.hpp"

#include <algorithm>

#include "mahala/core/error.hpp"
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

void TripletReservoir::keep(Archive& archive) {
  std::vector<SparseVector> x;
  std::vector<Index> labels, counts;
  for (const Kept& each : kept_) {
    x.push_back(each.x);
    labels.insert(labels.end(), each.labels.begin(), each.labels.end());
    counts.push_back(std::ssize(each.labels));
  }
  archive("capacity", capacity_);
  archive("seen", seen_);
  archive("rng", rng_);
  archive("x", x);
  archive("labels", labels);
  archive("label_counts", counts);
  if (!archive.reads()) return;
  require(counts.size() == x.size(), "the state of learning: {} samples with labels of {}",
          x.size(), counts.size());
  kept_.clear();
  Index begin = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const Index end = begin + counts[k];
    require(begin <= end && end <= std::ssize(labels), "the state of learning lacks labels");
    kept_.push_back({std::move(x[k]), {labels.begin() + begin, labels.begin() + end}});
    begin = end;
  }
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
