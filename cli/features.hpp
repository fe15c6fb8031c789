/// @file
/// Models know the names of the features they were learned with.
#pragma once

#include <string>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/common.hpp"
#include "mahala/data/dataset.hpp"
#include "mahala/model/model.hpp"

namespace mahala::cli {

inline constexpr auto features_note = "features";  ///< one name to a line

/// The text of such a note; "" if the data has no names.
std::string join_features(const Dataset& data);

/// The names in the text of a note.
std::vector<std::string> split_features(const std::string& note);

/// Error if `data` has the model's features in another order; a remark if it has others.
/// Data or models without names are taken as they are.
void check_features(const Model& model, const Dataset& data, const Common& common);

/// DATA as the model takes it: its features checked, missing cells kept if it fills them.
Dataset read_for_model(const DataArguments& data, const Model& model, const Common& common);

/// A warning if the model was learned from these very samples, else "".
std::string learned_here(const Model& model, const Dataset& data);

}  // namespace mahala::cli
