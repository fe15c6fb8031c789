#include "mahala/data/constraints/triplet_sampler.hpp"

#include <algorithm>

namespace mahala {
namespace {

/// Random tries before the candidates are listed.
constexpr int most_tries = 50;

}  // namespace

Members::Members(const Labels& labels) : of_label(static_cast<std::size_t>(labels.label_count())) {
  for (Index i = 0; i < labels.size(); ++i) {
    for (const Index label : labels[i]) {
      auto& members = of_label[static_cast<std::size_t>(label)];
      if (members.empty() || members.back() != i) members.push_back(i);  // listed twice
    }
    if (!labels[i].empty()) labelled.push_back(i);
  }
  for (const auto& members : of_label) classes += members.empty() ? 0 : 1;
}

Index random_member(const std::vector<Index>& members, Rng& rng) {
  return members[static_cast<std::size_t>(random_index(std::ssize(members), rng))];
}

TripletSampler::TripletSampler(const Labels& labels) : labels_(labels), members_(labels) {
  for (const Index i : members_.labelled) {
    if (has_friend(i) && has_stranger(i)) queries_.push_back(i);
  }
}

Triplet TripletSampler::draw(Rng& rng) const {
  const Index query = random_member(queries_, rng);
  const Index near = random_friend(query, rng);
  return {query, near, random_stranger(query, rng)};
}

std::vector<Index> TripletSampler::strangers(Index i) const {
  std::vector<Index> others;
  for (const Index j : members_.labelled) {
    if (!labels_.share(i, j)) others.push_back(j);
  }
  return others;
}

bool TripletSampler::has_friend(Index i) const {
  const auto own = labels_[i];
  return std::any_of(own.begin(), own.end(),
                     [&](Index label) { return members_.with(label).size() > 1; });
}

bool TripletSampler::has_stranger(Index i) const {
  std::size_t reach = 0;  // at least as many as share a label with i
  for (const Index label : labels_[i]) reach += members_.with(label).size();
  if (reach < members_.labelled.size()) return true;
  return labels_[i].size() > 1 && !strangers(i).empty();
}

Index TripletSampler::random_friend(Index i, Rng& rng) const {
  while (true) {
    const auto own = labels_[i];
    const auto& mates =
        members_.with(own[static_cast<std::size_t>(random_index(std::ssize(own), rng))]);
    const Index mate = random_member(mates, rng);
    if (mate != i) return mate;
  }
}

Index TripletSampler::random_stranger(Index i, Rng& rng) const {
  for (int tries = 0; tries < most_tries; ++tries) {
    const Index j = random_member(members_.labelled, rng);
    if (!labels_.share(i, j)) return j;
  }
  return random_member(strangers(i), rng);
}

}  // namespace mahala
