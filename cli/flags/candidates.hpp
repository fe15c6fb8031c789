/// @file
/// Learners as candidates of cross-validation, and what their folds tell.
#pragma once

#include <atomic>
#include <memory>
#include <optional>

#include "cli/flags/comparison.hpp"
#include "mahala/train/registry.hpp"
#include "mahala/train/train.hpp"

namespace mahala::cli {

/// How many constraints the folds had; they run in parallel.
struct Tally {
  std::atomic<Index> constraints = 0, folds = 0, without = 0;

  void add(Index count) {
    constraints += count;
    ++folds;
    if (count == 0) ++without;
  }
};

/// Learns inside the fold, from the constraints among its samples. Exit if it diverges.
Candidate learning(const LearnerEntry& entry, std::shared_ptr<Learner> learner,
                   std::optional<Constraints> given, const TrainOptions& options, Index n,
                   std::shared_ptr<Tally> tally = std::make_shared<Tally>());

/// Error if more neighbours are to vote than a training part has.
void check_votes(const Protocol& protocol, Index samples);

/// Exit if it was interrupted.
Method measure(const Candidate& candidate, const Dataset& data, const Protocol& protocol,
               const Common& common);

/// The same for one among others: if it cannot be run it says why, and the others go on.
Method measure_or_say(const Candidate& candidate, const Dataset& data, const Protocol& protocol,
                      const Common& common);

}  // namespace mahala::cli
