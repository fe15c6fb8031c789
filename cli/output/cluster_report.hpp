/// @file
/// The clusters of samples and how they agree with what labels there are.
#pragma once

#include <string>

#include "cli/flags/common.hpp"
#include "mahala/train/group_samples.hpp"

namespace mahala::cli {

/// A table of sample,cluster as a file or, if `output` is "", on standard output.
void report_clusters(const std::string& data_name, const Dataset& data, const Grouped& found,
                     const std::string& output, const Common& common);

}  // namespace mahala::cli
