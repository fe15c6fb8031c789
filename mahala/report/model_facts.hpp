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

/// The status a model notes, in the words of people.
std::string status_in_words(const std::string& status);

/// How far from optimal it is: "gradient norm 2e-07", "closed form", or "" where nothing is known.
std::string optimality_in_words(const std::string& certificate, const std::string& value);

/// The value, and what it is where the certificate says so: "0.2, mean loss of the last examples".
std::string objective_in_words(const std::string& value, const std::string& certificate);

/// Learner, options, how it ended, optimality, what it was learned from: the notes that are
/// text, with the shape of the metric in front.
ModelFacts model_facts(const Model& model);

/// The note of this name, or "".
std::string note(const Model& model, const std::string& name);

}  // namespace mahala
