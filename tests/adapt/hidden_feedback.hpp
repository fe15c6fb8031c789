// Embeddings whose queries are turned by a hidden map, and feedback that shows it.
#pragma once

#include "mahala/adapt/feedback.hpp"
#include "mahala/core/random.hpp"

namespace mahala::test {

struct HiddenFeedback {
  Dataset items, queries;
  Feedback feedback;
};

/// Every query is an item seen through a hidden rotation of half of its length; that item is its
/// only positive.
inline HiddenFeedback hidden_feedback(Index dim, Index items, Index queries, std::uint64_t seed) {
  Rng rng = make_rng(seed);
  HiddenFeedback made;
  const Matrix x = random_normal(dim, items, rng);
  const Matrix turn = random_normal(dim, dim, rng) / std::sqrt(static_cast<double>(dim));
  Matrix q(dim, queries);
  for (Index k = 0; k < queries; ++k) {
    const Index item = random_index(items, rng);
    q.col(k) = 0.5 * x.col(item) + turn * x.col(item) + 0.3 * random_normal(dim, 1, rng);
    made.feedback.queries.push_back({.query = k, .positives = {{item, 1}}});
  }
  made.items.x = Samples(x);
  made.queries.x = Samples(q);
  made.items.source = "items";
  made.queries.source = "queries";
  return made;
}

}  // namespace mahala::test
