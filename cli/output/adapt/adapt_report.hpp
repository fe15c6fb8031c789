/// @file
/// What `mahala adapt` says.
#pragma once

#include "cli/flags/common.hpp"
#include "mahala/adapt/update.hpp"

namespace mahala::cli {

void report_adapted(const AdaptReport& report, const std::string& output, const Common& common);
void report_updated(const UpdateReport& report, const std::string& output, const Common& common);

}  // namespace mahala::cli
