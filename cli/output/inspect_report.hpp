/// @file
/// What is in a model or in data, as text and as JSON.
#pragma once

#include "cli/flags/common.hpp"
#include "mahala/data/dataset.hpp"
#include "mahala/model/model.hpp"

namespace mahala::cli {

void report_model(const Model& model, const Common& common);
void report_data(const Dataset& data, const Common& common);

}  // namespace mahala::cli
