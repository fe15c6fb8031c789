/// @file
/// The list of learners: makes the functions of learn/ reachable by name, for the command line,
/// Python, tests and benchmarks.
///
///   const auto learner = find_learner("psd-flat").make();
///   set(learner->options(), "rank", "4");
///   const Fit fit = learner->fit(data, pairs);
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include "mahala/learn/learner.hpp"

namespace mahala {

struct LearnerEntry : LearnerFacts {
  std::function<std::unique_ptr<Learner>(const LearnerFacts&)> make_with = {};

  /// With default options.
  std::unique_ptr<Learner> make() const { return make_with(*this); }
};

/// All there are, by name.
std::span<const LearnerEntry> learners();

/// One of them, or "auto" (auto_learner.hpp). In upper or lower case, with '_' for '-'. Error with
/// the nearest names, three at most, if there is none called `name`.
const LearnerEntry& find_learner(std::string_view name);

}  // namespace mahala
