/// @file
/// Several candidates on the same folds, all folds of all of them side by side, the longest first:
/// where folds are few, those of one candidate would leave cores idle. The numbers are those of one
/// after the other, for any number of threads; only memory cannot be told apart.
#pragma once

#include <vector>

#include "mahala/compare/comparison.hpp"

namespace mahala {

/// Those of `measure` but for megabytes, which are NaN; `work` is about how long a fold of each
/// takes, in any unit. The watcher sees one candidate. Stopped if it asks to.
std::vector<ComparedMethod> measure_side_by_side(const std::vector<LearnerCandidate>& candidates,
                                                 const std::vector<double>& work,
                                                 const Dataset& data, const CompareOptions& options,
                                                 const Watcher& watcher);

}  // namespace mahala
