/// @file
/// What `mahala generate` and `mahala convert` say about the samples they wrote.
#pragma once

#include "cli/flags/common.hpp"
#include "mahala/core/option.hpp"
#include "mahala/data/dataset.hpp"
#include "mahala/data/write/convert.hpp"

namespace mahala::cli {

/// `problem` are its options, `losses` what the format could not keep, one sentence each.
void report_generated(const Options& problem, const Dataset& data, const std::string& output,
                      const std::vector<std::string>& losses, const Common& common);

void report_converted(const Conversion& done, const std::string& data, const std::string& output,
                      std::string_view format, const Common& common);

}  // namespace mahala::cli
