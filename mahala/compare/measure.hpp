/// @file
/// One candidate measured by cross-validation.
#pragma once

#include <string>

#include "mahala/compare/watcher.hpp"
#include "mahala/evaluate/cross_validate.hpp"

namespace mahala {

/// Its score, or why it could not be run.
struct CandidateScore {
  std::string name;
  Score score = {};
  std::string failure = {};  ///< "" = it was run
};

/// Error if there is nothing to judge by: the data has no labels, or fewer samples than are to
/// vote, and the protocol no constraints. `what` is to be done: "compare".
void check_truth(const Dataset& data, const Protocol& protocol, std::string_view what);

/// Error if more neighbours are to vote than a training part has.
void check_votes(const Protocol& protocol, Index samples);

/// Stopped if the watcher asks to; any other Error is of the candidate.
Score measure(const Candidate& candidate, const Dataset& data, const Protocol& protocol,
              const Watcher& watcher = {});

/// The same for one among others: if it cannot be run it says why, and the others go on.
CandidateScore measure_or_say(const Candidate& candidate, const Dataset& data,
                              const Protocol& protocol, const Watcher& watcher = {});

}  // namespace mahala
