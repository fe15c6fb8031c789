/// @file
/// Who takes part in the race of the learner "auto", and how much work each is.
#pragma once

#include "mahala/train/race.hpp"

namespace mahala {

/// Samples and features that work depends on, and constraints where they are given.
struct RaceSize {
  double n, d, m = 0;
};

/// Seconds that a fit of a learner is counted as, on two cores of a plain machine: what matters is
/// that it is about right, and the same everywhere.
double counted_work(std::string_view learner, const RaceSize& size);

/// A learner with these settings ("lambda=0.05") and this preparation.
Racer make_racer(std::string title, std::string_view learner,
                 const std::vector<std::string>& settings, std::string prepare,
                 const RaceSize& size);

/// All that learn from labels, for such data and these preparations, the simplest first.
std::vector<Racer> racers_for(const Dataset& data, const std::vector<std::string>& plans);

/// Those that learn from pairs or triplets, the simplest first.
std::vector<Racer> racers_given(const Dataset& data, const Constraints& given,
                                const std::vector<std::string>& plans);

}  // namespace mahala
