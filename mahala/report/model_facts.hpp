/// @file
/// The facts stored in a model, as a report lists them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "mahala/model/model.hpp"

namespace mahala {

/// (name, text) pairs, in the order they are to be read.
using ModelFacts = std::vector<std::pair<std::string, std::string>>;

/// Learner, options, how it ended, optimality, what it was learned from: the notes that are
/// text, with the shape of the metric in front.
ModelFacts model_facts(const Model& model);

/// The note of this name, or "".
std::string note(const Model& model, const std::string& name);

}  // namespace mahala
