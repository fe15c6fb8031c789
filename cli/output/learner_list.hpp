/// @file
/// The learners and their options, as text and as JSON.
#pragma once

#include "cli/flags/common.hpp"
#include "mahala/train/registry.hpp"

namespace mahala::cli {

void list_learners(const Common& common);
void show_learner(const LearnerEntry& entry, const Common& common);

}  // namespace mahala::cli
