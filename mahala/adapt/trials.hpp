/// @file
/// Internal: candidates tried on queries they did not learn from.
#pragma once

#include <vector>

#include "mahala/adapt/candidate.hpp"
#include "mahala/adapt/figures.hpp"
#include "mahala/adapt/query_map.hpp"
#include "mahala/evaluate/folds.hpp"

namespace mahala {

/// What candidates learn from: for each query its positives. Shuffled feedback has others here than
/// the collection says are relevant.
std::vector<Lesson> lessons_of(const Collection& collection);

/// Those of tried queries, which is what iterations learn from: of more they take too long.
std::vector<Lesson> tried_lessons(const Collection& collection, const std::vector<Lesson>& lessons);

/// Lessons with the positives of other queries, each of those used once.
std::vector<Lesson> shuffled_lessons(std::vector<Lesson> lessons, Rng& rng);

/// Figures of every candidate for every query; those in no test set stay 0.
using TrialFigures = std::vector<std::vector<Figures>>;

/// Everything is learned anew in each fold, whitening by feedback included. What is held out as a
/// query is no positive either where queries are items.
TrialFigures try_candidates(const Collection& collection, const std::vector<Lesson>& lessons,
                            const std::vector<AdaptCandidate>& candidates,
                            const std::vector<Fold>& folds, const Spectrum& documents);

}  // namespace mahala
