/// @file
/// The learners and their options, as text and as JSON.
#pragma once

#include "cli/flags/common.hpp"
#include "mahala/train/registry.hpp"

namespace mahala::cli {

/// What a learner learns from, in the words of people: scripts keep reading name(needs).
std::string_view needs_in_words(Supervision needs);

void list_learners(const Common& common);
void show_learner(const LearnerEntry& entry, const Common& common);

}  // namespace mahala::cli
