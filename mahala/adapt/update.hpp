/// @file
/// Learning on from new feedback. A model that maps queries by ridge keeps its normal equations
/// (A = sum q q^T, B = sum q (t - q)^T), to which every new query adds one term; whitening stays as
/// it was. Where nothing is forgotten and the new feedback is about other queries, the result is
/// that of learning from all at once with the same map, bit by bit.
#pragma once

#include "mahala/adapt/adapt.hpp"
#include "mahala/adapt/adapted_map.hpp"

namespace mahala {

struct UpdateOptions {
  double forget = 0;        ///< share of what was learned before that is forgotten, in [0, 1)
  std::string metric = {};  ///< of the report; "" = map
  std::uint64_t seed = 0;
};

Options describe(UpdateOptions& options);

/// How the model did on the new feedback before it learned from it, and how far it moved.
struct UpdateReport {
  std::string metric = {};
  Index queries = 0;            ///< of the new feedback
  Index learned_from = 0;       ///< all that went in, forgotten ones included
  double weight = 0;            ///< what they amount to, less what is forgotten
  double base = 0, before = 0;  ///< of the new queries: cosine, and the model as it was
  Interval gain = {};           ///< of before - base, 95 %
  double moved = 0;             ///< |W_new - W_old| / |W_old|
  std::string drift = {};       ///< a sentence
};

struct Updated {
  Model model = {};
  UpdateReport report = {};
};

/// Writes what an update needs into the model, if it maps queries by ridge.
void keep_state(const AdaptedMap& map, const NormalEquations& equations, Model& model);

/// Error unless the model keeps the state of adapting by ridge.
Updated update_adapted(const Model& model, const Dataset& items, const Dataset* queries,
                       const Feedback& feedback, const UpdateOptions& options);

}  // namespace mahala
