/// @file
/// Samples read for a model that is there already.
#pragma once

#include "cli/flags/arguments.hpp"
#include "cli/flags/command.hpp"
#include "cli/flags/common.hpp"
#include "mahala/model/model.hpp"

namespace mahala::cli {

/// UsageError for flags which the model answers: columns are chosen and encoded, and words cut, as
/// in training, or they are other features.
void check_reading_flags(const Command& command, const Model& model);

/// Reads DATA as the model takes it: raw text with the words and options the model was learned
/// with, missing cells if it fills them in. Error if the number or order of features differs, or
/// the data is text and the model is not; UsageError for flags that the model answers. A remark
/// counts documents without any word the model knows.
Dataset read_for_model(const Command& command, const DataArguments& data, const Model& model,
                       const Common& common);

}  // namespace mahala::cli
