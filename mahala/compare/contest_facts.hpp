/// @file
/// What the result of `compare` or `tune` depends on, by name (train/run_facts.hpp).
#pragma once

#include "mahala/compare/tune.hpp"
#include "mahala/train/run_facts.hpp"

namespace mahala {

RunFacts facts_of(const Dataset& data, const std::vector<LearnerCandidate>& candidates,
                  const CompareOptions& options);

RunFacts facts_of(const Dataset& data, const std::vector<LearnerCandidate>& candidates,
                  const TuneOptions& options);

}  // namespace mahala
