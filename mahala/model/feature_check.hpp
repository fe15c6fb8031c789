/// @file
/// Models know the names of the features they were learned with.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "mahala/data/constraints/constraints.hpp"
#include "mahala/model/model.hpp"

namespace mahala {

inline constexpr auto features_note = "features";        ///< one name to a line
inline constexpr auto fingerprint_note = "fingerprint";  ///< of the data it was learned from

/// Is told what a user should know and what stops nothing.
using Remark = std::function<void(const std::string&)>;

/// The text of the note of features; "" if the data has no names.
std::string join_features(const Dataset& data);

/// The names of the raw features the model was learned with, words if that was text; empty if
/// they had none.
std::vector<std::string> feature_names(const Model& model);

/// Error if `data` has the model's features in another order; a remark if it has others.
/// Data or models without names are taken as they are.
void check_features(const Model& model, const Dataset& data, const Remark& remark = {});

inline constexpr auto constraints_fingerprint_note = "constraints_fingerprint",
                      constraints_sketch_note = "constraints_sketch";

/// A warning if the model was learned from these very samples, else "". Of a model that learned
/// from given pairs or triplets, `judged` tells how many of these it learned from, also where they
/// are of other samples besides; Nothing = it is judged by labels.
std::string learned_here(const Model& model, const Dataset& data,
                         const Constraints& judged = Nothing{});

}  // namespace mahala
